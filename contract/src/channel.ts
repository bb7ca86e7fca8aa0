import { assetIds, currencyOf } from '@tonle/money';
import { z } from 'zod';
import { AccountId, accountNamePattern, accountStatuses, accountTypes } from './account-id.ts';
import { judgeAmount } from './amount.ts';
import { channelAccountTypes } from './channel-permissions.ts';
import {
  Address,
  Contact,
  FirstName,
  imageBytesMax,
  imageTypes,
  LastName,
  OrganizationName,
  OrganizationProfile,
  PersonProfile,
} from './customer-profile.ts';
import { endpoint } from './endpoint.ts';
import { khqrLengthMax, readKhqr } from './khqr.ts';
import { descriptionLengthMax, extRefLengthMax } from './main-account.ts';
import { Cursor, pageSizeDefault } from './paging.ts';
import { emailLengthMax } from './phone.ts';
import { Day, DecimalIn, DecimalOut, InstantOut, oneOf, optional, text } from './text.ts';
import { businessStatuses, transactionStatuses, transactionTypes } from './transaction-states.ts';

/**
 * What the bank's own apps may ask: they open accounts, hand in what proves who somebody is, show and pay. An app is trusted
 * to know which of its customers it speaks for; its key says which kinds of account those have, and nobody else's are there
 * for it.
 */
export { type ChannelAccountType, channelAccountTypes } from './channel-permissions.ts';

const base = '/channel/v1';
const ofAccount = { params: z.strictObject({ accountId: AccountId }) } as const;
const own = { area: 'channel' } as const;

/** A customer's own Ed25519 key, 32 bytes in base64. */
export const PublicKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'public-key.invalid');

// Opening an account.

const opening = {
  /** The account id before the @. */
  accountName: z.string().trim().toLowerCase().regex(accountNamePattern, 'account-name.invalid'),
  /** Verified by the app, by a code or a link. */
  primaryContact: Contact,
  secondaryContact: optional(Contact),
  address: optional(Address),
  /** Goes into the ledger with the account. */
  publicKey: optional(PublicKey),
};

export const OpenAccount = z.discriminatedUnion('accountType', [
  z.strictObject({
    accountType: z.literal('MOBILE'),
    firstName: FirstName,
    lastName: LastName,
    ...opening,
  }),
  z.strictObject({
    accountType: z.enum(['DESKTOP', 'WEB']),
    organizationName: OrganizationName,
    ...opening,
  }),
]);
export type OpenAccount = z.infer<typeof OpenAccount>;

export const kycRequestStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type KycRequestStatus = (typeof kycRequestStatuses)[number];

export const KycRequest = z.object({
  verificationId: z.string(),
  accountId: z.string(),
  requestStatus: z.enum(kycRequestStatuses),
  requestedDate: InstantOut,
  updatedTime: InstantOut,
  /** Why it was rejected. */
  remarks: z.string().nullable(),
});
export type KycRequest = z.infer<typeof KycRequest>;

const DayLimit = z.object({
  /** Null where nothing limits the account. */
  dayLimit: DecimalOut.nullable(),
  /** Paid today, Phnom Penh time. */
  spent: DecimalOut,
});

export const ChannelAccount = z.object({
  accountId: z.string(),
  accountType: z.enum(channelAccountTypes),
  fullName: z.string().nullable(),
  organizationName: z.string().nullable(),
  primaryContact: z.string(),
  secondaryContact: z.string().nullable(),
  address: z.string().nullable(),
  createdTime: InstantOut,
  frozen: z.boolean(),
  accountStatus: z.enum(accountStatuses),
  kycStatus: z.enum(['FULL_KYC', 'PARTIAL_KYC']),
  /** The newest request, where there is one. */
  kycRequest: KycRequest.nullable(),
  assets: z.object({ 'khr#nbc': DecimalOut, 'usd#nbc': DecimalOut }),
  limits: z.object({ 'khr#nbc': DayLimit, 'usd#nbc': DayLimit }),
});
export type ChannelAccount = z.infer<typeof ChannelAccount>;

