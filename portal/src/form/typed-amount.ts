import { type Currency, decimalsOf, groupDigits } from '@tonle/money';

/** The plain decimal without grouping and blanks: " 1,000 " -> "1000". */
const plain = (typed: string): string => typed.replace(/[\s,]/g, '');

/**
 * Reads what stands in an amount field after a change. Undefined for a typed character that does not belong there
 * (a sign, a letter, a third decimal of dollars): the field stays as it was. What was pasted is kept as it is, so that
 * "1e3" is refused in words and never becomes 13.
 */
export function readTypedAmount(typed: string, currency: Currency, pasted: boolean): string | undefined {
  const text = plain(typed);
  const decimals = decimalsOf(currency);
  const pattern = decimals === 0 ? /^\d{0,30}$/ : new RegExp(`^\\d{0,30}(\\.\\d{0,${decimals}})?$`);
  if (!pattern.test(text)) return pasted ? text.slice(0, 64) : undefined;
  const stripped = text.replace(/^0+(?=\d)/, '');
  return stripped.startsWith('.') ? `0${stripped}` : stripped;
}

/** The amount with its thousands grouped, as it stands in the field; what is no plain amount stays as it is. */
export function formatTypedAmount(value: string): string {
  if (/^\d+\.$/.test(value)) return `${groupDigits(value.slice(0, -1))}.`;
  return groupDigits(value);
}

/** Where the caret goes after grouping: behind as many digits and dots as it stood behind before. */
export function caretAfter(formatted: string, significantBefore: number): number {
  let seen = 0;
  let at = 0;
  while (at < formatted.length && seen < significantBefore) {
    if (formatted[at] !== ',') seen += 1;
    at += 1;
  }
  return at;
}

/** The form keeps "5." while it is typed; a dot without digits means nothing. */
export const settledAmount = (value: string): string => value.replace(/\.$/, '');
