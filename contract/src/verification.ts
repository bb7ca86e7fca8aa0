import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { type ChannelAccountType, channelAccountTypes } from './channel-permissions.ts';
import { CustomerDetail, profileFields } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { LimitId } from './kyc-limits.ts';
import { listQuery } from './paging.ts';
import { InstantOut, oneOf, text } from './text.ts';

export const requestStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** A request to verify who a customer is, or what has changed of them, as the lists show it (2-console.md section 3). */
export const VerificationRow = z.object({
  verificationId: z.string(),
  /** A person's full name, an organisation's name. */
  name: z.string(),
  nameKhmer: z.string().nullable(),
  accountId: z.string(),
  primaryContact: z.string(),
  secondaryContact: z.string().nullable(),
  address: z.string().nullable(),
  registeredDate: InstantOut,
  requestedDate: InstantOut,
  accountType: z.enum(channelAccountTypes),
  requestStatus: z.enum(requestStatuses),
  /** Of the request: one that waits counts as PARTIAL_KYC (decisions section 8). */
  kycStatus: z.enum(['FULL_KYC', 'PARTIAL_KYC']),
  /** Why it was rejected. */
  remarks: z.string().nullable(),
  /** An app by its name, or a person of the bank. */
  requestedBy: z.string(),
  /** The caller asked for it, so somebody else has to decide. */
  isOwn: z.boolean(),
  /** Goes up with each edit of the request; a decision that names it is refused where the request says something else by now. */
  revision: z.number().int(),
  /** In the lists: it has waited for longer than it should (REMINDER_HOURS). */
  overdue: z.boolean().optional(),
});
export type VerificationRow = z.infer<typeof VerificationRow>;

const RequestedChange = z.object({
  fieldName: z.enum(profileFields),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
});
export type RequestedChange = z.infer<typeof RequestedChange>;

const IdentityFigures = z.object({ live: z.boolean(), liveConfidenceAvg: z.number(), faceMatch: z.number() });

/** A request with everything that helps to decide on it: the customer as they are, and what would change. */
export const VerificationDetail = CustomerDetail.extend({
  ...VerificationRow.pick({
    verificationId: true,
    requestStatus: true,
    kycStatus: true,
    remarks: true,
    requestedBy: true,
    isOwn: true,
    revision: true,
  }).shape,
  requestedDate: InstantOut,
  /** What the account has now, whatever the request counts as. */
  accountKycStatus: CustomerDetail.shape.kycStatus,
  changes: z.array(RequestedChange),
  /** The pictures that come with the request. */
  photoUuid: z.string().nullable(),
  identityUuid: z.string().nullable(),
  /** Those that the customer has now. */
  oldPhotoUuid: z.string().nullable(),
  oldIdentityUuid: z.string().nullable(),
  identityCheck: IdentityFigures.nullable(),
  decidedBy: z.string().nullable(),
  /** It was the caller who decided. */
  decidedByCaller: z.boolean().optional(),
  decidedTime: InstantOut.nullable(),
  /** Where it stands among those of its kind that wait, the oldest first; null where it does not wait. */
  queue: z
    .object({
      position: z.number().int(),
      total: z.number().int(),
      previousId: z.string().nullable(),
      nextId: z.string().nullable(),
    })
    .nullable(),
});
export type VerificationDetail = z.infer<typeof VerificationDetail>;

type Decidable = Pick<VerificationRow, 'requestStatus' | 'isOwn'>;
const waitsForSomebodyElse = ({ requestStatus, isOwn }: Decidable) => requestStatus === 'PENDING' && !isOwn;
/** What may be done with a request: the portal shows by it, the server refuses by it. */
export const verificationCan = { approve: waitsForSomebodyElse, reject: waitsForSomebodyElse } as const;

const own = { area: 'verification' } as const;

const ofChannel = <const Name extends string>(name: Name, channel: 'mobile' | 'desktop' | 'web') =>
  endpoint({
    ...own,
    name,
    summary: `Requests of ${channel} accounts: those that wait, or those that were rejected.`,
    method: 'GET',
    path: `/tps/api/verification-requests/${channel}`,
    permission: `verification.list.${channel}`,
    query: z.strictObject({
      ...listQuery(['requestedDate'], 'requestedDate,asc'),
      kyc: oneOf(['FULL_KYC', 'PARTIAL_KYC', 'REJECTED']),
    }),
    response: VerificationRow,
    list: 'array',
  });

