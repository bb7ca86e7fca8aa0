import { type Currency, parseAmount } from '@tonle/money';

/**
 * An amount of a currency as minor units, or the key of what is wrong with it.
 * The rules and their order are 1-portal.md section 5's; the balance is judged elsewhere.
 */
export function judgeAmount(typed: string, currency: Currency): bigint | string {
  if (typed === '') return 'amount.required';
  const amountMinor = parseAmount(typed, currency);
  if (amountMinor === 'too-many-decimals')
    return currency === 'KHR' ? 'amount.khr-fraction' : 'amount.usd-fraction';
  if (amountMinor === 'out-of-range') return 'amount.out-of-range';
  if (amountMinor === 'not-a-number') return 'amount.not-a-number';
  return amountMinor > 0n ? amountMinor : 'amount.not-positive';
}
