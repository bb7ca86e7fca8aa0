import { latinDigits } from '@tonle/contract/digits';
import { type Currency, groupDigits, symbolOf } from '@tonle/money';

/** Takes the field's own symbol or code off what was pasted; another currency's stays, to be refused. */
const bare = (pasted: string, currency: Currency): string =>
  pasted
    .trim()
    .replace(
      new RegExp(`^(${currency}|\\${symbolOf(currency)})|(${currency}|\\${symbolOf(currency)})$`, 'i'),
      '',
    );

const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * The plain decimal without grouping and blanks: " 1,000 " -> "1000". A comma that a person put counts only where it
 * groups thousands: elsewhere it may be meant as a decimal point, and "1,5" must not become 15.
 */
function plain(typed: string, ownCommas: boolean): string {
  const text = typed.replace(/\s/g, '');
  return ownCommas || grouped.test(text) ? text.replaceAll(',', '') : text;
}

/**
 * Reads what stands in an amount field after a change: without signs that were typed and without leading zeros
 * (1-portal.md section 5). Whatever else is no plain amount is kept as it is, to be refused in words: swallowing a
 * character would make 13 of "1e3" and 1005 of "100.5".
 *
 * `ownCommas`: the field itself put the commas that stand there, while grouping what was typed before.
 */
export function readTypedAmount(
  typed: string,
  currency: Currency,
  pasted: boolean,
  ownCommas = !pasted,
): string {
  const text = plain(latinDigits(pasted ? bare(typed, currency) : typed.replace(/[-+−]/g, '')), ownCommas);
  const stripped = text.replace(/^0+(?=\d)/, '');
  return (stripped.startsWith('.') ? `0${stripped}` : stripped).slice(0, 64);
}

/** The amount with its thousands grouped, as it stands in the field; what is no plain amount stays as it is. */
export function formatTypedAmount(value: string): string {
  if (/^\d+\.$/.test(value)) return `${groupDigits(value.slice(0, -1))}.`;
  return groupDigits(value);
}

/** The form keeps "5." while it is typed; a dot without digits means nothing. */
export const settledAmount = (value: string): string => value.replace(/\.$/, '');
