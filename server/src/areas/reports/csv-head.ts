const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of a CSV: the mark by which a spreadsheet knows UTF-8, and the columns' labels. */
export const csvHead = (labels: readonly string[]): Buffer =>
  Buffer.from(`${BYTE_ORDER_MARK}${labels.map(cellOf).join(',')}\n`);

const cellOf = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
