import { accountLabels, customerColumns, kycLabels } from '@tonle/contract/customer-columns';
import { describe, expect, it } from 'vitest';
import en from './customers.en.ts';
import km from './customers.km.ts';

/** What an export calls things, as the screens do. */
const texts = {
  fullName: 'field.full-name',
  organization: 'field.organization',
  khmerName: 'field.khmer-name',
  accountId: 'field.account-id',
  primaryContact: 'field.primary-contact',
  secondaryContact: 'field.secondary-contact',
  address: 'field.address',
  registered: 'field.registered',
  kyc: 'field.kyc',
  state: 'field.state',
} as const satisfies Record<keyof typeof customerColumns, keyof typeof en>;

describe.each([
  ['en', en],
  ['km', km],
] as const)('the exports of customers in %s', (language, catalogue) => {
  it('have the columns of the screens', () => {
    for (const [name, labels] of Object.entries(customerColumns)) {
      expect(labels[language]).toBe(catalogue[texts[name as keyof typeof texts]]);
    }
  });

  it('have the states of the screens', () => {
    for (const [code, label] of Object.entries(kycLabels[language])) {
      expect(label).toBe((catalogue as Record<string, string>)[`kyc.${code}`]);
    }
    for (const [code, label] of Object.entries(accountLabels[language])) {
      expect(label).toBe((catalogue as Record<string, string>)[`account.${code}`]);
    }
  });
});
