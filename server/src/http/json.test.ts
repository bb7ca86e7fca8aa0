import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('reading JSON', () => {
  it('reads what JSON.parse reads', () => {
    const value = { a: [1, 2.5, -3, true, false, null, 'ក្រុង "x" \n'], b: { c: {} }, '': 0 };
    expect(parse(JSON.stringify(value, null, 2))).toEqual(value);
  });

  it('keeps numbers that no double holds', () => {
    const { amount, big } = parse('{"amount": 9007199254740993, "big": 1e400}') as Record<string, unknown>;
    expect(amount).toEqual(new LosslessNumber('9007199254740993'));
    expect(big).toEqual(new LosslessNumber('1e400'));
  });

  it('reads numbers that are exact as written', () => {
    expect(parse('[0.30, 15000, 1.10, 1e3]')).toEqual([0.3, 15000, 1.1, 1000]);
  });

  it('goes through a text once, whatever stands in its strings', () => {
    // Looking from each escape for the end of the string would be a million searches through megabytes.
    const lines = '\n'.repeat(4_000_000);
    expect(parse(JSON.stringify({ lines, after: '\\"' }))).toEqual({ lines, after: '\\"' });
  });

  it.each([
    ['the same key twice', '{"a":1,"a":1}'],
    ['the same key twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['the same key twice, deep', '{"x":[{"a":1, "b":{"a":2}, "a" :3}]}'],
    ['__proto__', '{"__proto__":{"x":1}}'],
    ['__proto__, escaped', '{"\\u005f_proto__":{"x":1}}'],
    ['constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['NUL', '{"a":"x\\u0000y"}'],
    ['a bare NUL', '{"a":"x\0y"}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['a lone surrogate in a key', '{"\\udfff":1}'],
    ['deep arrays', '['.repeat(100_000)],
    ['deep objects', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
    ['a huge key', `{"${'k'.repeat(300)}":1}`],
    ['a single quote', "{'a':1}"],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1}//'],
    ['NaN', '{"a":NaN}'],
    ['two values', '{} {}'],
    ['a string without an end', '{"a":"x'],
    ['a leading zero', '[01]'],
    ['nothing but blanks', '   '],
    ['a byte order mark', '\ufeff{}'],
  ])('refuses %s', (_name, text) => {
    expect(() => parse(text)).toThrow();
  });

  it('refuses broken UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toThrow();
    expect(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow();
  });

  it('takes the same key in two objects, and braces in strings', () => {
    expect(parse('[{"a":"}{\\"["},{"a":2}]')).toEqual([{ a: '}{"[' }, { a: 2 }]);
  });
});