export const channelOpenAccount = endpoint({
  ...own,
  name: 'channelOpenAccount',
  summary: 'Opens an account, with the national limits of PARTIAL_KYC.',
  method: 'POST',
  path: `${base}/accounts`,
  permission: 'channel.open',
  body: OpenAccount,
  response: ChannelAccount,
  idempotent: true,
  errors: [
    'ACCOUNT_EXISTS',
    'CONTACT_IN_USE',
    'PUBLIC_KEY_IN_USE',
    'IDEMPOTENCY_KEY_REUSED',
    'DEADLINE_PASSED',
    'OUTCOME_UNKNOWN',
  ],
});

export const channelAccount = endpoint({
  ...own,
  ...ofAccount,
  name: 'channelAccount',
  summary: 'An account: its holder, state, balances and limits.',
  method: 'GET',
  path: `${base}/accounts/{accountId}`,
  permission: 'channel.read',
  response: ChannelAccount,
  errors: ['ACCOUNT_NOT_FOUND'],
});

// Who somebody is.

export const imageKinds = ['photo', 'identity'] as const;
export type ImageKind = (typeof imageKinds)[number];

export const channelUploadImage = endpoint({
  ...own,
  name: 'channelUploadImage',
  summary:
    'Hands in a photo or an identity document, PNG or JPEG, as the body itself. What it shows is kept, anything else in it is not; the same bytes give the same id.',
  method: 'POST',
  path: `${base}/accounts/{accountId}/images/{kind}`,
  permission: 'channel.kyc',
  params: z.strictObject({ accountId: AccountId, kind: z.enum(imageKinds) }),
  body: z.instanceof(Uint8Array),
  bodyTypes: imageTypes,
  bodyBytesMax: imageBytesMax,
  response: z.object({ imageId: z.string(), width: z.number().int(), height: z.number().int() }),
  errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED'],
});

/** A figure from 0 to 1. */
const Share = z.number().min(0).max(1);
const proof = {
  photoId: z.uuid('field.invalid'),
  identityId: z.uuid('field.invalid'),
  /** What the app's own check of the face found. */
  identityCheck: z.strictObject({ live: z.boolean(), liveConfidenceAvg: Share, faceMatch: Share }).optional(),
};

export const SubmitKyc = z.discriminatedUnion('accountType', [
  z.strictObject({ accountType: z.literal('MOBILE'), ...PersonProfile, ...proof }),
  z.strictObject({ accountType: z.enum(['DESKTOP', 'WEB']), ...OrganizationProfile, ...proof }),
]);
export type SubmitKyc = z.infer<typeof SubmitKyc>;

const kyc = {
  ...own,
  ...ofAccount,
  path: `${base}/accounts/{accountId}/kyc`,
  permission: 'channel.kyc',
  response: KycRequest,
} as const;
const kycErrors = ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED', 'WRONG_STATE', 'IDEMPOTENCY_KEY_REUSED'] as const;

export const channelKyc = endpoint({
  ...kyc,
  name: 'channelKyc',
  summary: 'The newest verification request of an account.',
  method: 'GET',
  errors: ['ACCOUNT_NOT_FOUND', 'NOT_FOUND'],
});
export const channelSubmitKyc = endpoint({
  ...kyc,
  name: 'channelSubmitKyc',
  summary: 'Asks for verification. Refused while another request is pending.',
  method: 'POST',
  body: SubmitKyc,
  idempotent: true,
  errors: kycErrors,
});
export const channelEditKyc = endpoint({
  ...kyc,
  name: 'channelEditKyc',
  summary: 'Replaces what the pending request says. Refused once it is decided.',
  method: 'PUT',
  body: SubmitKyc,
  idempotent: true,
  errors: kycErrors,
});

// Money.

/** One of the customer's own transactions, as their account sees it. */
export const ChannelTransaction = z.object({
  transactionHash: z.string(),
  fiTransactionId: z.string(),
  createdTime: InstantOut,
  transactionType: z.enum(transactionTypes),
  assetId: z.enum(assetIds),
  /** Below zero where it left the account. */
  amount: DecimalOut,
  balanceAfter: DecimalOut,
  sourceAccountId: z.string(),
  destinationAccountId: z.string(),
  /** Who is on the other side. */
  counterpartyName: z.string().nullable(),
  description: z.string().nullable(),
  extRef: z.string().nullable(),
  status: z.enum(transactionStatuses),
  businessStatus: z.enum(businessStatuses).nullable(),
});
export type ChannelTransaction = z.infer<typeof ChannelTransaction>;

