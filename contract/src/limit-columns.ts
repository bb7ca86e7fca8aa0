import type { InLanguages } from './report-columns.ts';

/** What the exports of limits call things: as the screens do, which a test of the portal compares. */
export const limitColumns = {
  name: { en: 'Limit name', km: 'ឈ្មោះកម្រិតកំណត់' },
  khr: { en: 'KHR limit', km: 'កម្រិតកំណត់ KHR' },
  usd: { en: 'USD limit', km: 'កម្រិតកំណត់ USD' },
  kyc: { en: 'KYC status', km: 'ស្ថានភាព KYC' },
  description: { en: 'Description', km: 'ការពិពណ៌នា' },
} as const satisfies Record<string, InLanguages<string>>;
