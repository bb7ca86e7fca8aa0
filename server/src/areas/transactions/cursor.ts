import type { Position } from './transaction-query.ts';

/** Opaque to callers: a side and the sequence number of the row beside it. */
export const cursorOf = (kind: 'after' | 'before', seq: bigint): string =>
  Buffer.from(`${kind === 'after' ? 'n' : 'p'}${seq}`).toString('base64url');

/** The position of a cursor; undefined for what no list has given out. */
export function readCursor(cursor: string): Position | undefined {
  const match = /^([np])(\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) return undefined;
  const seq = BigInt(match[2] ?? '');
  if (seq > 9_223_372_036_854_775_806n) return undefined;
  return { kind: match[1] === 'n' ? 'after' : 'before', seq };
}
