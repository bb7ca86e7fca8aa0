import { assetIds, currencies, currencyOf } from '@tonle/money';
import { z } from 'zod';
import {
  AccountId,
  accountIdPattern,
  accountNamePattern,
  accountStatuses,
  accountTypes,
  ParticipantCode,
} from './account-id.ts';
import { judgeAmount } from './amount.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './paging.ts';
import { Email, normalisePhone, Phone } from './phone.ts';
import { withStatus } from './refusal.ts';
import { DecimalIn, DecimalOut, InstantOut, optional, text } from './text.ts';
import { transactionStatuses } from './transaction-states.ts';

export const descriptionLengthMax = 64;
export const extRefLengthMax = 64;
export const nameLengthMax = 140;

/** What a recipient typed into the transfer form is. Input is lower-cased (1-portal.md section 5). */
export type Recipient = { kind: 'account-id' | 'phone' | 'email'; value: string };

export function recipientOf(typed: string): Recipient | undefined {
  const value = typed.trim().toLowerCase();
  if (accountIdPattern.test(value)) return { kind: 'account-id', value };
  const phone = normalisePhone(value);
  if (phone !== undefined) return { kind: 'phone', value: phone };
  if (Email.safeParse(value).success) return { kind: 'email', value };
  return undefined;
}

export const SourceOfFunds = z.strictObject({
  name: text(nameLengthMax).pipe(z.string().min(1, 'source-of-funds.name-required')),
  phoneNumber: z.preprocess(
    (it) => (it === null || it === undefined ? '' : it),
    z.string().min(1, 'source-of-funds.phone-required').pipe(Phone),
  ),
});

/** The transfer request of 1-portal.md section 3. `amount` comes out as the decimal that was sent. */
export const TransferRequest = z
  .strictObject({
    destAccountId: AccountId,
    assetId: z.enum(assetIds),
    amount: DecimalIn,
    srcName: optional(text(nameLengthMax)),
    // The form says the specification's first text for this; the call, which a form never lets get so far, its second.
    description: optional(text(descriptionLengthMax, 'description.not-short-enough')),
    extRef: optional(text(extRefLengthMax)),
    sourceOfFunds: z.preprocess((it) => it ?? undefined, SourceOfFunds.optional()),
  })
  .superRefine((it, ctx) => {
    const judged = judgeAmount(it.amount, currencyOf(it.assetId));
    if (typeof judged === 'string') ctx.addIssue({ code: 'custom', message: judged, path: ['amount'] });
  });
export type TransferRequest = z.infer<typeof TransferRequest>;

export const TransferResult = z.object({
  transactionHash: z.string(),
  fiTransactionId: z.string(),
  status: z.enum(transactionStatuses),
  transactionCreatedTime: InstantOut,
});
export type TransferResult = z.infer<typeof TransferResult>;

/** Idempotency keys are the caller's; the portal sends a UUID. */
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_.:-]{8,128}$/, 'idempotency-key.invalid');

export const Balance = z.object({ assets: z.object({ 'khr#nbc': DecimalOut, 'usd#nbc': DecimalOut }) });
export type Balance = z.infer<typeof Balance>;

export const SelfInfo = z.object({
  bin: z.string(),
  participantCode: z.string(),
  accountId: z.string(),
  mobileRegistrationVerificationType: z.enum(['SMS', 'EMAIL']),
});
export type SelfInfo = z.infer<typeof SelfInfo>;

export const ParticipantBank = z.object({
  participantCode: z.string(),
  bin: z.string(),
  name: z.string(),
  domain: z.string(),
  accountId: z.string(),
});

/** Answer of the account look-ups (decisions section 7). */
export const AccountLookup = z.object({
  accountId: z.string(),
  accountName: z.string(),
  name: z.string(),
  accountType: z.enum(accountTypes),
  bankName: z.string(),
  participantCode: z.string(),
});
export type AccountLookup = z.infer<typeof AccountLookup>;

