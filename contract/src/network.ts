import { assetIds } from '@tonle/money';
import { z } from 'zod';
import { AccountId, accountStatuses, accountTypes, domainPattern, ParticipantCode } from './account-id.ts';
import { endpoint } from './endpoint.ts';
import { networkStatuses, statusEffects } from './network-states.ts';
import { emailLengthMax } from './phone.ts';
import { optional, text } from './text.ts';
import { businessStatuses } from './transaction-states.ts';

/**
 * What goes between the bank and the national network, both ways: JSON over HTTP, every request and every answer signed with
 * Ed25519. Whoever gets no answer, or one that is not signed, sends the same message again under the same id; whoever gets a
 * message twice does it once and answers the same again.
 */

/** The network's name where a bank's participant code would stand. */
export const networkName = 'NETWORK';

/** In headers beside the body, of a request and of its answer. */
export const networkHeaders = {
  /** Made by the sender of the request and kept when it is sent again; an answer carries its request's. */
  messageId: 'x-network-message-id',
  /** When these bytes were signed, ISO 8601 in UTC; a repetition is signed anew. */
  time: 'x-network-time',
  keyId: 'x-network-key-id',
  /** Base64 of the 64-byte signature over `signedBytes`. */
  signature: 'x-network-signature',
} as const;

export const MessageId = z.string().regex(/^[A-Za-z0-9_.:-]{8,64}$/, 'field.invalid');
export const NetworkKeyId = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'field.invalid');
/** Of a transfer or a deposit, as the bank that sent it named it. */
export const PaymentId = z.string().regex(/^[A-Za-z0-9_.-]{8,64}$/, 'field.invalid');

/** What of a message is signed besides its body. */
export type SignedHead = {
  /** "POST /network/v1/messages" of a request, "200" of an answer. */
  what: string;
  /** The participant code of the bank, or `NETWORK`: a message for one is worth nothing to another. */
  recipient: string;
  messageId: string;
  time: string;
  keyId: string;
};

/** The bytes that are signed: the head, a line each, and then the body exactly as it travels. */
export function signedBytes(head: SignedHead, body: Uint8Array): Uint8Array {
  const lines = ['tonle-network-1', head.what, head.recipient, head.messageId, head.time, head.keyId, ''];
  const start = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const bytes = new Uint8Array(start.length + body.length);
  bytes.set(start);
  bytes.set(body, start.length);
  return bytes;
}

/** A message whose time is further from the receiver's clock than this is refused, before or after. */
export const timeWindowSeconds = 300;

const name = optional(text(140));
const phone = optional(text(32));
const description = optional(text(64));
const extRef = optional(text(64));
/** A decimal, as text only. */
const Amount = z.string().regex(/^\d{1,18}(\.\d{1,2})?$/, 'amount.not-a-number');
const TransactionHash = z.string().regex(/^[0-9a-f]{64}$/, 'field.invalid');
const At = z.iso.datetime({ offset: true });

/** A refused or impossible thing, said for good: the same message is never answered otherwise later. */
export const networkErrors = [
  /** Deposit: the account does not exist at this bank. */
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_FROZEN',
  /** Deactivated or deleted. */
  'ACCOUNT_CLOSED',
  /** Deposit: no such bank, or the source account is not of that bank's domain. */
  'PARTICIPANT_UNKNOWN',
  /** Deposit: another message brought this deposit before. */
  'DEPOSIT_ID_REUSED',
  'AMOUNT_INVALID',
  /** Decision: the network knows no such deposit, or decided otherwise. */
  'DECISION_REJECTED',
  /** Transfer: clearing does not take it; the same as a status message FAILED_AT_ACH. */
  'TRANSFER_REJECTED',
  /** Key change: the network does not take it. */
  'KEY_CHANGE_REJECTED',
  /** Revocation: the key was changed already. */
  'KEY_CHANGE_DECIDED',
] as const;
export type NetworkError = (typeof networkErrors)[number];

const Refused = z.strictObject({
  outcome: z.literal('REFUSED'),
  error: z.enum(networkErrors),
  reason: text(256),
});
const Accepted = z.strictObject({ outcome: z.literal('ACCEPTED') });

