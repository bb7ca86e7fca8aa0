import { assetIds, currencies } from '@tonle/money';
import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { endpoint } from './endpoint.ts';
import { Cursor, listQuery } from './paging.ts';
import { withStatus } from './refusal.ts';
import { anyOf, Day, DecimalOut, Instant, InstantOut, oneOf, optional, text } from './text.ts';
import {
  businessStatuses,
  transactionStatuses,
  transactionTypeFilters,
  transactionTypes,
} from './transaction-states.ts';

export const searchLengthMax = 128;

/** A row of a transaction list (1-portal.md section 3). */
export const TransactionRow = z.object({
  transactionHash: z.string(),
  extRef: z.string().nullable(),
  transactionCreatedTime: InstantOut,
  sourceAccountId: z.string(),
  destinationAccountId: z.string(),
  currencyName: z.enum(currencies),
  transactionContent: z.object({
    commandList: z.array(z.object({ commandCase: z.string(), amount: DecimalOut })).min(1),
    details: z.object({ sourceOfFunds: z.object({ name: z.string(), phoneNumber: z.string() }).nullable() }),
  }),
  status: z.enum(transactionStatuses),
  businessStatus: z.enum(businessStatuses).nullable(),
  fstTrxStatus: z.enum(businessStatuses).nullable(),
  transactionType: z.enum(transactionTypes),
  fiTransactionId: z.string(),
});
export type TransactionRow = z.infer<typeof TransactionRow>;

/** A step of a transaction's life, from its sealed events. */
export const TransactionEvent = z.object({
  status: z.enum(transactionStatuses),
  businessStatus: z.enum(businessStatuses).nullable(),
  time: InstantOut,
});

export const CurrencyExchangeRate = z.object({
  sourceCurrency: z.string(),
  targetCurrency: z.string(),
  exchangeRate: z.string(),
  exchangeRateBase: z.string(),
  sourceAmount: z.string(),
  targetAmount: z.string(),
  quotationDate: z.string(),
  minSourceValue: z.string().nullable(),
  minTargetAmount: z.string().nullable(),
});

/** How far the network has been told of what was decided on a deposit (decisions section 7). */
export const deliveryStates = ['WAITING', 'DELIVERED', 'REJECTED'] as const;
export const DecisionDelivery = z.object({
  state: z.enum(deliveryStates),
  /** Why the network rejected it. */
  reason: z.string().nullable(),
  time: InstantOut,
});
export type DecisionDelivery = z.infer<typeof DecisionDelivery>;

/** A transaction whole (1-portal.md section 3). Names are given for a MOBILE wallet only. */
export const TransactionDetail = TransactionRow.extend({
  currencySymbol: z.string(),
  description: z.string().nullable(),
  destinationBankName: z.string().nullable(),
  destinationBankParticipantCode: z.string().nullable(),
  destinationName: z.string().nullable(),
  destinationPhoneNumber: z.string().nullable(),
  errorMessage: z.string().nullable(),
  fastTransactionId: z.string().nullable(),
  precision: z.number().int(),
  sourceBankName: z.string().nullable(),
  sourceBankParticipantCode: z.string().nullable(),
  sourceName: z.string().nullable(),
  sourcePhoneNumber: z.string().nullable(),
  trxDaytime: InstantOut,
  transactionWalletType: z.string().nullable(),
  sourceWalletType: z.string().nullable(),
  destinationWalletType: z.string().nullable(),
  assetId: z.enum(assetIds),
  receiverBankAccount: z.string().nullable(),
  qrCode: z.string().nullable(),
  pairedTrxHash: z.string().nullable(),
  currencyExchangeRate: CurrencyExchangeRate.nullable(),
  events: z.array(TransactionEvent),
  /** Of a deposit that was decided on and came from the network. */
  decisionDelivery: DecisionDelivery.nullable(),
});
export type TransactionDetail = z.infer<typeof TransactionDetail>;

