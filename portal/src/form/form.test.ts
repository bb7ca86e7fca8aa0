import { expect, test } from 'vitest';
import { z } from 'zod';
import { caretBefore } from './caret.ts';
import { resolverOf } from './form.ts';
import { formatTypedPhone, readTypedPhone, settledPhone } from './typed-phone.ts';

test.each([
  ['+855 12 345 678', '85512345678', '+855 12 345 678'],
  ['85592417226', '85592417226', '+855 92 417 226'],
  ['92417226', '85592417226', '+855 92 417 226'],
  ['092417226', '855092417226', '+855 09 241 7226'],
  ['0085592417226', '85592417226', '+855 92 417 226'],
  ['៩២៤១៧២២៦', '85592417226', '+855 92 417 226'],
  ['+66 2 123 4567', '+6621234567', '+6621234567'],
  ['', '', ''],
])('phone %s is held as %s and shown as %s', (typed, held, shown) => {
  expect(readTypedPhone(typed, '')).toBe(held);
  expect(formatTypedPhone(held)).toBe(shown);
});

test('a phone is typed key by key with its country code, and deleted down to nothing', () => {
  let held = '';
  const type = (key: string) => {
    held = readTypedPhone(`${formatTypedPhone(held)}${key}`, held);
    return formatTypedPhone(held);
  };
  expect([...'+855 10'].map(type)).toEqual(['+', '+8', '+85', '+855', '+855', '+855 1', '+855 10']);
  expect(readTypedPhone('+855 ', '8551')).toBe('');
  expect(readTypedPhone('+', '85510110500')).toBe('+');
  expect(readTypedPhone('+85', '+855')).toBe('+85');
  expect(['+855', '+', '85510', '+6621234567'].map(settledPhone)).toEqual(['', '', '85510', '+6621234567']);
});

test.each([
  [
    'deleting',
    '+855 92 417 226',
    ['855 92 417 226', '+55 92 417 226', '+85 92 417 226', ' 92 417 226'],
    '85592417226',
  ],
  ['deleting what looks like it', '+855 85 512 345', ['+85 85 512 345', '855 85 512 345'], '85585512345'],
  ['typing', '+855 92 417 226', ['0+855 92 417 226', '+0855 92 417 226', '+8550 92 417 226'], '855092417226'],
  ['going over both', '+855 92 417 226', ['+66 92 417 22'], '+669241722'],
])('%s in the country code of %s never makes another number of it', (_, shown, texts, held) => {
  for (const typed of texts)
    expect([typed, readTypedPhone(typed, readTypedPhone(shown, ''))]).toEqual([typed, held]);
});

test('the caret stays before as many typed characters, and is not caught by what the field itself puts', () => {
  const amount = (typedAfter: number, forward = false) =>
    caretBefore('1,234,567', typedAfter, /[\s,]/, forward);
  expect([amount(4), amount(2), amount(0), amount(7)]).toEqual([4, 7, 9, 0]);
  expect([amount(6), amount(6, true), amount(3), amount(3, true)]).toEqual([1, 2, 5, 6]);
  expect(caretBefore('+855 12 345', 5, /\s/, false)).toBe(4);
});

const Schema = z.object({
  name: z.string().min(1, 'field.required').max(5, 'field.too-long'),
  nested: z.object({ phone: z.union([z.literal(''), z.string().regex(/^855/, 'phone.invalid')]) }),
  count: z.number(),
});

test('faults carry the key of their text and its parameters', async () => {
  const judge = resolverOf<z.input<typeof Schema>, z.output<typeof Schema>>(Schema);
  const judged = await judge(
    { name: 'too long', nested: { phone: '1' }, count: 'x' as never },
    undefined,
    {} as never,
  );
  expect(judged.errors).toMatchObject({
    name: { message: 'field.too-long', params: { max: 5 } },
    nested: { phone: { message: 'phone.invalid' } },
    count: { message: 'field.invalid' },
  });
});

test('what is right comes out as the schema reads it', async () => {
  const judge = resolverOf<z.input<typeof Schema>, z.output<typeof Schema>>(Schema);
  const values = { name: 'Sok', nested: { phone: '' }, count: 1 };
  expect(await judge(values, undefined, {} as never)).toEqual({ values, errors: {} });
});