/**
 * An account whole (2-console.md section 3). Beyond the look-up's own fields an answer has them of this bank's accounts alone,
 * and for holders of the account details; another server's answer may lack any.
 */
export const AccountDetails = AccountLookup.extend({
  fullName: z.string().nullish(),
  organizationName: z.string().nullish(),
  primaryContact: z.string().nullish(),
  secondaryContact: z.string().nullish(),
  createdTime: InstantOut.nullish(),
  status: z.enum(accountStatuses).nullish(),
  frozen: z.boolean().nullish(),
  assets: Balance.shape.assets.nullish(),
  balanceKhr: DecimalOut.nullish(),
  balanceUsd: DecimalOut.nullish(),
  sex: z.enum(['male', 'female']).nullish(),
  address: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  email: z.string().nullish(),
  participantBankId: z.string().nullish(),
  externalId: z.string().nullish(),
});
export type AccountDetails = z.infer<typeof AccountDetails>;

/** A look-up with what it went by (2-console.md section 3, phone search). */
export const AccountByContact = AccountLookup.extend({ fullName: z.string(), primaryContact: z.string() });
export type AccountByContact = z.infer<typeof AccountByContact>;

export const AccountCheck = z.object({
  accountId: z.string(),
  frozen: z.boolean(),
  accountStatus: z.enum(accountStatuses),
});
export type AccountCheck = z.infer<typeof AccountCheck>;

const lookUpPermission = 'main-account.transfer';
const own = { area: 'main-account' } as const;

export const properties = endpoint({
  ...own,
  name: 'properties',
  summary: 'The bank’s properties: terms and conditions of each channel.',
  method: 'GET',
  path: '/tps/api/properties',
  permission: 'signed-in',
  response: z.object({
    termConditionMobile: z.string(),
    termConditionDesktop: z.string(),
    termConditionWeb: z.string(),
    /** Which versions these are, 0 where none was written yet; another server does not say. */
    termVersionMobile: z.number().int().optional(),
    termVersionDesktop: z.number().int().optional(),
    termVersionWeb: z.number().int().optional(),
  }),
});

export const selfInfo = endpoint({
  ...own,
  name: 'selfInfo',
  summary: 'The bank itself: name, participant code, main account, registration type.',
  method: 'GET',
  path: '/tps/api/properties/self-info',
  permission: 'signed-in',
  response: SelfInfo,
});

const CurrencyInfo = z.object({
  assetId: z.enum(assetIds),
  currencyName: z.enum(currencies),
  currencySymbol: z.string(),
  /** Decimals that amounts have. */
  precision: z.number().int(),
});
export const currencyMap = endpoint({
  ...own,
  name: 'currencyMap',
  summary: 'The currencies that accounts hold, by their asset.',
  method: 'GET',
  path: '/tps/api/currency-map',
  permission: 'signed-in',
  response: z.object({ 'khr#nbc': CurrencyInfo, 'usd#nbc': CurrencyInfo }),
});

export const participantBank = endpoint({
  ...own,
  name: 'participantBank',
  summary: 'A participant bank by its code.',
  method: 'GET',
  path: '/tps/api/participant-banks/code/{code}',
  permission: 'signed-in',
  params: z.strictObject({ code: ParticipantCode }),
  response: ParticipantBank,
  errors: ['NOT_FOUND'],
});

export const balanceInquiry = endpoint({
  ...own,
  name: 'balanceInquiry',
  summary: 'The balance of the main account by participant code, or of an account by its id.',
  method: 'GET',
  path: '/tps/api/balance-inquiry/fast-core/{id}',
  permission: [
    'main-account.balance',
    'main-account.transfer',
    'main-account.dashboard',
    'domain-accounts.list',
  ],
  params: z.strictObject({ id: z.union([ParticipantCode, AccountId]) }),
  response: Balance,
  errors: ['NOT_FOUND'],
});

