import fc from 'fast-check';
import { expect, it } from 'vitest';
import { axisOf, shareOf, shortAmount } from './chart-scale.ts';

it('an axis reaches above the largest amount, in a few even steps', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.constantFrom('KHR', 'USD'),
      (largest, currency) => {
        const { topMinor, ticksMinor } = axisOf(largest, currency as 'KHR' | 'USD');
        expect(topMinor).toBeGreaterThanOrEqual(largest);
        expect(ticksMinor.length).toBeGreaterThanOrEqual(2);
        expect(ticksMinor.length).toBeLessThanOrEqual(5);
        expect(ticksMinor.at(-1)).toBe(topMinor);
        expect(shareOf(largest, topMinor)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

it('says an axis amount in few figures', () => {
  expect(axisOf(1_084_000_000n, 'KHR').ticksMinor.map((it) => shortAmount(it, 'KHR'))).toEqual([
    { scale: 'plain', value: '0' },
    { scale: 'million', value: '500' },
    { scale: 'billion', value: '1' },
    { scale: 'billion', value: '1.5' },
  ]);
  expect(axisOf(3_900n, 'USD').ticksMinor.map((it) => shortAmount(it, 'USD').value)).toEqual([
    '0',
    '10',
    '20',
    '30',
    '40',
  ]);
});
