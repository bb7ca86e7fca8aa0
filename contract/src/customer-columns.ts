import type { KycStatus } from './kyc-status.ts';
import type { InLanguages } from './report-columns.ts';

/** What the exports of customers call things: as the screens do, which a test of the portal compares. */
export const customerColumns = {
  fullName: { en: 'Full name', km: 'ឈ្មោះពេញ' },
  organization: { en: 'Organisation', km: 'អង្គភាព' },
  khmerName: { en: 'Name in Khmer', km: 'ឈ្មោះជាភាសាខ្មែរ' },
  accountId: { en: 'Account ID', km: 'លេខសម្គាល់គណនី' },
  primaryContact: { en: 'Primary contact', km: 'ទំនាក់ទំនងចម្បង' },
  secondaryContact: { en: 'Secondary contact', km: 'ទំនាក់ទំនងបន្ទាប់បន្សំ' },
  address: { en: 'Address', km: 'អាសយដ្ឋាន' },
  registered: { en: 'Registered date', km: 'កាលបរិច្ឆេទចុះឈ្មោះ' },
  kyc: { en: 'KYC status', km: 'ស្ថានភាព KYC' },
  state: { en: 'Account state', km: 'ស្ថានភាពគណនី' },
} as const satisfies Record<string, InLanguages<string>>;

export const kycLabels: InLanguages<Record<KycStatus, string>> = {
  en: { FULL_KYC: 'Full KYC', PARTIAL_KYC: 'Partial KYC' },
  km: { FULL_KYC: 'KYC ពេញលេញ', PARTIAL_KYC: 'KYC មួយផ្នែក' },
};

export type AccountStanding = 'ACTIVATED' | 'DEACTIVATED' | 'DELETED' | 'frozen';
export const accountLabels: InLanguages<Record<AccountStanding, string>> = {
  en: { ACTIVATED: 'Active', DEACTIVATED: 'Deactivated', DELETED: 'Deleted', frozen: 'Blocked' },
  km: { ACTIVATED: 'សកម្ម', DEACTIVATED: 'បានបិទដំណើរការ', DELETED: 'បានលុប', frozen: 'បានទប់ស្កាត់' },
};
