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
  expect([settledPhone('+855'), settledPhone('85510')]).toEqual(['', '85510']);
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
