import fc from 'fast-check';
import { expect, test } from 'vitest';
import { khqrText, readKhqr } from './khqr.ts';

const madeAt = new Date('2026-11-27T05:00:00.000Z');

test('a code says what it was made of, in any script', () => {
  fc.assert(
    fc.property(
      fc.record({
        accountId: fc.stringMatching(/^[a-z0-9_]{1,20}@[a-z0-9_]{1,9}$/),
        currency: fc.constantFrom('KHR' as const, 'USD' as const),
        amount: fc.option(fc.stringMatching(/^[1-9]\d{0,8}(\.\d\d)?$/), { nil: undefined }),
        name: fc.constantFrom('Blue River Coffee', 'ហាងកាហ្វេទន្លេខៀវ', 'x'.repeat(40)),
        billNumber: fc.option(fc.stringMatching(/^[A-Z0-9-]{1,25}$/), { nil: undefined }),
      }),
      (it) => {
        const expiresAt = new Date(madeAt.getTime() + 600_000);
        const text = khqrText({ ...it, madeAt, expiresAt });
        expect(text).toMatch(/6304[0-9A-F]{4}$/);
        expect(readKhqr(text)).toEqual({
          accountId: it.accountId,
          currency: it.currency,
          amount: it.amount,
          name: [...it.name].slice(0, 25).join(''),
          billNumber: it.billNumber,
          expiresAt: it.amount === undefined ? undefined : expiresAt,
        });
      },
    ),
    { numRuns: 2_000 },
  );
});

test('Known fault (ts-khqr crc16): a CRC below 0x1000 has four digits all the same', () => {
  const texts = Array.from({ length: 400 }, (_, index) =>
    khqrText({ accountId: `shop${index}@chkt`, currency: 'USD', name: 'Shop', madeAt }),
  );
  const low = texts.filter((it) => it.at(-4) === '0');
  expect(low.length).toBeGreaterThan(5);
  for (const text of low) expect(readKhqr(text)?.name).toBe('Shop');
});

test('what is damaged, cut or no code at all is none', () => {
  const text = khqrText({ accountId: 'shop@chkt', currency: 'KHR', amount: '15000', name: 'Shop', madeAt });
  expect(readKhqr(text)?.amount).toBe('15000');
  for (let place = 0; place < text.length; place += 1) {
    const other = text[place] === '7' ? '8' : '7';
    expect(readKhqr(text.slice(0, place) + other + text.slice(place + 1))).toBe(undefined);
    expect(readKhqr(text.slice(0, place))).toBe(undefined);
  }
  for (const no of ['', 'hello', '6304FFFF', 'x'.repeat(600), `${'0'.repeat(40)}6304ABCD`]) {
    expect(readKhqr(no)).toBe(undefined);
  }
});
