import { isSafeNumber, LosslessNumber } from 'lossless-json';

/** Deep enough for every body of the contract; a deeper one would only cost stack. */
const DEPTH_MAX = 32;
const KEY_LENGTH_MAX = 256;
const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** The text is no JSON that is accepted here; `why` is for the log, never the text itself. */
export class JsonRefused extends Error {
  override name = 'JsonRefused';
}

/**
 * Reads JSON from the raw bytes. `JSON.parse` would round 9007199254740993 before a schema saw it, keep the last of two
 * equal keys, and let broken UTF-8 and lone surrogates through; each is exact or refused here.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  scan(text);
  try {
    return JSON.parse(text, exactNumber);
  } catch (error) {
    throw new JsonRefused('not JSON', { cause: error });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new JsonRefused('not UTF-8', { cause: error });
  }
}

/** JSON.parse gives each number as it is written too, which is what counts; a string of megabytes it reads in a moment. */
const exactNumber = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined ? parseNumber(context.source) : value;

/** A number where that is exact as written, else its digits. */
const parseNumber = (digits: string): number | LosslessNumber =>
  digits.length <= 400 && isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits);

/**
 * Walks the text once before it is parsed: bounds the depth, and looks at every string and key. On text that is no JSON
 * it may see anything; the parser refuses that afterwards.
 */
function scan(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  const endOfString = stringEnds(text);
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined);
      if (open.length > DEPTH_MAX) throw new JsonRefused('too deep');
    } else if (char === '}' || char === ']') {
      open.pop();
    } else if (char === '"') {
      const end = endOfString(at);
      const string = readString(text.slice(at, end + 1));
      const keys = open.at(-1);
      if (keys !== undefined && isKey(text, end)) judgeKey(string, keys);
      at = end;
    }
  }
}

/** Where strings end. Looks for quotes and backslashes by the engine's own search: a picture is one string of megabytes. */
function stringEnds(text: string): (start: number) => number {
  let quote = -1;
  let slash = -1;
  return (start) => {
    let from = start + 1;
    for (;;) {
      // Each is looked for anew only once it is passed, so that a text is gone through once whatever stands in it.
      if (quote < from) {
        quote = text.indexOf('"', from);
        if (quote === -1) throw new JsonRefused('a string that does not end');
      }
      if (slash < from) {
        const next = text.indexOf('\\', from);
        slash = next === -1 ? text.length : next;
      }
      if (quote < slash) return quote;
      from = slash + 2;
    }
  };
}

function readString(quoted: string): string {
  let string: unknown;
  try {
    string = JSON.parse(quoted);
  } catch (error) {
    throw new JsonRefused('not a JSON string', { cause: error });
  }
  if (typeof string !== 'string') throw new JsonRefused('not a JSON string');
  if (string.includes('\0')) throw new JsonRefused('NUL in a string');
  if (!string.isWellFormed()) throw new JsonRefused('a lone surrogate in a string');
  return string;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
  return text[at] === ':';
}

function judgeKey(key: string, keys: Set<string>): void {
  if (REFUSED_KEYS.has(key) || key.length > KEY_LENGTH_MAX)
    throw new JsonRefused('a key that is not allowed');
  if (keys.has(key)) throw new JsonRefused('the same key twice');
  keys.add(key);
}
