import { z } from 'zod';

/**
 * Every refusal the server gives, by name. The HTTP status of each stands in server/http;
 * its text in messages.ts under `refusal.NAME`.
 */
export const refusalNames = [
  'BAD_CREDENTIALS',
  'SESSION_ENDED',
  'PASSWORD_HISTORY_VIOLATION',
  'PASSWORD_EXPIRES',
  'PASSWORD_TOO_YOUNG',
  'PASSWORD_EXPIRED',
  'FORCE_CHANGE_PASSWORD',
  'FORBIDDEN',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'WRONG_STATE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'INTERNAL',
  'INSUFFICIENT_FUNDS',
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_DEACTIVATED',
  'ACCOUNT_DELETED',
  'ACCOUNT_NOT_BLOCKED',
  'BALANCE_LEFT',
  'PAYMENTS_PENDING',
  'VERIFICATION_PENDING',
  'CONTACT_CHANGE_PENDING',
  'KEY_RECOVERY_PENDING',
  'AUTHORIZER_CHANGE_PENDING',
  'NOTHING_CHANGED',
  'RECIPIENT_IS_MAIN_ACCOUNT',
  'BANK_KEY_NOT_INSTALLED',
  'DEADLINE_PASSED',
  'SIGNATURE_REFUSED',
  'MESSAGE_ID_REUSED',
  'NETWORK_SILENT',
  'API_KEY_REFUSED',
  'ACCOUNT_EXISTS',
  'CONTACT_IN_USE',
  'PUBLIC_KEY_IN_USE',
  'BALANCE_TOO_LOW',
  'DAY_LIMIT_EXCEEDED',
  'OWN_REQUEST',
  'ALREADY_DECIDED',
  'NATIONAL_LIMIT',
  'CHANGED_MEANWHILE',
  'KEYHOLDER_NOT_LISTED',
  'KEYHOLDERS_COUNT',
  'KEY_STORE_NOT_WRITABLE',
  'SECRET_NOT_SUBMITTED',
  'SECRET_SUBMITTED',
  'SECRET_WRONG',
  'SECRETS_MISSING',
  'CONTACT_CHANGE_OPEN',
  'AUTHORIZER_CHANGE_OPEN',
  'AUTHORIZER_ALREADY',
  'AUTHORIZER_NOT_THERE',
  'AUTHORIZERS_TOO_MANY',
  'CONTACT_CHANGED_LATELY',
  'TOO_MANY_REPORTS',
  'ROLE_EXISTS',
  'ROLE_IN_USE',
  'PERMISSION_EXISTS',
  'PERMISSION_IN_USE',
  'PERMISSION_OF_CONTRACT',
  'LOGIN_EXISTS',
  'OWN_RIGHTS',
  'LAST_ACCESS_MANAGER',
  'USER_WITHOUT_ROLE',
  'CODE_WRONG',
  'CODE_EXPIRED',
  'CODE_TRIES_SPENT',
] as const;
export type RefusalName = (typeof refusalNames)[number];

/** The numeric codes of 1-portal.md section 8, where a refusal has one. */
export const refusalCodes: Partial<Record<RefusalName, number>> = {
  SESSION_ENDED: 10,
  PASSWORD_HISTORY_VIOLATION: 93,
  PASSWORD_EXPIRES: 94,
  PASSWORD_TOO_YOUNG: 95,
  PASSWORD_EXPIRED: 96,
  FORCE_CHANGE_PASSWORD: 97,
};

/** What is wrong with one field: a key of messages.ts with its parameters, and the English text. */
export const FieldFault = z.object({
  path: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  message: z.string(),
});
export type FieldFault = z.infer<typeof FieldFault>;

/** The body of every refusal (decisions section 3). */
export const RefusalBody = z.object({
  status: z.object({
    code: z.literal(1),
    errorCode: z.number().int().optional(),
    error: z.string(),
    message: z.string(),
    title: z.string().optional(),
    /** The request id. */
    reference: z.string(),
  }),
  data: z.record(z.string(), z.unknown()).optional(),
  fields: z.array(FieldFault).optional(),
});
export type RefusalBody = z.infer<typeof RefusalBody>;

export type RefusalData = Record<string, string | number | boolean | null>;

/** A rule said no. Thrown anywhere in an area; server/http answers it. `data` fills the text's parameters. */
export class Refusal extends Error {
  readonly refusalName: RefusalName;
  readonly data: RefusalData;
  readonly fields: readonly Omit<FieldFault, 'message'>[];

  constructor(
    refusalName: RefusalName,
    data: RefusalData = {},
    fields: readonly Omit<FieldFault, 'message'>[] = [],
  ) {
    super(refusalName);
    this.name = 'Refusal';
    this.refusalName = refusalName;
    this.data = data;
    this.fields = fields;
  }
}

/** The status block of an answer that carries one and succeeded. */
export const OkStatus = z.object({ code: z.literal(0) });
/** An answer of the shape {status, data}. */
export const withStatus = <T extends z.ZodType>(data: T) => z.object({ status: OkStatus, data });
