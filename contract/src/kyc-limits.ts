/** The limits of a day that the national bank sets, in whole riel and US cents; the same for every kind of account (decisions section 8). */
export const nationalDayLimits = {
  PARTIAL_KYC: { khrMinor: 12_000_000n, usdMinor: 300_000n },
  FULL_KYC: { khrMinor: 40_000_000n, usdMinor: 1_000_000n },
} as const;
