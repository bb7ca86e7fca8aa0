import type { Currency } from '@tonle/money';

/**
 * KHQR: a payment request as the text of a QR code, EMV merchant-presented (decisions section 10). Tag, length in two digits,
 * value, one after another; a CRC ends it.
 */

export const khqrLengthMax = 512;
/** An account id longer than this cannot be carried. */
export const khqrAccountIdLengthMax = 32;
/** Nor an amount, its dot included. */
export const khqrAmountLengthMax = 13;
const nameLengthMax = 25;
const currencyNumbers: Readonly<Record<Currency, string>> = { KHR: '116', USD: '840' };

export type KhqrRequest = {
  accountId: string;
  currency: Currency;
  /** A decimal that fits. With an amount the code is dynamic: it is for this one payment, until it expires. */
  amount?: string;
  /** Cut at 25 characters. */
  name: string;
  billNumber?: string;
  description?: string;
  merchantCategory?: string;
  madeAt: Date;
  /** Of a dynamic code. */
  expiresAt?: Date;
};

/** The text of the code. The account id must fit. */
export function khqrText(it: KhqrRequest): string {
  const isDynamic = it.amount !== undefined;
  const extra = tag('01', it.billNumber) + tag('08', it.description);
  const times =
    tag('00', millisOf(it.madeAt)) +
    tag('01', isDynamic && it.expiresAt !== undefined ? millisOf(it.expiresAt) : undefined);
  const text = [
    tag('00', '01'),
    tag('01', isDynamic ? '12' : '11'),
    tag('29', tag('00', it.accountId)),
    tag('52', it.merchantCategory ?? '5999'),
    tag('53', currencyNumbers[it.currency]),
    tag('54', it.amount),
    tag('58', 'KH'),
    tag('59', beginningOf(it.name)),
    tag('60', 'Phnom Penh'),
    tag('62', extra === '' ? undefined : extra),
    tag('99', times),
    '6304',
  ].join('');
  return `${text}${crcOf(text)}`;
}

/** As much of a name as fits, in whole characters: lengths count UTF-16 units, of which some characters have two. */
function beginningOf(name: string): string {
  let fitting = '';
  for (const one of name) {
    if (fitting.length + one.length > nameLengthMax) break;
    fitting += one;
  }
  return fitting;
}

const tag = (id: string, value: string | undefined): string =>
  value === undefined || value === '' ? '' : `${id}${String(value.length).padStart(2, '0')}${value}`;
const millisOf = (it: Date): string => String(it.getTime()).padStart(13, '0');

export type KhqrContent = {
  accountId: string;
  currency: Currency;
  amount: string | undefined;
  name: string | undefined;
  billNumber: string | undefined;
  expiresAt: Date | undefined;
};

/** What a scanned text asks for; undefined where it is no KHQR, or was damaged on the way. */
export function readKhqr(text: string): KhqrContent | undefined {
  if (text.length > khqrLengthMax || text.slice(-8, -4) !== '6304') return undefined;
  if (crcOf(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return undefined;
  const tags = tagsOf(text);
  const accountId = tagsOf(tags?.get('29') ?? '')?.get('00');
  const currency = (['KHR', 'USD'] as const).find((it) => currencyNumbers[it] === tags?.get('53'));
  if (tags?.get('00') !== '01' || accountId === undefined || currency === undefined) return undefined;
  const expires = Number(tagsOf(tags.get('99') ?? '')?.get('01') ?? Number.NaN);
  return {
    accountId: accountId.toLowerCase(),
    currency,
    amount: tags.get('54'),
    name: tags.get('59'),
    billNumber: tagsOf(tags.get('62') ?? '')?.get('01'),
    expiresAt: Number.isSafeInteger(expires) ? new Date(expires) : undefined,
  };
}

function tagsOf(text: string): Map<string, string> | undefined {
  const tags = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4));
    const length = Number(head?.[2]);
    if (head?.[1] === undefined || at + 4 + length > text.length) return undefined;
    tags.set(head[1], text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return tags;
}

/** CRC-16/CCITT-FALSE over the UTF-8 bytes, always four hex digits. */
function crcOf(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