// From the bank to the network.

/** A transfer to a customer of another bank, or to its main account. */
export const TransferMessage = z.strictObject({
  type: z.literal('TRANSFER'),
  /** The bank's fiTransactionId. */
  transferId: PaymentId,
  transactionHash: TransactionHash,
  sourceAccountId: AccountId,
  sourceName: name,
  sourcePhoneNumber: phone,
  sourceWalletType: z.enum(accountTypes),
  destinationBank: ParticipantCode,
  destinationAccountId: AccountId,
  assetId: z.enum(assetIds),
  amount: Amount,
  description,
  extRef,
  sourceOfFunds: z.strictObject({ name: text(140), phoneNumber: text(32) }).optional(),
});
export type TransferMessage = z.infer<typeof TransferMessage>;

/** What the bank decided on a deposit to its main account. */
export const DecisionMessage = z.strictObject({
  type: z.literal('DECISION'),
  depositId: PaymentId,
  decision: z.enum(['ACKNOWLEDGED', 'REFUNDED']),
  /** The fiTransactionId of the posting that gives the money back. */
  refundId: PaymentId.optional(),
});
export type DecisionMessage = z.infer<typeof DecisionMessage>;

/** A customer who has lost their key gets this one instead of all they had. The network answers by a message of its own. */
export const KeyChangeMessage = z.strictObject({
  type: z.literal('KEY_CHANGE'),
  transactionHash: TransactionHash,
  accountId: AccountId,
  keyId: z.string().min(1).max(64),
  /** Ed25519, 32 bytes in base64. */
  publicKey: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
});
export type KeyChangeMessage = z.infer<typeof KeyChangeMessage>;

/** The bank takes a key's change back. Taken where the network has not said yes to it. */
export const KeyChangeRevokedMessage = z.strictObject({
  type: z.literal('KEY_CHANGE_REVOKED'),
  transactionHash: TransactionHash,
});
export type KeyChangeRevokedMessage = z.infer<typeof KeyChangeRevokedMessage>;

export const MessageToNetwork = z.discriminatedUnion('type', [
  TransferMessage,
  DecisionMessage,
  KeyChangeMessage,
  KeyChangeRevokedMessage,
]);
export type MessageToNetwork = z.infer<typeof MessageToNetwork>;

/** The network has it now (or for good does not take it). Business goes on by status messages. */
export const AnswerToBank = z.discriminatedUnion('outcome', [Accepted, Refused]);
export type AnswerToBank = z.infer<typeof AnswerToBank>;

/** "What became of this?", after long silence. */
export const TransferInquiry = z.strictObject({ transferId: PaymentId });
export type TransferInquiry = z.infer<typeof TransferInquiry>;

/** Whose account an id, a phone (855…) or an e-mail is. */
export const AccountInquiry = z.strictObject({
  by: z.enum(['ACCOUNT_ID', 'PHONE', 'EMAIL']),
  value: z.string().min(1).max(emailLengthMax),
});
export type AccountInquiry = z.infer<typeof AccountInquiry>;

export const InquiredAccount = z.strictObject({
  accountId: AccountId,
  name: text(140),
  accountType: z.enum(accountTypes),
  participantCode: ParticipantCode,
  frozen: z.boolean(),
  accountStatus: z.enum(accountStatuses),
});
export type InquiredAccount = z.infer<typeof InquiredAccount>;

export const AccountInquiryAnswer = z.strictObject({ account: InquiredAccount.nullable() });
export type AccountInquiryAnswer = z.infer<typeof AccountInquiryAnswer>;

export const Participant = z.strictObject({
  participantCode: ParticipantCode,
  name: text(140),
  domain: z.string().regex(domainPattern),
  mainAccountId: AccountId,
});
export type Participant = z.infer<typeof Participant>;

export const ParticipantsAnswer = z.strictObject({ participants: z.array(Participant).max(1_000) });

// From the network to the bank.

