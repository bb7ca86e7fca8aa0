import { latinDigits } from '@tonle/contract/digits';

const country = '855';
const code = `+${country}`;
const nationalMax = 9;
/** Of any country's number. */
const digitsMax = 15;

/**
 * What was typed into a masked phone field, as digits with 855 in front; nothing for nothing. A number that begins with + is
 * held as it is while that may become the country code, and where it is another country's: to be refused in words, for with
 * 855 in front it would be another number. `before`: what the field held until then, for the code that the mask put there is
 * no part of what a person edits.
 */
export function readTypedPhone(typed: string, before: string): string {
  const text = withCode(latinDigits(typed).trimStart(), before);
  const digits = text.replace(/\D/g, '').replace(/^00(?=855)/, '');
  const isWhole = text.startsWith('+') || digits.startsWith(country);
  if (!isWhole) return held(digits);
  if (digits.startsWith(country) && digits !== country) return held(digits.slice(country.length));
  // Whoever deletes a number down to the code, which the mask put there, is left with nothing.
  const isLeftOver = digits === country && before !== '' && !isAsTyped(before);
  return isLeftOver || !text.startsWith('+') ? '' : `+${digits.slice(0, digitsMax + 1)}`;
}

const held = (national: string): string =>
  national === '' ? '' : `${country}${national.slice(0, nationalMax + 1)}`;

/** The text with the mask's code whole again, where something was deleted from it or put into it. */
function withCode(typed: string, before: string): string {
  if (before === '' || isAsTyped(before)) return typed;
  const number = formatTypedPhone(before).slice(code.length);
  if (!typed.endsWith(number)) return typed;
  const head = typed.slice(0, typed.length - number.length);
  const heads = [...code].map((_, at) => [code.slice(0, at), code.slice(at)] as const);
  const put = heads.find(
    ([one, two]) => head.length > code.length && head.startsWith(one) && head.endsWith(two),
  );
  if (put !== undefined) return `${code}${head.slice(put[0].length, -put[1].length)}${number}`;
  const isCut = heads.some(
    ([one, two]) => head.startsWith(one) && two.endsWith(head.slice(one.length)) && head !== code,
  );
  return isCut ? `${code}${number}` : typed;
}

/** No number under the mask: the beginning of the country code, or another country's. */
const isAsTyped = (value: string): boolean => value.startsWith('+');

/** A country code without a number means nothing. */
export const settledPhone = (value: string): string =>
  isAsTyped(value) && code.startsWith(value) ? '' : value;

/** The digits as they stand in the field: +855 12 345 6789, as far as there are any. */
export function formatTypedPhone(value: string): string {
  if (isAsTyped(value)) return value;
  const national = value.startsWith(country) ? value.slice(country.length) : value;
  const groups = [national.slice(0, 2), national.slice(2, 5), national.slice(5)].filter((it) => it !== '');
  return groups.length === 0 ? '' : `${code} ${groups.join(' ')}`;
}
