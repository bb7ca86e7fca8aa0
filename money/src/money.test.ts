import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountMinorMax,
  assetOf,
  currencyOf,
  formatAmount,
  groupDigits,
  moneyText,
  parseAmount,
} from './money.ts';

describe('money', () => {
  test.each([
    ['15000', 'KHR', 15000n],
    ['15000.00', 'KHR', 15000n],
    ['0.30', 'USD', 30n],
    ['0.3', 'USD', 30n],
    ['1.10', 'USD', 110n],
    ['0', 'USD', 0n],
    ['-5', 'KHR', -5n],
    ['9007199254740993', 'KHR', 9007199254740993n],
    ['9223372036854775807', 'KHR', amountMinorMax],
    ['92233720368547758.07', 'USD', amountMinorMax],
  ] as const)('%s %s is %s minor units, exactly', (text, currency, amountMinor) => {
    expect(parseAmount(text, currency)).toBe(amountMinor);
  });

  test.each([
    ['100.5', 'KHR', 'too-many-decimals'],
    ['0.301', 'USD', 'too-many-decimals'],
    ['9223372036854775808', 'KHR', 'out-of-range'],
    ['1000000000000000000000000000000', 'KHR', 'out-of-range'],
    [`1${'0'.repeat(60)}`, 'USD', 'out-of-range'],
    ['1e3', 'KHR', 'not-a-number'],
    ['-0', 'KHR', 'not-a-number'],
    ['-0.00', 'USD', 'not-a-number'],
    [' 5 ', 'KHR', 'not-a-number'],
    ['٥', 'KHR', 'not-a-number'],
    ['៥', 'KHR', 'not-a-number'],
    ['NaN', 'KHR', 'not-a-number'],
    ['007', 'KHR', 'not-a-number'],
    ['1,000', 'KHR', 'not-a-number'],
    ['.5', 'USD', 'not-a-number'],
    ['5.', 'USD', 'not-a-number'],
    ['+5', 'KHR', 'not-a-number'],
    ['', 'KHR', 'not-a-number'],
  ] as const)(
    'known fault: %j %s is refused as %s, never rounded (numscript PR 156)',
    (text, currency, fault) => {
      expect(parseAmount(text, currency)).toBe(fault);
    },
  );

  test('what is formatted reads back as itself', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -amountMinorMax, max: amountMinorMax }),
        fc.constantFrom('KHR' as const, 'USD' as const),
        (amountMinor, currency) => {
          expect(parseAmount(formatAmount(amountMinor, currency), currency)).toBe(amountMinor);
        },
      ),
    );
  });

  test('known fault: KHR 15000 is 15000, never 150.00 (woocommerce-payments 7834)', () => {
    expect(formatAmount(15000n, 'KHR')).toBe('15000');
    expect(formatAmount(15000n, 'USD')).toBe('150.00');
    expect(formatAmount(-5n, 'USD')).toBe('-0.05');
  });

  test('digits are grouped in threes in the whole part only', () => {
    expect(groupDigits('1284019.55')).toBe('1,284,019.55');
    expect(groupDigits('-1000')).toBe('-1,000');
    expect(groupDigits('100')).toBe('100');
  });

  test('assets and currencies name each other', () => {
    expect(currencyOf(assetOf('KHR'))).toBe('KHR');
    expect(currencyOf(assetOf('USD'))).toBe('USD');
  });
});

test.each([
  ['15000', 'KHR', {}, '៛15,000'],
  ['15000.00', 'KHR', {}, '៛15,000'],
  ['9007199254740993', 'KHR', { code: true }, '៛9,007,199,254,740,993 KHR'],
  ['0.3', 'USD', {}, '$0.30'],
  ['-165408.10', 'USD', {}, '−$165,408.10'],
  [420_250_000n, 'KHR', { sign: 'always' }, '+៛420,250,000'],
  ['5', 'USD', { sign: '-' }, '−$5.00'],
  ['nonsense', 'USD', {}, '$nonsense'],
  // A currency that is none of ours, as another server may name it.
  ['1284019.5', 'THB' as 'USD', { sign: '-', code: true }, '−1,284,019.5 THB'],
] as const)('%s %s reads as %o -> %s', (amount, currency, options, text) => {
  expect(moneyText(amount, currency, options)).toBe(text);
});
