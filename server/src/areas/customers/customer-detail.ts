import type { CustomerDetail } from '@tonle/contract/customers';
import { phonePattern } from '@tonle/contract/phone';
import { type AccountState, readAccount } from '@tonle/ledger';
import { type AssetId, currencyOf, formatAmount } from '@tonle/money';
import { rawTx, type Tx } from '../../db/tx.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { currentLimitOf } from '../kyc-limits/kyc-limits.public.ts';
import { newestRequestOf, publicKeyOf } from './customer-detail.store.ts';
import { type Customer, customerRow } from './customers.store.ts';

/** All that is known of whoever holds an account; undefined where no customer of this bank does. */
export async function customerDetailOf(tx: Tx, accountId: string): Promise<CustomerDetail | undefined> {
  const found = await holderOf(tx, accountId);
  if (found === undefined) return undefined;
  const { customer: it, state } = found;
  const request = await newestRequestOf(tx, accountId);
  const limit = await currentLimitOf(tx, accountId);
  const limitOf = (limitMinor: bigint | null, assetId: AssetId) => ({
    dayLimit: limitMinor === null ? null : decimal(limitMinor, assetId),
  });
  return {
    ...(await accountPartOf(tx, it, state)),
    firstName: it.first_name,
    lastName: it.last_name,
    firstNameKhmer: it.first_name_khmer,
    lastNameKhmer: it.last_name_khmer,
    organizationNameKhmer: it.organization_name_khmer,
    registeredDate: it.registered_at.toISOString(),
    requestedDate: request?.requested_at.toISOString() ?? null,
    birthday: it.birthday,
    nationality: it.nationality,
    documentId: it.document_id,
    kycStatus: it.kyc_status,
    kycLimitId: limit?.id ?? null,
    kycLimitName: limit?.limitName ?? null,
    limits: {
      'khr#nbc': limitOf(state.dayLimitKhrMinor, 'khr#nbc'),
      'usd#nbc': limitOf(state.dayLimitUsdMinor, 'usd#nbc'),
    },
    photoUuid: it.photo_id,
    identityUuid: it.identity_id,
    verificationRequestId: request?.status === 'PENDING' ? String(request.id) : null,
  };
}

async function holderOf(tx: Tx, accountId: string) {
  const customer = await customerRow(tx, accountId);
  const state = customer && (await readAccount(rawTx(tx), accountId));
  return customer === undefined || state === undefined ? undefined : { customer, state };
}

const decimal = (amountMinor: bigint, assetId: AssetId): string =>
  formatAmount(amountMinor, currencyOf(assetId));

const sexes = { MALE: 'male', FEMALE: 'female' } as const;

/** What is the account's, in the words of the account details. */
async function accountPartOf(tx: Tx, it: Customer, state: AccountState) {
  const bank = await ownBank(tx);
  const contacts = [it.primary_contact, it.secondary_contact].filter((one) => one !== null);
  const assets = {
    'khr#nbc': decimal(state.balancesMinor['khr#nbc'], 'khr#nbc'),
    'usd#nbc': decimal(state.balancesMinor['usd#nbc'], 'usd#nbc'),
  };
  return {
    accountId: it.account_id,
    accountName: it.account_id.split('@')[0] ?? it.account_id,
    name: it.organization_name ?? it.full_name ?? it.account_id,
    accountType: it.account_type,
    bankName: bank.name,
    participantCode: bank.participantCode,
    participantBankId: bank.participantCode,
    externalId: it.account_id,
    fullName: it.full_name,
    organizationName: it.organization_name,
    primaryContact: it.primary_contact,
    secondaryContact: it.secondary_contact,
    phoneNumber: contacts.find((one) => phonePattern.test(one)) ?? null,
    email: contacts.find((one) => one.includes('@')) ?? null,
    address: it.address,
    sex: it.sex && sexes[it.sex],
    createdTime: it.registered_at.toISOString(),
    status: state.status,
    frozen: state.frozen,
    assets,
    balanceKhr: assets['khr#nbc'],
    balanceUsd: assets['usd#nbc'],
    publicKey: (await publicKeyOf(tx, it.account_id))?.toString('base64') ?? null,
  };
}
