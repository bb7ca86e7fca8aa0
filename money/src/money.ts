/** The two assets of the national network, by the ids it gives them. */
export const assetIds = ['khr#nbc', 'usd#nbc'] as const;
export type AssetId = (typeof assetIds)[number];
export const currencies = ['KHR', 'USD'] as const;
export type Currency = (typeof currencies)[number];

/** An amount in minor units of one asset: whole Riel, or US cents. Never a floating-point number. */
export type Money = { assetId: AssetId; amountMinor: bigint };

const byCurrency = {
  KHR: { assetId: 'khr#nbc', decimals: 0, symbol: '៛' },
  USD: { assetId: 'usd#nbc', decimals: 2, symbol: '$' },
} as const satisfies Record<Currency, { assetId: AssetId; decimals: number; symbol: string }>;

export const assetOf = (currency: Currency): AssetId => byCurrency[currency].assetId;
export const currencyOf = (assetId: AssetId): Currency => (assetId === 'khr#nbc' ? 'KHR' : 'USD');
export const decimalsOf = (currency: Currency): number => byCurrency[currency].decimals;
export const symbolOf = (currency: Currency): string => byCurrency[currency].symbol;

/** The largest amount the database's bigint holds; everything above it is refused as out of range. */
export const amountMinorMax = 9_223_372_036_854_775_807n;

/** Why a text is not an amount of a currency. */
export type AmountFault = 'not-a-number' | 'too-many-decimals' | 'out-of-range';

/**
 * Reads a plain decimal ("15000", "0.30") as minor units of the currency, exactly.
 * Exponents, signs other than one leading minus, blanks, leading zeros and non-ASCII digits are no numbers.
 * Zeros beyond the currency's decimals ("100.00" KHR) are accepted, other digits there are not.
 */
export function parseAmount(text: string, currency: Currency): bigint | AmountFault {
  if (text.length > 40) return /^-?\d+(\.\d+)?$/.test(text) ? 'out-of-range' : 'not-a-number';
  const match = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  if (!match) return 'not-a-number';
  const [, sign, whole = '0', fraction = ''] = match;
  const decimals = decimalsOf(currency);
  if (/[1-9]/.test(fraction.slice(decimals))) return 'too-many-decimals';
  const magnitude = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (sign && magnitude === 0n) return 'not-a-number';
  if (magnitude > amountMinorMax) return 'out-of-range';
  return sign ? -magnitude : magnitude;
}

/** Minor units as the plain decimal that travels on the wire and in CSV: "15000", "0.30". */
export function formatAmount(amountMinor: bigint, currency: Currency): string {
  const decimals = decimalsOf(currency);
  const magnitude = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(decimals + 1, '0');
  const sign = amountMinor < 0n ? '-' : '';
  if (decimals === 0) return sign + magnitude;
  return `${sign}${magnitude.slice(0, -decimals)}.${magnitude.slice(-decimals)}`;
}

/** Groups the whole part of a plain decimal in threes, for people: "1,284,019.55". */
export function groupDigits(decimal: string): string {
  const match = /^(-?)(\d+)((?:\.\d+)?)$/.exec(decimal);
  if (!match) return decimal;
  const [, sign, whole = '', fraction] = match;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
}

/** An amount as the wire carries it ("15000", "0.30"), or in minor units. */
export type Amount = string | bigint;
export type Sign = 'auto' | 'always' | '+' | '-';

type Parts = { sign: string; symbol: string; digits: string };

const signs = { '+': '+', '-': '−', auto: '', always: '' } as const;

/**
 * Splits an amount for people; an amount that is none stays as it came. Another server may name a currency that is
 * neither of ours: its decimals are not known, so the figure stays as it was sent, without a symbol.
 */
export function moneyParts(amount: Amount, currency: Currency, sign: Sign): Parts {
  if (!currencies.includes(currency)) {
    return { sign: signs[sign], symbol: '', digits: groupDigits(String(amount)) };
  }
  const minor = typeof amount === 'bigint' ? amount : parseAmount(amount, currency);
  if (typeof minor !== 'bigint') return { sign: '', symbol: symbolOf(currency), digits: String(amount) };
  const negative = sign === '-' || (sign !== '+' && minor < 0n);
  const positive = sign === '+' || (sign === 'always' && minor > 0n);
  return {
    sign: negative ? '−' : positive ? '+' : '',
    symbol: symbolOf(currency),
    digits: groupDigits(formatAmount(minor < 0n ? -minor : minor, currency)),
  };
}

/** The same as text: "៛1,000,000 KHR". For sentences, buttons' names, titles and announcements. */
export function moneyText(
  amount: Amount,
  currency: Currency,
  options: { sign?: Sign; code?: boolean } = {},
): string {
  const { sign, symbol, digits } = moneyParts(amount, currency, options.sign ?? 'auto');
  return `${sign}${symbol}${digits}${options.code ? ` ${currency}` : ''}`;
}
