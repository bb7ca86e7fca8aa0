/** The states of a transaction, their meaning and tone (1-portal.md section 4, decisions section 7, ui.md). */
export const transactionStatuses = ['SUCCESS', 'FAILED', 'PENDING', 'REJECTED'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const businessStatuses = [
  'RECEIVED_AT_ACH',
  'RECEIVE_AT_ACH',
  'RECEIVE_AT_RECEIVER_BANK',
  'PENDING',
  'RECEIVED_AT_FI',
  'ACKNOWLEDGED_BY_FI',
  'REFUNDED_BY_RECEIVER',
  'FAILED_AT_ACH',
  'FAILED_AT_FI',
] as const;
export type BusinessStatus = (typeof businessStatuses)[number];

export const transactionTypes = ['Deposit', 'Send/Pay', 'Receive'] as const;
export type TransactionType = (typeof transactionTypes)[number];
/** The filter of account details. */
export const transactionTypeFilters = ['ALL', 'SEND_PAY', 'DEPOSIT', 'RECEIVE'] as const;

export type Tone = 'neutral' | 'progress' | 'success' | 'warning' | 'failure';

export const transactionStatusTone: Record<TransactionStatus, Tone> = {
  PENDING: 'progress',
  SUCCESS: 'success',
  FAILED: 'failure',
  REJECTED: 'failure',
};

export const businessStatusTone: Record<BusinessStatus, Tone> = {
  REFUNDED_BY_RECEIVER: 'neutral',
  PENDING: 'progress',
  RECEIVED_AT_ACH: 'progress',
  RECEIVE_AT_ACH: 'progress',
  RECEIVE_AT_RECEIVER_BANK: 'progress',
  ACKNOWLEDGED_BY_FI: 'success',
  RECEIVED_AT_FI: 'warning',
  FAILED_AT_ACH: 'failure',
  FAILED_AT_FI: 'failure',
};

/** What of a transaction says whether it may be decided on. */
type Decidable = {
  status: TransactionStatus;
  businessStatus: BusinessStatus | null;
  transactionType: TransactionType;
  destinationWalletType: string | null;
};

/** A deposit to the main account that nobody has decided on yet (1-portal.md section 4). */
const waitsForDecision = (it: Decidable): boolean =>
  it.destinationWalletType === 'BANK' &&
  it.transactionType === 'Deposit' &&
  it.businessStatus === 'RECEIVED_AT_FI';

/** What may be done with a transaction on an incoming view: the portal shows by it, the server refuses by it. */
export const incomingCan = {
  acknowledge: waitsForDecision,
  refund: waitsForDecision,
} as const;
