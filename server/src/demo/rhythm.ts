import { startOfDay } from '@tonle/contract/phnom-penh-day';
import type { Random } from '@tonle/contract/random';
import type { Currency } from '@tonle/money';

/** Markets open early, offices pay in the morning, people eat out in the evening, and at night hardly anyone pays. */
const hourWeights = [2, 1, 1, 1, 2, 8, 22, 34, 40, 38, 36, 38, 34, 24, 26, 30, 32, 38, 42, 38, 26, 16, 9, 4];
/** Sunday first. */
const weekdayPercent = [85, 100, 98, 100, 102, 112, 104];

/** A moment of the day, as likely as the hour is busy. */
export function momentOf(random: Random, day: string): Date {
  const hour = random.weighted(hourWeights);
  return new Date(startOfDay(day).getTime() + hour * 3_600_000 + random.below(3_600_000));
}

export const weekdayShare = (day: string): number =>
  weekdayPercent[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 100;

/** Wages are paid in the middle and near the end of the month. */
export const isSalaryDay = (day: string): boolean => day.endsWith('-15') || day.endsWith('-28');

export type Size = 'small' | 'middle' | 'large' | 'huge';
const sizes: readonly Size[] = ['small', 'middle', 'large', 'huge'];

/** From, to and step in minor units: prices end in round figures. */
const ranges: Record<Currency, Record<Size, readonly [number, number, number]>> = {
  KHR: {
    small: [2_000, 40_000, 500],
    middle: [40_000, 400_000, 1_000],
    large: [400_000, 6_000_000, 10_000],
    huge: [8_000_000, 90_000_000, 500_000],
  },
  USD: {
    small: [50, 1_200, 25],
    middle: [1_000, 15_000, 50],
    large: [15_000, 180_000, 500],
    huge: [200_000, 2_500_000, 10_000],
  },
};

export function amountOf(random: Random, currency: Currency, size: Size): bigint {
  const [from, to, step] = ranges[currency][size];
  const amount = from + random.below(Math.floor((to - from) / step) + 1) * step;
  // Now and then a price to the cent.
  return BigInt(currency === 'USD' && random.percent(20) ? amount + random.below(25) : amount);
}

export const sizeOf = (random: Random, weights: readonly [number, number, number, number]): Size =>
  sizes[random.weighted(weights)] ?? 'small';