const transactionList = listQuery(['transactionCreatedTime'], 'transactionCreatedTime,desc');
const window = {
  search: optional(text(searchLengthMax)),
  cursor: Cursor.optional(),
  fromDate: optional(Day),
  toDate: optional(Day),
  fromDatetime: optional(Instant),
  toDatetime: optional(Instant),
};
const choices = {
  currencies: anyOf(currencies),
  status: anyOf(transactionStatuses),
  businessStatus: anyOf(businessStatuses),
  type: anyOf(transactionTypeFilters),
};
const listOf = z.strictObject({ ...transactionList, ...window, ...choices, accountId: optional(AccountId) });
const todayOf = z.strictObject({
  ...transactionList,
  search: window.search,
  cursor: window.cursor,
  ...choices,
});

export const directions = ['INCOMING', 'OUTGOING'] as const;
/** The body of the search by direction. */
export const TransactionSearch = z.strictObject({
  accountId: optional(AccountId),
  search: window.search,
  currencies: choices.currencies,
  directions: anyOf(directions),
  status: choices.status,
  fromDatetime: window.fromDatetime,
  toDatetime: window.toDatetime,
  businessStatus: choices.businessStatus,
  type: choices.type,
  fromDate: window.fromDate,
  toDate: window.toDate,
});

const base = '/report-service/api/transfer-management/iroha-transactions';
const own = { area: 'transactions', response: TransactionRow, list: 'array' } as const;

export const incomingTransactions = endpoint({
  ...own,
  name: 'incomingTransactions',
  summary: 'Incoming transactions, newest first; by default the last 30 days.',
  method: 'GET',
  path: `${base}/incoming`,
  permission: 'transactions.incoming',
  query: listOf,
});
export const outgoingTransactions = endpoint({
  ...own,
  name: 'outgoingTransactions',
  summary: 'Outgoing transactions, newest first; by default the last 30 days.',
  method: 'GET',
  path: `${base}/outgoing`,
  permission: 'transactions.outgoing',
  query: listOf,
});
export const incomingToday = endpoint({
  ...own,
  name: 'incomingToday',
  summary: 'Incoming transactions of today, Phnom Penh time.',
  method: 'GET',
  path: `${base}/incoming/today`,
  permission: 'transactions.incoming',
  query: todayOf,
});
export const outgoingToday = endpoint({
  ...own,
  name: 'outgoingToday',
  summary: 'Outgoing transactions of today, Phnom Penh time.',
  method: 'GET',
  path: `${base}/outgoing/today`,
  permission: 'transactions.outgoing',
  query: todayOf,
});

const cursorQuery = z.strictObject({ ...transactionList, cursor: window.cursor });
export const searchIncoming = endpoint({
  ...own,
  name: 'searchIncoming',
  summary: 'Searches incoming transactions.',
  method: 'POST',
  path: `${base}/incoming`,
  permission: 'transactions.incoming',
  query: cursorQuery,
  body: TransactionSearch,
});
export const searchOutgoing = endpoint({
  ...own,
  name: 'searchOutgoing',
  summary: 'Searches outgoing transactions.',
  method: 'POST',
  path: `${base}/outgoing`,
  permission: 'transactions.outgoing',
  query: cursorQuery,
  body: TransactionSearch,
});

export const webHistory = endpoint({
  ...own,
  name: 'webHistory',
  summary:
    'Everything that touches the bank’s domain, each transaction once; by default the look-back window.',
  method: 'GET',
  path: '/report-service/api/transfer-management/fast-transactions/web-history',
  permission: ['transactions.history', 'transactions.audit'],
  query: z.strictObject({
    ...transactionList,
    search: window.search,
    cursor: window.cursor,
    currency: oneOf(currencies),
    /** The account on the receiving side. */
    user: optional(AccountId),
    dateFrom: optional(Day),
    dateTo: optional(Day),
    transactionStatus: oneOf(transactionStatuses),
  }),
});

export const accountTransactions = endpoint({
  ...own,
  name: 'accountTransactions',
  summary:
    'The transactions of one account of this bank, newest first; the types are as that account sees them.',
  method: 'GET',
  path: `${base}/account-details/{id}`,
  permission: 'transactions.account-detail',
  params: z.strictObject({ id: AccountId }),
  query: z.strictObject({
    ...transactionList,
    cursor: window.cursor,
    type: choices.type,
    from: optional(Day),
    to: optional(Day),
  }),
  errors: ['NOT_FOUND'],
});

