const country = '855';
const nationalMax = 9;

/** What was typed into a masked phone field, as digits with 855 in front; nothing for nothing. */
export function readTypedPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  const leftover = typed.startsWith('+') && country.startsWith(digits);
  const national = digits.startsWith(country) ? digits.slice(country.length) : leftover ? '' : digits;
  return national === '' ? '' : `${country}${national.slice(0, nationalMax + 1)}`;
}

/** The digits as they stand in the field: +855 12 345 6789, as far as there are any. */
export function formatTypedPhone(value: string): string {
  const national = value.startsWith(country) ? value.slice(country.length) : value;
  const groups = [national.slice(0, 2), national.slice(2, 5), national.slice(5)].filter((it) => it !== '');
  return groups.length === 0 ? '' : `+${country} ${groups.join(' ')}`;
}
