import { expect, test } from 'vitest';
import { mayBeTyped, readTypedWhole } from './typed-whole.ts';

test('e, comma and dot cannot be typed', () => {
  expect([...'0123456789៥-'].every(mayBeTyped)).toBe(true);
  expect([...'e,.+ E'].some(mayBeTyped)).toBe(false);
});

test.each([
  ['40000000', '40000000'],
  [' 40 000 000 ', '40000000'],
  ['40,000,000', '40000000'],
  ['៤០', '40'],
  ['007', '7'],
  ['-5', '-5'],
  // Refused in words, never read as another number.
  ['10.50', '10.50'],
  ['1,5', '1,5'],
  ['1e3', '1e3'],
])('%s is read as %s', (typed, read) => {
  expect(readTypedWhole(typed)).toBe(read);
});