const detailOf = [
  'transactions.incoming',
  'transactions.outgoing',
  'transactions.history',
  'transactions.audit',
  'transactions.account-detail',
] as const;
/** A transaction hash, a FAST id or an FI id. */
const TransactionId = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'field.invalid');
const ownDetail = {
  area: 'transactions',
  response: TransactionDetail,
  permission: detailOf,
  errors: ['NOT_FOUND'],
} as const;

export const transactionById = endpoint({
  ...ownDetail,
  name: 'transactionById',
  summary: 'A transaction by its hash, FAST id or FI id.',
  method: 'GET',
  path: `${base}/{id}`,
  params: z.strictObject({ id: TransactionId }),
});
export const transactionOf = endpoint({
  ...ownDetail,
  name: 'transactionOf',
  summary: 'A transaction by its FI id and an account on one of its sides, the source first.',
  method: 'GET',
  path: `${base}/{sourceAccountId}/{fiTransactionId}`,
  params: z.strictObject({ sourceAccountId: AccountId, fiTransactionId: TransactionId }),
});
export const historyTransactionOf = endpoint({
  ...ownDetail,
  name: 'historyTransactionOf',
  summary: 'A transaction of the history by its FI id and an account on one of its sides.',
  method: 'GET',
  path: `${base}/history/{sourceAccountId}/{fiTransactionId}`,
  permission: ['transactions.history', 'transactions.audit'],
  params: z.strictObject({ sourceAccountId: AccountId, fiTransactionId: TransactionId }),
});

const HashText = z.string().regex(/^[0-9a-f]{64}$/);
/** The proof that a transaction is sealed, as `@tonle/ledger/proof` checks it: texts exactly as they were hashed. */
export const TransactionProof = z.object({
  payload: z.string().optional(),
  leaf: z.string(),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: HashText })),
  block: z.string(),
  blockHash: HashText,
});
export type TransactionProof = z.infer<typeof TransactionProof>;

export const transactionProof = endpoint({
  ...ownDetail,
  name: 'transactionProof',
  summary: 'The proof that a transaction is sealed in a block of the ledger, for whoever wants to check it.',
  method: 'GET',
  path: `${base}/proof/{transactionHash}`,
  params: z.strictObject({
    transactionHash: z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, 'field.invalid'),
  }),
  response: TransactionProof,
});

const decisions = '/tps/api/transfer-management/incoming-transactions';
const DepositId = z.strictObject({
  /** The deposit's fastTransactionId, or its fiTransactionId. */
  fstTrxId: TransactionId,
});
const ownDecision = {
  area: 'transactions',
  method: 'POST',
  body: DepositId,
  response: withStatus(
    z.object({
      transactionHash: z.string(),
      status: z.enum(transactionStatuses),
      businessStatus: z.enum(businessStatuses).nullable(),
      /** Of the posting that gave the money back. */
      pairedTrxHash: z.string().nullable(),
    }),
  ),
} as const;

export const acknowledgeIncoming = endpoint({
  ...ownDecision,
  name: 'acknowledgeIncoming',
  summary: 'Keeps a deposit to the main account. Of this and refund exactly one happens, once.',
  path: `${decisions}/acknowledge`,
  permission: 'transactions.acknowledge',
  errors: ['NOT_FOUND', 'WRONG_STATE', 'OUTCOME_UNKNOWN'],
});
export const refundIncoming = endpoint({
  ...ownDecision,
  name: 'refundIncoming',
  summary:
    'Gives a deposit to the main account back, whole. Of this and acknowledge exactly one happens, once.',
  path: `${decisions}/refund`,
  permission: 'transactions.refund',
  errors: [
    'NOT_FOUND',
    'WRONG_STATE',
    'INSUFFICIENT_FUNDS',
    'ACCOUNT_BLOCKED',
    'ACCOUNT_DEACTIVATED',
    'BANK_KEY_NOT_INSTALLED',
    'DEADLINE_PASSED',
    'OUTCOME_UNKNOWN',
  ],
});
export const resendDecision = endpoint({
  ...ownDecision,
  name: 'resendDecision',
  summary: 'Tells the network again of a decision that it rejected: a new message, never a second posting.',
  path: `${decisions}/resend-decision`,
  permission: ['transactions.acknowledge', 'transactions.refund'],
  errors: ['NOT_FOUND', 'WRONG_STATE'],
});
