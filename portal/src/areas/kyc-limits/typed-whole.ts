import { latinDigits } from '@tonle/contract/digits';

/** Whether a key may be typed into a limit: digits, and the minus whose refusal is said in words. No e, comma or dot. */
export const mayBeTyped = (key: string): boolean => /^[\d\u17e0-\u17e9-]$/.test(key);

const grouped = /^\d{1,3}(,\d{3})+$/;

/**
 * What stands in a limit's field: Khmer digits as Latin ones, blanks and commas that group thousands taken out. Anything
 * else that was pasted stays, to be refused in words: swallowing the dot would make 1050 of "10.50".
 */
export function readTypedWhole(typed: string): string {
  const text = latinDigits(typed).replace(/\s/g, '').replace('−', '-');
  const plain = grouped.test(text) ? text.replaceAll(',', '') : text;
  return plain.replace(/^0+(?=\d)/, '').slice(0, 64);
}
