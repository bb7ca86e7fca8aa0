import { dayOf } from '@tonle/contract/phnom-penh-day';
import type { Random } from '@tonle/contract/random';
import type { Currency } from '@tonle/money';

/** Markets open early, offices pay in the morning, people eat out in the evening, and at night hardly anyone pays. */
const hourWeights = [2, 1, 1, 1, 2, 8, 22, 34, 40, 38, 36, 38, 34, 24, 26, 30, 32, 38, 42, 38, 26, 16, 9, 4];
/** Sunday first. */
const weekdayPercent = [85, 100, 98, 100, 102, 112, 104];
const hourMean = hourWeights.reduce((sum, it) => sum + it, 0) / hourWeights.length;

const phnomPenhHour = (at: Date): number => new Date(at.getTime() + 7 * 3_600_000).getUTCHours();

/** Wages are paid in the middle and near the end of the month, in the morning. */
export const isSalaryTime = (at: Date): boolean => {
  const hour = phnomPenhHour(at);
  return /-(15|28)$/.test(dayOf(at)) && hour >= 8 && hour < 10;
};

/** How busy this moment is, where 1 is the mean of an ordinary day. */
export function busynessAt(at: Date): number {
  const weekday = new Date(`${dayOf(at)}T00:00:00Z`).getUTCDay();
  const share = ((hourWeights[phnomPenhHour(at)] ?? 1) / hourMean) * ((weekdayPercent[weekday] ?? 100) / 100);
  return isSalaryTime(at) ? share * 3 : share;
}

export type Size = 'tiny' | 'small' | 'middle' | 'large';

/** From, to and step in minor units: prices end in round figures. */
const ranges: Record<Currency, Record<Size, readonly [number, number, number]>> = {
  KHR: {
    tiny: [500, 8_000, 500],
    small: [2_000, 40_000, 500],
    middle: [40_000, 400_000, 1_000],
    large: [400_000, 6_000_000, 10_000],
  },
  USD: {
    tiny: [25, 300, 25],
    small: [50, 1_200, 25],
    middle: [1_000, 15_000, 50],
    large: [15_000, 180_000, 500],
  },
};

export function amountOf(random: Random, currency: Currency, size: Size): bigint {
  const [from, to, step] = ranges[currency][size];
  return BigInt(from + random.below(Math.floor((to - from) / step) + 1) * step);
}

export const currencyOf = (random: Random): Currency => (random.percent(56) ? 'KHR' : 'USD');