export const checkAccount = endpoint({
  ...own,
  name: 'checkAccount',
  summary: 'Whether an account can be paid to.',
  method: 'GET',
  path: '/tps/api/fst-iroha-accounts/check-account/{id}',
  permission: lookUpPermission,
  params: z.strictObject({ id: AccountId }),
  response: AccountCheck,
  errors: ['ACCOUNT_NOT_FOUND', 'NETWORK_SILENT'],
});

export const accountByPrimaryContact = endpoint({
  ...own,
  name: 'accountByPrimaryContact',
  summary:
    'An account by its primary contact, a phone or an e-mail address. Who may only search mobile users finds those.',
  method: 'GET',
  path: '/tps/api/v2/fst-iroha-accounts/find-by-primary-contact/{phone}',
  permission: [lookUpPermission, 'customers.search.mobile'],
  params: z.strictObject({ phone: z.string().max(254, 'contact.invalid') }),
  response: AccountByContact,
  errors: ['ACCOUNT_NOT_FOUND', 'NETWORK_SILENT'],
});

export const accountByName = endpoint({
  ...own,
  name: 'accountByName',
  summary: 'An account of this bank by its account name, the part of the id before the @.',
  method: 'GET',
  path: '/tps/api/v2/fst-iroha-accounts/find-by-account-name/{name}',
  permission: lookUpPermission,
  params: z.strictObject({
    name: z.string().toLowerCase().regex(accountNamePattern, 'account-id.invalid'),
  }),
  response: AccountLookup,
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const accountsStartingWith = endpoint({
  ...own,
  name: 'accountsStartingWith',
  summary: 'Accounts whose id starts with the letters, for the account picker.',
  method: 'GET',
  path: '/report-service/api/fst-iroha-accounts/account-id-starting-with',
  permission: [
    'transactions.history',
    'transactions.audit',
    'transactions.incoming',
    'transactions.outgoing',
  ],
  query: z.strictObject({ ...listQuery(['accountId'], 'accountId,asc'), startLetters: optional(text(42)) }),
  response: z.object({ accountId: z.string(), name: z.string() }),
  list: 'array',
});

export const listChoices = endpoint({
  ...own,
  name: 'listChoices',
  summary: 'The choices of the transaction filters.',
  method: 'GET',
  path: '/report-service/api/fst-iroha-accounts/list',
  permission: [
    'transactions.history',
    'transactions.audit',
    'transactions.incoming',
    'transactions.outgoing',
  ],
  response: z.object({ transactionStatuses: z.array(z.string()), currencies: z.array(z.string()) }),
});

export const transfer = endpoint({
  ...own,
  name: 'transfer',
  summary: 'Sends money from the main account.',
  method: 'POST',
  path: '/tps/api/pg-wallet-transfer',
  permission: 'main-account.transfer',
  body: TransferRequest,
  response: withStatus(TransferResult),
  idempotent: true,
  errors: [
    'INSUFFICIENT_FUNDS',
    'ACCOUNT_NOT_FOUND',
    'ACCOUNT_BLOCKED',
    'ACCOUNT_DEACTIVATED',
    'ACCOUNT_DELETED',
    'RECIPIENT_IS_MAIN_ACCOUNT',
    'BANK_KEY_NOT_INSTALLED',
    'IDEMPOTENCY_KEY_REUSED',
    'DEADLINE_PASSED',
    'OUTCOME_UNKNOWN',
  ],
});

export const transferByKey = endpoint({
  ...own,
  name: 'transferByKey',
  summary:
    'What became of a transfer, by its idempotency key: POSTED, UNKNOWN until its deadline, or ABSENT.',
  method: 'GET',
  path: '/tps/api/pg-wallet-transfer/by-key/{key}',
  permission: 'main-account.transfer',
  params: z.strictObject({ key: IdempotencyKey }),
  response: z.object({
    outcome: z.enum(['POSTED', 'UNKNOWN', 'ABSENT']),
    transfer: TransferResult.nullable(),
  }),
});
