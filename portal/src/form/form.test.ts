import { expect, test } from 'vitest';
import { z } from 'zod';
import { resolverOf } from './form.ts';
import { formatTypedPhone, readTypedPhone } from './typed-phone.ts';

test.each([
  ['+855 12 345 678', '85512345678', '+855 12 345 678'],
  ['85592417226', '85592417226', '+855 92 417 226'],
  ['92417226', '85592417226', '+855 92 417 226'],
  ['092417226', '855092417226', '+855 09 241 7226'],
  ['+855 ', '', ''],
  ['+85', '', ''],
  ['', '', ''],
])('phone %s is held as %s and shown as %s', (typed, held, shown) => {
  expect(readTypedPhone(typed)).toBe(held);
  expect(formatTypedPhone(held)).toBe(shown);
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
