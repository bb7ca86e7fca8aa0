import { z } from 'zod';
import { AccountId, accountTypes } from './account-id.ts';
import { Code } from './code.ts';
import { documentIdLengthMax, organizationNameLengthMax } from './customer-profile.ts';
import { endpoint } from './endpoint.ts';
import { recoveryStatuses, trxStatuses } from './key-recovery-states.ts';
import { listQuery } from './paging.ts';
import { Reason } from './reason.ts';
import { oneOf, optional, text } from './text.ts';

/** Giving customers who have lost their phone a new key (2-console.md sections 2 to 7). */
const base = '/tps/api/recovery';
const own = { area: 'key-recovery' } as const;
const request = { ...own, permission: 'key-recovery.request' } as const;
const authorize = { ...own, permission: 'key-recovery.authorize' } as const;

export const RecoveryId = z.string().regex(/^[1-9]\d{0,17}$/, 'field.invalid');
const Seconds = z.int();

/** Why the person who asks may not approve a request. */
export const recoveryBars = ['OWN', 'CONTACT_CHANGE'] as const;

export const RecoveryRow = z.object({
  id: z.string(),
  status: z.enum(recoveryStatuses),
  accountId: z.string(),
  name: z.string(),
  /** Of the key's change, once it was handed to the gateway. */
  trxHash: z.string().nullable(),
  trxStatus: z.enum(trxStatuses).nullable(),
  /** Epoch seconds. */
  date: Seconds,
  updateTime: Seconds,
  /** Why it was cancelled, revoked, rejected, or failed. */
  comment: z.string().nullable(),
  // What follows is more than the specification's.
  accountType: z.enum(accountTypes).optional(),
  /** For the person who asks: why they may not approve it. */
  barred: z.enum(recoveryBars).nullable().optional(),
  /** It waits for somebody, and has for longer than it should (REMINDER_HOURS). */
  overdue: z.boolean().optional(),
});
export type RecoveryRow = z.infer<typeof RecoveryRow>;

/** One step of a request: who did what when. */
export const RecoveryStep = z.object({
  status: z.enum(recoveryStatuses),
  at: Seconds,
  by: z.string(),
  reason: z.string().nullable(),
});
export type RecoveryStep = z.infer<typeof RecoveryStep>;

export const RecoveryDetail = RecoveryRow.extend({
  /** The customer's photo and the application, JPEG in base64; null where there is none or they were not asked for. */
  photo: z.string().nullable(),
  application: z.string().nullable(),
  // What follows is more than the specification's.
  documentId: z.string().nullable().optional(),
  hasPhoto: z.boolean().optional(),
  hasApplication: z.boolean().optional(),
  /** What the bank's own record says, to hold against what was typed. */
  recordName: z.string().optional(),
  recordDocumentId: z.string().nullable().optional(),
  /** When it fails by itself; null once nothing waits for people any more. */
  expires: Seconds.nullable().optional(),
  /** How far the network has been told. */
  delivery: z.enum(['WAITING', 'DELIVERED', 'REJECTED']).nullable().optional(),
  history: z.array(RecoveryStep).optional(),
});
export type RecoveryDetail = z.infer<typeof RecoveryDetail>;

const recoverySorts = ['date', 'updateTime', 'accountId'] as const;
const listed = { ...listQuery(recoverySorts, 'date,desc'), status: oneOf(recoveryStatuses) };

export const recoveryRequests = endpoint({
  ...request,
  name: 'recoveryRequests',
  summary: 'The requests to recover a key.',
  method: 'GET',
  path: `${base}/account-recovery-request`,
  query: z.strictObject(listed),
  response: RecoveryRow,
  list: 'array',
});

export const recoveryRequestsToAuthorize = endpoint({
  ...authorize,
  name: 'recoveryRequestsToAuthorize',
  summary: 'The same, for those who approve them.',
  method: 'POST',
  path: `${base}/requests`,
  query: z.strictObject({ ...listed, search: optional(text(128)) }),
  body: z.strictObject({ status: oneOf(recoveryStatuses), filter: optional(text(128)) }),
  response: RecoveryRow,
  list: 'array',
});

const ofRequest = {
  method: 'GET',
  params: z.strictObject({ id: RecoveryId }),
  query: z.strictObject({
    /** `false` leaves the pictures out: looking at them is audited. An extension. */
    documents: z
      .enum(['true', 'false'])
      .optional()
      .transform((it) => it !== 'false'),
  }),
  response: RecoveryDetail,
  errors: ['NOT_FOUND'],
} as const;

export const recoveryRequest = endpoint({
  ...request,
  ...ofRequest,
  name: 'recoveryRequest',
  summary: 'A request with its documents, whose view is audited.',
  path: `${base}/account-recovery-request/{id}`,
});

export const recoveryRequestToAuthorize = endpoint({
  ...authorize,
  ...ofRequest,
  name: 'recoveryRequestToAuthorize',
  summary: 'The same, for those who approve it.',
  path: `${base}/requests/{id}`,
});

// What is typed, with the form's messages (2-console.md section 5).