export const channelTransactions = endpoint({
  ...own,
  ...ofAccount,
  name: 'channelTransactions',
  summary: 'The transactions of an account, newest first; the next page by `x-next` as cursor.',
  method: 'GET',
  path: `${base}/accounts/{accountId}/transactions`,
  permission: 'channel.read',
  query: z.strictObject({
    size: z.coerce.number().int().min(1).max(100).default(pageSizeDefault),
    cursor: Cursor.optional(),
    type: oneOf(['SEND_PAY', 'DEPOSIT', 'RECEIVE']),
    currency: oneOf(['KHR', 'USD']),
    fromDate: optional(Day),
    toDate: optional(Day),
  }),
  response: ChannelTransaction,
  list: 'array',
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const channelRecipient = endpoint({
  ...own,
  name: 'channelRecipient',
  summary: 'Who would be paid: by account id, phone or e-mail address, of this bank or another.',
  method: 'GET',
  path: `${base}/recipients/{value}`,
  permission: 'channel.pay',
  params: z.strictObject({ value: z.string().min(1).max(emailLengthMax) }),
  response: z.object({
    accountId: z.string(),
    name: z.string(),
    accountType: z.enum(accountTypes),
    bankName: z.string(),
    participantCode: z.string(),
    frozen: z.boolean(),
    accountStatus: z.enum(accountStatuses),
  }),
  errors: ['ACCOUNT_NOT_FOUND', 'NETWORK_SILENT'],
});

export const Payment = z
  .strictObject({
    destAccountId: AccountId,
    assetId: z.enum(assetIds),
    amount: DecimalIn,
    description: optional(text(descriptionLengthMax, 'description.too-long')),
    extRef: optional(text(extRefLengthMax)),
    /** The KHQR text that was scanned: it must ask for just this payment. */
    qrCode: optional(text(khqrLengthMax)),
  })
  .superRefine((it, ctx) => {
    const judged = judgeAmount(it.amount, currencyOf(it.assetId));
    if (typeof judged === 'string') ctx.addIssue({ code: 'custom', message: judged, path: ['amount'] });
    const fault = it.qrCode === undefined ? undefined : qrFault({ ...it, qrCode: it.qrCode });
    if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault, path: ['qrCode'] });
  });
export type Payment = z.infer<typeof Payment>;

type Scanned = { qrCode: string; destAccountId: string; assetId: (typeof assetIds)[number]; amount: string };

/** Whether a payment is the one that the scanned code asks for; whether the code has expired is the server's to say. */
function qrFault(it: Scanned): string | undefined {
  const asked = readKhqr(it.qrCode);
  if (asked === undefined) return 'qr.invalid';
  const currency = currencyOf(it.assetId);
  if (asked.accountId !== it.destAccountId || asked.currency !== currency) return 'qr.other-payment';
  if (asked.amount === undefined) return undefined;
  const isSame = judgeAmount(asked.amount, currency) === judgeAmount(it.amount, currency);
  return isSame ? undefined : 'qr.other-payment';
}

export const PaymentResult = z.object({
  transactionHash: z.string(),
  fiTransactionId: z.string(),
  status: z.enum(transactionStatuses),
  businessStatus: z.enum(businessStatuses).nullable(),
  transactionCreatedTime: InstantOut,
});
export type PaymentResult = z.infer<typeof PaymentResult>;

export const channelPay = endpoint({
  ...own,
  ...ofAccount,
  name: 'channelPay',
  summary:
    'Pays from an account, within its limit of the day: to a customer of this bank at once, to another bank as the network takes it.',
  method: 'POST',
  path: `${base}/accounts/{accountId}/payments`,
  permission: 'channel.pay',
  body: Payment,
  response: PaymentResult,
  idempotent: true,
  errors: [
    'BALANCE_TOO_LOW',
    'DAY_LIMIT_EXCEEDED',
    'ACCOUNT_NOT_FOUND',
    'ACCOUNT_BLOCKED',
    'ACCOUNT_DEACTIVATED',
    'ACCOUNT_DELETED',
    'IDEMPOTENCY_KEY_REUSED',
    'DEADLINE_PASSED',
    'OUTCOME_UNKNOWN',
  ],
});
