import { hexOf } from './hex.ts';

/** PostgreSQL's array literals. Written out here because the driver's own takes several times as long over a batch. */

const needsEscape = /["\\]/;

const quoted = (text: string): string =>
  needsEscape.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;

export function textArray(values: readonly (string | null | undefined)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (i > 0) text += ',';
    text += value === null || value === undefined ? 'NULL' : quoted(value);
  }
  return `${text}}`;
}

export function byteaArray(values: readonly (Uint8Array | null)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (i > 0) text += ',';
    text += value ? `"\\\\x${hexOf(value)}"` : 'NULL';
  }
  return `${text}}`;
}

/** Numbers, booleans, dates as text: nothing that needs quoting. */
export function arrayOf(values: readonly (bigint | number | boolean | string | null)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ',';
    text += values[i] ?? 'NULL';
  }
  return `${text}}`;
}

let lastInstant = { epochMs: Number.NaN, text: '' };

/** An instant exactly as it was hashed: whole milliseconds. */
export function instantText(epochMs: number): string {
  if (epochMs !== lastInstant.epochMs) {
    lastInstant = { epochMs, text: new Date(epochMs).toISOString() };
  }
  return lastInstant.text;
}

/** Values of any kind for a column of an attached table. */
export function mixedArray(values: readonly unknown[]): string {
  return textArray(values.map(asText));
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${hexOf(value)}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