/** Money from another bank, for a customer or for the main account. */
export const DepositMessage = z.strictObject({
  type: z.literal('DEPOSIT'),
  /** The network's name of it; the bank's fastTransactionId. One deposit is one message, however often it is sent. */
  depositId: PaymentId,
  sourceBank: ParticipantCode,
  sourceAccountId: AccountId,
  sourceName: name,
  sourcePhoneNumber: phone,
  sourceWalletType: z.enum(accountTypes),
  destinationAccountId: AccountId,
  assetId: z.enum(assetIds),
  amount: Amount,
  description,
  extRef,
  /** The KHQR text that was scanned. */
  qrCode: optional(text(512)),
});
export type DepositMessage = z.infer<typeof DepositMessage>;

const statusFields = {
  /** RECEIVE_AT_ACH is accepted for RECEIVED_AT_ACH. */
  businessStatus: z.preprocess(
    (it) => (it === 'RECEIVE_AT_ACH' ? 'RECEIVED_AT_ACH' : it),
    z.enum(networkStatuses),
  ),
  reason: optional(text(256)),
  /** When it happened; messages may come in any order. */
  at: At,
};

/** How a transfer of the bank fares. */
export const StatusMessage = z.strictObject({
  type: z.literal('STATUS'),
  transferId: PaymentId,
  ...statusFields,
});
export type StatusMessage = z.infer<typeof StatusMessage>;

/** Yes or no to a key's change; said once more, under the same id, where the bank asks again. */
export const KeyChangeStatusMessage = z.strictObject({
  type: z.literal('KEY_CHANGE_STATUS'),
  transactionHash: TransactionHash,
  verdict: z.enum(['APPROVED', 'REJECTED']),
  reason: optional(text(256)),
  at: At,
});
export type KeyChangeStatusMessage = z.infer<typeof KeyChangeStatusMessage>;

export const MessageToBank = z.discriminatedUnion('type', [
  DepositMessage,
  StatusMessage,
  KeyChangeStatusMessage,
]);
export type MessageToBank = z.infer<typeof MessageToBank>;

export const AnswerToNetwork = z.union([
  Refused,
  /** To a deposit. */
  z.strictObject({
    outcome: z.literal('ACCEPTED'),
    fiTransactionId: z.string(),
    transactionHash: z.string(),
    businessStatus: z.enum(businessStatuses),
  }),
  /** To a status message, of a transfer or of a key's change. */
  z.strictObject({ outcome: z.literal('ACCEPTED'), effect: z.enum(statusEffects) }),
]);
export type AnswerToNetwork = z.infer<typeof AnswerToNetwork>;

/** All that the network has said of a transfer so far, each under the id it is or was sent with. */
export const TransferInquiryAnswer = z.strictObject({
  /** False where the network never had it: the bank sends it again, under its first id. */
  known: z.boolean(),
  statuses: z.array(z.strictObject({ messageId: MessageId, ...statusFields })).max(50),
});
export type TransferInquiryAnswer = z.infer<typeof TransferInquiryAnswer>;

/** The network's own paths. All are POST. A refusal there is `{error, reason}` with a status of 400 or more. */
export const networkPaths = {
  messages: '/network/v1/messages',
  transferStatus: '/network/v1/transfer-status',
  accountInquiry: '/network/v1/account-inquiry',
  participants: '/network/v1/participants',
} as const;

const own = { area: 'network', method: 'POST', permission: 'network' } as const;

export const networkMessage = endpoint({
  ...own,
  name: 'networkMessage',
  summary:
    'A deposit, how a transfer of the bank fares, or what became of a key’s change. Applied once by its message id.',
  path: networkPaths.messages,
  body: MessageToBank,
  response: AnswerToNetwork,
  errors: ['NOT_FOUND', 'MESSAGE_ID_REUSED', 'OUTCOME_UNKNOWN'],
});

export const networkAccountInquiry = endpoint({
  ...own,
  name: 'networkAccountInquiry',
  summary: 'Another bank asks, through the network, whose account this is.',
  path: networkPaths.accountInquiry,
  body: AccountInquiry,
  response: AccountInquiryAnswer,
});
