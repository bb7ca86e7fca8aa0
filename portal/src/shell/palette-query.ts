import { accountIdPattern } from '@tonle/contract/account-id';
import { normalisePhone } from '@tonle/contract/phone';
import type { PaletteQuery } from './palette-source.ts';

/** What a pasted text is: a transaction's hash, an account id, a phone, or just words. */
export function kindOf(text: string): Pick<PaletteQuery, 'kind' | 'value'> {
  const lower = text.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(lower)) return { kind: 'hash', value: lower };
  if (accountIdPattern.test(lower)) return { kind: 'account-id', value: lower };
  const phone = normalisePhone(text);
  return phone === undefined ? { kind: 'text', value: text } : { kind: 'phone', value: phone };
}
