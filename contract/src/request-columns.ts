import type { InLanguages } from './report-columns.ts';
import type { RequestStatus } from './verification.ts';

/** What the exports of verification requests call things: as the screens do, which a test of the portal compares. */
export const requestColumns = {
  fullName: { en: 'Full name', km: 'ឈ្មោះពេញ' },
  organization: { en: 'Organisation', km: 'អង្គភាព' },
  account: { en: 'Account ID', km: 'លេខសម្គាល់គណនី' },
  primaryContact: { en: 'Primary contact', km: 'ទំនាក់ទំនងចម្បង' },
  secondaryContact: { en: 'Secondary contact', km: 'ទំនាក់ទំនងបន្ទាប់បន្សំ' },
  address: { en: 'Address', km: 'អាសយដ្ឋាន' },
  registered: { en: 'Registered date', km: 'ថ្ងៃចុះឈ្មោះ' },
  requested: { en: 'Requested date', km: 'ថ្ងៃស្នើសុំ' },
  status: { en: 'Status', km: 'ស្ថានភាព' },
  reason: { en: 'Reason', km: 'មូលហេតុ' },
} as const satisfies Record<string, InLanguages<string>>;

export const requestStatusLabels: InLanguages<Record<RequestStatus, string>> = {
  en: { PENDING: 'Waiting for approval', APPROVED: 'Approved', REJECTED: 'Rejected' },
  km: { PENDING: 'រង់ចាំការអនុម័ត', APPROVED: 'បានអនុម័ត', REJECTED: 'បានបដិសេធ' },
};