const nameOf = (required: 'recovery.name-required' | 'recovery.organization-required') =>
  text(organizationNameLengthMax).refine((it) => it !== '', required);
/** Another alphabet than a customer's document ID has elsewhere: the form says so. */
const RecoveryDocumentId = z
  .string()
  .trim()
  .min(1, { error: 'document-id.required', abort: true })
  .max(documentIdLengthMax, 'field.too-long')
  .regex(/^[a-zA-Z_0-9]+$/, 'recovery.document-id-invalid');

export const applicationBytesMax = 1_048_576;
/** Base64 of a PNG of at most 1 MiB. */
export const Application = z
  .string('recovery.application-required')
  .min(1, { error: 'recovery.application-required', abort: true })
  // Four characters for three bytes; the exact size is judged when it is read.
  .max(Math.ceil(applicationBytesMax / 3) * 4 + 4, {
    error: 'recovery.file-too-big',
    abort: true,
  })
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'image.not-an-image');

export const IndividualForm = z.strictObject({
  name: nameOf('recovery.name-required'),
  documentId: RecoveryDocumentId,
  application: Application,
});
const OrganizationName = nameOf('recovery.organization-required');
const OrganizationAccount = z.string().trim().min(1, 'recovery.account-required').pipe(AccountId);
/** Prepares the recovery of an organisation's key. */
export const OrganizationForm = z.strictObject({ name: OrganizationName, accountId: OrganizationAccount });
/** Completes it. */
export const OrganizationApplicationForm = OrganizationForm.extend({ application: Application });

const Asked = z.object({ id: z.string(), status: z.enum(recoveryStatuses) });
const changeErrors = ['NOT_FOUND', 'WRONG_STATE'] as const;
const accountErrors = ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DEACTIVATED', 'ACCOUNT_DELETED', 'WRONG_STATE'] as const;

export const prepareRecovery = endpoint({
  ...request,
  name: 'prepareRecovery',
  summary: 'Sends the customer a code; once more where a request waits for its code.',
  method: 'POST',
  path: `${base}/prepare-account-recovery-request`,
  body: z.strictObject({ accountId: AccountId, name: OrganizationName }),
  response: Asked,
  errors: [...accountErrors, 'CODE_TRIES_SPENT', 'TOO_MANY_REQUESTS'],
});

export const verifyRecovery = endpoint({
  ...request,
  name: 'verifyRecovery',
  summary: 'Holds the code that the customer was sent against what was typed.',
  method: 'POST',
  path: `${base}/verify-account-recovery-request`,
  body: z.strictObject({ accountId: AccountId, code: Code }),
  response: Asked,
  errors: ['NOT_FOUND', 'WRONG_STATE', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_SPENT'],
});

export const completeRecovery = endpoint({
  ...request,
  name: 'completeRecovery',
  summary:
    'Attaches the customer’s application and answers the code that their app asks for, this one time. For MOBILE it may be the first step.',
  method: 'POST',
  path: `${base}/account-recovery-request`,
  body: z.strictObject({
    accountId: AccountId,
    name: text(organizationNameLengthMax).refine((it) => it !== '', 'recovery.name-required'),
    application: Application,
    documentId: optional(RecoveryDocumentId),
  }),
  bodyBytesMax: Math.ceil(applicationBytesMax / 3) * 4 + 8_192,
  response: Asked.extend({ code: z.string() }),
  errors: [...accountErrors, 'PAYLOAD_TOO_LARGE'],
});

export const closeRecovery = endpoint({
  ...request,
  name: 'closeRecovery',
  summary: 'Cancels a request that has not been approved.',
  method: 'PUT',
  path: `${base}/account-recovery-close`,
  body: z.strictObject({ id: RecoveryId, reason: Reason }),
  textBody: { identifier: 'id', text: 'reason' },
  response: Asked,
  errors: changeErrors,
});

export const revokeRecovery = endpoint({
  ...request,
  name: 'revokeRecovery',
  summary: 'Takes back what the network has not yet said yes to.',
  method: 'PUT',
  path: `${base}/account-recovery-revoke`,
  body: z.strictObject({ trxHash: z.string().regex(/^[0-9a-f]{64}$/, 'field.invalid'), reason: Reason }),
  textBody: { identifier: 'trxHash', text: 'reason' },
  response: Asked,
  errors: changeErrors,
});

export const authorizeRecovery = endpoint({
  ...authorize,
  name: 'authorizeRecovery',
  summary: 'Approves a request. Never by somebody who had a part in it.',
  method: 'PUT',
  path: `${base}/requests/authorize`,
  body: z.strictObject({ requestId: RecoveryId }),
  response: Asked,
  errors: [...changeErrors, 'OWN_REQUEST', 'CONTACT_CHANGED_LATELY'],
});

export const rejectRecovery = endpoint({
  ...authorize,
  name: 'rejectRecovery',
  summary: 'Rejects a request, with a reason where one is given.',
  method: 'PUT',
  path: `${base}/requests/reject`,
  body: z.strictObject({
    requestId: RecoveryId,
    reason: z.preprocess((it) => it ?? undefined, Reason.optional()),
  }),
  response: Asked,
  errors: changeErrors,
});
