import { type Currency, decimalsOf, groupDigits, parseAmount } from '@tonle/money';

/** An amount of an answer in minor units; one that cannot be read draws nothing. */
export function minorOf(amount: string, currency: Currency): bigint {
  const minor = parseAmount(amount, currency);
  return typeof minor === 'bigint' ? minor : 0n;
}

/** The least and the most of some amounts. */
export function extentOf(amountsMinor: readonly bigint[]): { leastMinor: bigint; mostMinor: bigint } {
  const [leastMinor = 0n, ...others] = amountsMinor.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { leastMinor, mostMinor: others.at(-1) ?? leastMinor };
}

export type Axis = { topMinor: bigint; ticksMinor: readonly bigint[] };

/** Lines of an axis from 0 up: one, two or five times a power of ten apart, so many that the largest amount lies below the top. */
export function axisOf(largestMinor: bigint, currency: Currency, lines = 4n): Axis {
  let power = 10n ** BigInt(decimalsOf(currency));
  const stepOf = () => [1n, 2n, 5n].map((it) => it * power).find((it) => it * lines >= largestMinor);
  let step = stepOf();
  while (step === undefined) {
    power *= 10n;
    step = stepOf();
  }
  const count = largestMinor <= 0n ? 1n : (largestMinor + step - 1n) / step;
  const ticksMinor = Array.from({ length: Number(count) + 1 }, (_, index) => BigInt(index) * step);
  return { topMinor: count * step, ticksMinor };
}

/** How much of the whole an amount is, 0 to 1, for a place on the screen and nothing else. */
export function shareOf(minor: bigint, wholeMinor: bigint): number {
  if (wholeMinor <= 0n || minor <= 0n) return 0;
  return Math.min(1, Number((minor * 10_000n) / wholeMinor) / 10_000);
}

const scales = [
  ['trillion', 10n ** 12n],
  ['billion', 10n ** 9n],
  ['million', 10n ** 6n],
  ['thousand', 10n ** 3n],
  ['plain', 1n],
] as const;

/** An axis amount in few figures: 900 million, 1.5 thousand. Its steps are such that one decimal says it whole. */
export function shortAmount(
  minor: bigint,
  currency: Currency,
): { scale: (typeof scales)[number][0]; value: string } {
  const major = minor / 10n ** BigInt(decimalsOf(currency));
  const [scale, unit] = scales.find(([, it]) => major >= it) ?? ['plain', 1n];
  const tenths = (major * 10n) / unit;
  const value = groupDigits(String(tenths / 10n)) + (tenths % 10n === 0n ? '' : `.${tenths % 10n}`);
  return { scale, value };
}
