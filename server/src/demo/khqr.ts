/** A KHQR text as a merchant's QR code carries it (decisions section 10): EMV tags, and a CRC that ends it. */
export function khqrOf(it: {
  accountId: string;
  currency: 'KHR' | 'USD';
  amount?: string;
  name: string;
  billNumber?: string;
  madeAt: Date;
}): string {
  const tag = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;
  const millis = String(it.madeAt.getTime());
  const text = [
    tag('00', '01'),
    tag('01', it.amount === undefined ? '11' : '12'),
    tag('29', tag('00', it.accountId)),
    tag('52', '5999'),
    tag('53', it.currency === 'KHR' ? '116' : '840'),
    it.amount === undefined ? '' : tag('54', it.amount),
    tag('58', 'KH'),
    tag('59', it.name.slice(0, 25)),
    tag('60', 'Phnom Penh'),
    it.billNumber === undefined ? '' : tag('62', tag('01', it.billNumber)),
    tag('99', tag('00', millis)),
    '6304',
  ].join('');
  return `${text}${crcOf(text)}`;
}

/** CRC-16/CCITT-FALSE, always four digits. */
function crcOf(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
