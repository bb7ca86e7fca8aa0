import type { InLanguages } from '@tonle/contract/report-columns';

export type StatementTexts = {
  title: string;
  made: string;
  page: string;
  none: string;
  note: string;
  account: string;
  name: string;
  contact: string;
  registered: string;
  opening: string;
  closing: string;
  moneyIn: string;
  moneyOut: string;
  balance: string;
  date: string;
  details: string;
  currency: Record<'KHR' | 'USD', string>;
};

/** What a statement says beside its figures. */
export const statementTexts: InLanguages<StatementTexts> = {
  en: {
    title: 'Account statement',
    made: 'Made on',
    page: 'Page',
    none: 'No transactions in this period.',
    note: 'All times are Phnom Penh time (UTC+07:00). Amounts are in the currency of their section.',
    account: 'Account ID',
    name: 'Full name',
    contact: 'Primary contact',
    registered: 'Registered date',
    opening: 'Opening balance',
    closing: 'Closing balance',
    moneyIn: 'Money in',
    moneyOut: 'Money out',
    balance: 'Balance',
    date: 'Entry Date (UTC+07:00)',
    details: 'Transaction',
    currency: { KHR: 'Riel account (KHR)', USD: 'Dollar account (USD)' },
  },
  km: {
    title: 'របាយការណ៍គណនី',
    made: 'បង្កើតនៅ',
    page: 'ទំព័រ',
    none: 'គ្មានប្រតិបត្តិការក្នុងរយៈពេលនេះទេ។',
    note: 'ពេលវេលាទាំងអស់ជាម៉ោងភ្នំពេញ (UTC+07:00)។ ចំនួនទឹកប្រាក់គិតជារូបិយប័ណ្ណនៃផ្នែកនីមួយៗ។',
    account: 'លេខសម្គាល់គណនី',
    name: 'ឈ្មោះពេញ',
    contact: 'ទំនាក់ទំនងចម្បង',
    registered: 'កាលបរិច្ឆេទចុះឈ្មោះ',
    opening: 'សមតុល្យដើមគ្រា',
    closing: 'សមតុល្យចុងគ្រា',
    moneyIn: 'ប្រាក់ចូល',
    moneyOut: 'ប្រាក់ចេញ',
    balance: 'សមតុល្យ',
    date: 'កាលបរិច្ឆេទ (UTC+07:00)',
    details: 'ប្រតិបត្តិការ',
    currency: { KHR: 'គណនីរៀល (KHR)', USD: 'គណនីដុល្លារ (USD)' },
  },
};

/** The periods that a statement can be of, as they are offered. */
export const periodLabels: InLanguages<(months: number) => string> = {
  en: (months) => (months === 1 ? '1 month' : `${months} months`),
  km: (months) => `${months} ខែ`,
};
