import { type Currency, moneyText } from '@tonle/money';

/** A text's parameters as people read them: an amount travels as a plain decimal and is shown as "៛3,283,500 KHR". */
export function inWords(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { currency } = params;
  const amounts = { khr: 'KHR', usd: 'USD', balance: currency, limit: currency, spent: currency };
  const shown = { ...params };
  for (const [name, its] of Object.entries(amounts)) {
    const amount = shown[name];
    if (typeof amount === 'string' && typeof its === 'string')
      shown[name] = moneyText(amount, its as Currency, { code: true });
  }
  return shown;
}
