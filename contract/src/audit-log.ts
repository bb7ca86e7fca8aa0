import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './paging.ts';
import { Day, optional, text } from './text.ts';

/** What the audit log tells apart; each area adds its own. */
export const activities = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'ACCOUNT_LOCKED',
  'SIGNED_OUT',
  'PASSWORD_CHANGED',
  'PASSWORD_CHANGE_FAILED',
  'PASSWORD_RESET_ASKED',
  'ONE_TIME_PASSWORD_USED',
  'SESSION_ENDED',
  'CONSOLE_USER_CREATED',
  'CONSOLE_USER_CHANGED',
  'CONSOLE_USER_BLOCKED',
  'CONSOLE_USER_UNBLOCKED',
  'ROLE_CREATED',
  'ROLE_CHANGED',
  'ROLE_DELETED',
  'PERMISSION_CREATED',
  'PERMISSION_DELETED',
  'KEY_CEREMONY_STARTED',
  'KEY_SECRET_SUBMITTED',
  'BANK_KEY_REGISTERED',
  'KEY_CEREMONY_COMPLETED',
  'KEY_SECRET_CHECKED',
  'KEY_SECRET_REFUSED',
  'KEY_SHARES_ERASED',
  'BANK_KEY_REINSTALLED',
  'TRANSFER_SENT',
  'DEPOSIT_RECEIVED',
  'TRANSFER_STATUS_HEARD',
  'TRANSFER_STATUS_CONTRADICTED',
  'DEPOSIT_ACKNOWLEDGED',
  'DEPOSIT_REFUNDED',
  'DECISION_RESENT',
  'CHANNEL_KEY_CREATED',
  'CHANNEL_KEY_REVOKED',
  'ACCOUNT_OPENED',
  'IDENTITY_IMAGE_RECEIVED',
  'IDENTITY_IMAGE_VIEWED',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_UNBLOCKED',
  'ACCOUNT_DELETED',
  'VERIFICATION_REQUESTED',
  'VERIFICATION_REQUEST_CHANGED',
  'VERIFICATION_APPROVED',
  'VERIFICATION_REJECTED',
  'PAYMENT_SENT',
  'CONTACT_CHANGE_REQUESTED',
  'CONTACT_CHANGE_CODE_RESENT',
  'CONTACT_CHANGE_CODE_REFUSED',
  'CONTACT_CHANGE_VERIFIED',
  'CONTACT_CHANGE_CANCELED',
  'CONTACT_CHANGE_AUTHORIZED',
  'CONTACT_CHANGE_REJECTED',
  'CONTACT_CHANGED',
  'KYC_LIMIT_ADDED',
  'KYC_LIMIT_CHANGED',
  'ACCOUNT_LIMIT_SET',
  'BANK_JOINED',
  'BANK_SET_UP',
  'BANK_INFO_CHANGED',
  'TERMS_CHANGED',
  'KEY_RECOVERY_PREPARED',
  'KEY_RECOVERY_CREATED',
  'KEY_RECOVERY_VERIFIED',
  'KEY_RECOVERY_OPENED',
  'KEY_RECOVERY_READY',
  'KEY_RECOVERY_AUTHORIZED',
  'KEY_RECOVERY_SENT',
  'KEY_RECOVERY_REVOKED',
  'KEY_RECOVERY_APPROVED',
  'KEY_RECOVERY_REJECTED',
  'KEY_RECOVERY_FAILED',
  'KEY_RECOVERY_SUCCESSFUL',
  'KEY_RECOVERY_CANCELED',
  'KEY_RECOVERY_CODE_RESENT',
  'KEY_RECOVERY_CODE_WRONG',
  'KEY_RECOVERY_DOCUMENTS_VIEWED',
  'CUSTOMER_KEY_CHANGED',
  'AUTHORIZER_CHANGE_REQUESTED',
  'AUTHORIZER_ADDED',
  'AUTHORIZER_REMOVED',
  'AUTHORIZER_CHANGE_FAILED',
  'ACCOUNTS_MADE_DIRECT',
  'ACCOUNTS_MADE_INDIRECT',
  'REPORT_REQUESTED',
  'REPORT_CANCELED',
  'REPORT_TICKET_OPENED',
  'REPORT_FILE_TAKEN',
] as const;
export type Activity = (typeof activities)[number];

/** A role name is 64 characters at most, an authority shorter. */
const RoleFilter = text(64);
const several = <S extends z.ZodType>(one: S) =>
  z.preprocess((it) => {
    const given = (Array.isArray(it) ? it : it === undefined || it === null ? [] : [it])
      .flatMap((value) => (typeof value === 'string' ? value.split(',') : [value]))
      .filter((value) => value !== '' && value !== 'ALL');
    return given.length === 0 ? undefined : [...new Set(given)];
  }, z.array(one).max(100).optional());

/** Old and new values as they were written: a few names, each with what it held. */
const Values = z.record(z.string(), z.unknown()).nullable();

export const AuditEntry = z.object({
  id: z.string(),
  fullName: z.string().nullable(),
  username: z.string().nullable(),
  /** Authorities and role names of that moment. */
  roles: z.array(z.string()),
  activity: z.string(),
  description: z.string(),
  /** Epoch seconds (decisions section 3). */
  logDateTime: z.number().int(),
  /** What it was done to, with old and new values, as JSON text. */
  message: z.string(),
  /** Extensions: the same apart, where it came from, and whether the chain covers it. */
  subject: z.string().nullable(),
  oldValues: Values,
  newValues: Values,
  address: z.string().nullable(),
  reference: z.string().nullable(),
  sealed: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditLogs = endpoint({
  name: 'auditLogs',
  area: 'audit-log',
  summary: 'Who did what: changes, sign-ins, exports, views of identity documents. The latest first.',
  method: 'GET',
  path: '/audit-emitter/api/v1/logs',
  permission: 'audit-log.list',
  query: z.strictObject({
    ...listQuery(['logDateTime'], 'logDateTime,desc'),
    roles: several(RoleFilter),
    activities: several(z.enum(activities)),
    dateFrom: optional(Day),
    dateTo: optional(Day),
    q: optional(text(128)),
  }),
  list: 'array',
  response: AuditEntry,
});

export const auditActivities = endpoint({
  name: 'auditActivities',
  area: 'audit-log',
  summary: 'The activities that the audit log tells apart.',
  method: 'GET',
  path: '/audit-emitter/api/v1/logs/activities',
  permission: 'audit-log.list',
  response: z.array(z.string()),
});
