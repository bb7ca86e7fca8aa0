import { describe, expect, it } from 'vitest';
import { formatTypedAmount, readTypedAmount, settledAmount } from './typed-amount.ts';

describe('an amount as it is typed', () => {
  it.each([
    ['1000000', 'KHR', '1000000'],
    ['1,000,0000', 'KHR', '10000000'],
    ['007', 'KHR', '7'],
    ['0', 'KHR', '0'],
    ['.5', 'USD', '0.5'],
    ['-5', 'USD', '5'],
    ['១០០០', 'KHR', '1000'],
  ] as const)('reads %j in %s as %s', (typed, currency, read) => {
    expect(readTypedAmount(typed, currency, false)).toBe(read);
  });

  it('keeps what is no amount, so that it is refused in words and never becomes another amount', () => {
    expect(readTypedAmount('100.5', 'KHR', false)).toBe('100.5');
    expect(readTypedAmount('1e3', 'USD', false)).toBe('1e3');
    expect(readTypedAmount('٥', 'USD', false)).toBe('٥');
    expect(readTypedAmount('1,5', 'USD', false, false)).toBe('1,5');
    expect(readTypedAmount('1,500', 'USD', false, false)).toBe('1500');
  });
});

describe('an amount that is pasted', () => {
  it.each([
    ['៛ 1,000,000', 'KHR', '1000000'],
    ['1 000 000 KHR', 'KHR', '1000000'],
    [' 5 ', 'USD', '5'],
    ['$1,284,019.55', 'USD', '1284019.55'],
    ['usd 12.50', 'USD', '12.50'],
    ['-500', 'KHR', '-500'],
    ['$5', 'KHR', '$5'],
    ['1,5', 'USD', '1,5'],
    ['1.000,50', 'USD', '1.000,50'],
    ['9007199254740993', 'KHR', '9007199254740993'],
  ] as const)('reads %j in %s as %s', (pasted, currency, read) => {
    expect(readTypedAmount(pasted, currency, true)).toBe(read);
  });
});

describe('what the field shows', () => {
  it('groups, keeps the point just typed, and leaves alone what is no amount', () => {
    expect(formatTypedAmount('1234567')).toBe('1,234,567');
    expect(formatTypedAmount('1234.')).toBe('1,234.');
    expect(formatTypedAmount('1e3')).toBe('1e3');
    expect(settledAmount('1234.')).toBe('1234');
  });
});