export const mobileRequests = ofChannel('mobileRequests', 'mobile');
export const desktopRequests = ofChannel('desktopRequests', 'desktop');
export const webRequests = ofChannel('webRequests', 'web');

const listing = ['verification.list.mobile', 'verification.list.desktop', 'verification.list.web'] as const;
const deciding = [
  'verification.decide.mobile',
  'verification.decide.desktop',
  'verification.decide.web',
] as const;

/** Our own ids; more digits than the database's are none. */
export const VerificationId = z.preprocess(
  (it) => (typeof it === 'number' ? String(it) : it),
  z.string('field.required').regex(/^[1-9]\d{0,17}$/, 'field.invalid'),
);

export const verificationRequest = endpoint({
  ...own,
  name: 'verificationRequest',
  summary: 'A request, with the customer as they are and what would change.',
  method: 'GET',
  path: '/tps/api/v2/verification-requests/{id}',
  permission: listing,
  params: z.strictObject({ id: VerificationId }),
  response: VerificationDetail,
  errors: ['NOT_FOUND'],
});

export const activeRequest = endpoint({
  ...own,
  name: 'activeRequest',
  summary: 'The request of an account that waits.',
  method: 'GET',
  path: '/tps/api/verification-requests/get-active-for-account/{accountId}',
  permission: listing,
  params: z.strictObject({ accountId: AccountId }),
  response: VerificationRow,
  errors: ['NOT_FOUND'],
});

const Decided = z.object({
  verificationId: z.string(),
  requestStatus: z.enum(requestStatuses),
  /** The next of its kind that waits, for whoever decides on one after the other. */
  nextVerificationId: z.string().nullable(),
});
export type Decided = z.infer<typeof Decided>;

const revision = z.int().min(1).optional();
const decision = {
  ...own,
  method: 'PUT',
  permission: deciding,
  response: Decided,
  errors: ['NOT_FOUND', 'OWN_REQUEST', 'ALREADY_DECIDED', 'CHANGED_MEANWHILE'],
} as const;

export const approveRequest = endpoint({
  ...decision,
  name: 'approveRequest',
  summary: 'Approves a request: the customer is as it says, of FULL_KYC, with the chosen limit.',
  path: '/tps/api/verification-requests/approve',
  body: z.strictObject({ verificationId: VerificationId, limitId: LimitId, revision }),
});

const reasonLengthMax = 255;
export const rejectionReasonLengthMax = reasonLengthMax;
/** Why a request is rejected: the customer reads it (2-console.md section 5). */
export const RejectionReason = z
  .preprocess((it) => it ?? '', text(reasonLengthMax, 'reason.too-long'))
  .refine((it) => it !== '', 'rejection-reason.required');

export const rejectRequest = endpoint({
  ...decision,
  name: 'rejectRequest',
  summary: 'Rejects a request. The customer is told the reason.',
  path: '/tps/api/verification-requests/reject',
  body: z.strictObject({ verificationId: VerificationId, rejectedReason: RejectionReason, revision }),
});

/** How often an open review says that somebody is there, and when one that says nothing any more counts as left. */
export const presenceEverySeconds = 10;
export const presenceLastsSeconds = 25;

export const lookingAtRequest = endpoint({
  ...own,
  name: 'lookingAtRequest',
  summary:
    'Says that the caller is looking at a request, or has left it: whoever else looks at it is told by the event stream. An extension; nothing is kept.',
  method: 'POST',
  path: '/tps/api/verification-requests/looking',
  permission: listing,
  body: z.strictObject({ verificationId: VerificationId, here: z.boolean() }),
  response: z.object({
    /** The caller's own name in the events. */
    viewer: z.string(),
  }),
  errors: ['NOT_FOUND'],
});

/** The list of a kind of account. */
export const requestsOf = {
  MOBILE: mobileRequests,
  DESKTOP: desktopRequests,
  WEB: webRequests,
} as const satisfies Record<ChannelAccountType, unknown>;
