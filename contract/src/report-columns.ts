import type { BusinessStatus, TransactionStatus, TransactionType } from './transaction-states.ts';

/**
 * What exports call things: columns and states as the screens call them, which a test of the portal compares. The server
 * writes the files, so the words stand here.
 */
export type InLanguages<T> = Readonly<Record<'en' | 'km', T>>;

/** Times are Phnom Penh's, and the column says so (decisions section 9). */
export const inPhnomPenhTime = (label: string): string => `${label} (UTC+07:00)`;

export const transactionColumns = {
  hash: { en: 'Trx Hash', km: 'ហាស' },
  reference: { en: 'External reference', km: 'លេខយោងខាងក្រៅ' },
  date: { en: 'Entry Date', km: 'កាលបរិច្ឆេទ' },
  from: { en: 'From Account', km: 'ពីគណនី' },
  to: { en: 'To Account', km: 'ទៅគណនី' },
  currency: { en: 'CCY', km: 'រូបិយ' },
  amount: { en: 'Amount', km: 'ចំនួនទឹកប្រាក់' },
  status: { en: 'Status', km: 'ស្ថានភាព' },
  business: { en: 'Business Status', km: 'ស្ថានភាពដំណើរការ' },
} as const satisfies Record<string, InLanguages<string>>;

/** Of an account's own list, beside the above (1-portal.md section 2). */
export const transactionTypeColumn = { en: 'Transaction Type', km: 'ប្រភេទប្រតិបត្តិការ' } as const;

export const transactionStatusLabels: InLanguages<Record<TransactionStatus, string>> = {
  en: { SUCCESS: 'Success', FAILED: 'Failed', PENDING: 'Pending', REJECTED: 'Rejected' },
  km: { SUCCESS: 'ជោគជ័យ', FAILED: 'បរាជ័យ', PENDING: 'រង់ចាំ', REJECTED: 'បានបដិសេធ' },
};

export const businessStatusLabels: InLanguages<Record<BusinessStatus, string>> = {
  en: {
    RECEIVED_AT_ACH: 'Received at ACH',
    RECEIVE_AT_ACH: 'Receive at ACH',
    RECEIVE_AT_RECEIVER_BANK: 'At receiver bank',
    PENDING: 'Pending',
    RECEIVED_AT_FI: 'Received at FI',
    ACKNOWLEDGED_BY_FI: 'Acknowledged by FI',
    REFUNDED_BY_RECEIVER: 'Refunded by receiver',
    FAILED_AT_ACH: 'Failed at ACH',
    FAILED_AT_FI: 'Failed at FI',
  },
  km: {
    RECEIVED_AT_ACH: 'បានទទួលនៅ ACH',
    RECEIVE_AT_ACH: 'ទទួលនៅ ACH',
    RECEIVE_AT_RECEIVER_BANK: 'នៅធនាគារអ្នកទទួល',
    PENDING: 'រង់ចាំ',
    RECEIVED_AT_FI: 'បានទទួលនៅធនាគារ',
    ACKNOWLEDGED_BY_FI: 'ធនាគារបានទទួលស្គាល់',
    REFUNDED_BY_RECEIVER: 'អ្នកទទួលបានបង្វិលសង',
    FAILED_AT_ACH: 'បរាជ័យនៅ ACH',
    FAILED_AT_FI: 'បរាជ័យនៅធនាគារ',
  },
};

export const transactionTypeLabels: InLanguages<Record<TransactionType, string>> = {
  en: { Deposit: 'Deposit', 'Send/Pay': 'Send/Pay', Receive: 'Receive' },
  km: { Deposit: 'ប្រាក់បញ្ញើ', 'Send/Pay': 'ផ្ញើ/ទូទាត់', Receive: 'ទទួល' },
};

/** The lists of limits. */
export const limitColumns = {
  name: { en: 'Limit name', km: 'ឈ្មោះកម្រិតកំណត់' },
  khr: { en: 'KHR limit', km: 'កម្រិតកំណត់ KHR' },
  usd: { en: 'USD limit', km: 'កម្រិតកំណត់ USD' },
  kyc: { en: 'KYC status', km: 'ស្ថានភាព KYC' },
  description: { en: 'Description', km: 'ការពិពណ៌នា' },
} as const satisfies Record<string, InLanguages<string>>;

/** The lists of requests to verify somebody; the screens show both contacts in one column. */
export const requestColumns = {
  fullName: { en: 'Full name', km: 'ឈ្មោះពេញ' },
  organization: { en: 'Organisation', km: 'អង្គភាព' },
  account: { en: 'Account ID', km: 'លេខសម្គាល់គណនី' },
  primaryContact: { en: 'Primary contact', km: 'ទំនាក់ទំនងចម្បង' },
  secondaryContact: { en: 'Secondary contact', km: 'ទំនាក់ទំនងបន្ទាប់បន្សំ' },
  address: { en: 'Address', km: 'អាសយដ្ឋាន' },
  registered: { en: 'Registered date', km: 'ថ្ងៃចុះឈ្មោះ' },
  requested: { en: 'Requested date', km: 'ថ្ងៃស្នើសុំ' },
  reason: { en: 'Reason', km: 'មូលហេតុ' },
} as const satisfies Record<string, InLanguages<string>>;

/** The accounts under the bank's domain (2-console.md section 2). */
export const accountListColumns = {
  type: { en: 'Type', km: 'ប្រភេទ' },
  name: { en: 'Name', km: 'ឈ្មោះ' },
  account: { en: 'Account ID', km: 'លេខសម្គាល់គណនី' },
  khr: { en: 'KHR balance', km: 'សមតុល្យ KHR' },
  usd: { en: 'USD balance', km: 'សមតុល្យ USD' },
} as const satisfies Record<string, InLanguages<string>>;

export const accountTypeLabels: InLanguages<Record<'MOBILE' | 'DESKTOP' | 'WEB', string>> = {
  en: { MOBILE: 'Mobile', DESKTOP: 'Desktop', WEB: 'Web' },
  km: { MOBILE: 'ទូរសព្ទ', DESKTOP: 'កុំព្យូទ័រ', WEB: 'គេហទំព័រ' },
};
