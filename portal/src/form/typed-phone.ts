const country = '855';
const nationalMax = 9;

/**
 * What was typed into a masked phone field, as digits with 855 in front; nothing for nothing. Whoever begins with the country
 * code has typed `+8` before there is a number: that is held as it is. `before`: what the field held until then, for whoever
 * deletes a number down to the whole code, which the mask put there, is left with nothing.
 */
export function readTypedPhone(typed: string, before: string): string {
  const digits = typed.replace(/\D/g, '');
  const leftover = typed.startsWith('+') && country.startsWith(digits);
  if (leftover && (digits !== country || before === '' || isBegun(before))) return `+${digits}`;
  const national = digits.startsWith(country) ? digits.slice(country.length) : leftover ? '' : digits;
  return national === '' ? '' : `${country}${national.slice(0, nationalMax + 1)}`;
}

/** No number yet, but the beginning of the country code. */
const isBegun = (value: string): boolean => value.startsWith('+');

/** A country code without a number means nothing. */
export const settledPhone = (value: string): string => (isBegun(value) ? '' : value);

/** The digits as they stand in the field: +855 12 345 6789, as far as there are any. */
export function formatTypedPhone(value: string): string {
  if (isBegun(value)) return value;
  const national = value.startsWith(country) ? value.slice(country.length) : value;
  const groups = [national.slice(0, 2), national.slice(2, 5), national.slice(5)].filter((it) => it !== '');
  return groups.length === 0 ? '' : `+${country} ${groups.join(' ')}`;
}
