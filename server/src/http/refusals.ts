import { fill, isMessageKey, messages } from '@tonle/contract/messages';
import {
  type FieldFault,
  Refusal,
  type RefusalBody,
  type RefusalName,
  refusalCodes,
} from '@tonle/contract/refusal';
import { isDatabaseFault } from '../db/errors.ts';
import { JsonRefused } from './json.ts';

/** The one place where a refusal gets its HTTP status (decisions section 3). */
export const statusOf: Readonly<Record<RefusalName, number>> = {
  BAD_CREDENTIALS: 401,
  SESSION_ENDED: 401,
  PASSWORD_HISTORY_VIOLATION: 400,
  PASSWORD_EXPIRES: 403,
  PASSWORD_TOO_YOUNG: 409,
  PASSWORD_EXPIRED: 403,
  FORCE_CHANGE_PASSWORD: 403,
  FORBIDDEN: 403,
  INVALID_REQUEST: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  WRONG_STATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  INTERNAL: 500,
  INSUFFICIENT_FUNDS: 409,
  ACCOUNT_NOT_FOUND: 404,
  ACCOUNT_BLOCKED: 409,
  ACCOUNT_DEACTIVATED: 409,
  ACCOUNT_DELETED: 409,
  ACCOUNT_NOT_BLOCKED: 409,
  BALANCE_LEFT: 409,
  PAYMENTS_PENDING: 409,
  VERIFICATION_PENDING: 409,
  CONTACT_CHANGE_PENDING: 409,
  KEY_RECOVERY_PENDING: 409,
  AUTHORIZER_CHANGE_PENDING: 409,
  NOTHING_CHANGED: 409,
  RECIPIENT_IS_MAIN_ACCOUNT: 409,
  BANK_KEY_NOT_INSTALLED: 409,
  DEADLINE_PASSED: 409,
  SIGNATURE_REFUSED: 401,
  MESSAGE_ID_REUSED: 422,
  NETWORK_SILENT: 503,
  API_KEY_REFUSED: 401,
  ACCOUNT_EXISTS: 409,
  CONTACT_IN_USE: 409,
  PUBLIC_KEY_IN_USE: 409,
  BALANCE_TOO_LOW: 409,
  DAY_LIMIT_EXCEEDED: 409,
  OWN_REQUEST: 403,
  ALREADY_DECIDED: 409,
  NATIONAL_LIMIT: 409,
  CHANGED_MEANWHILE: 409,
  KEYHOLDER_NOT_LISTED: 409,
  KEYHOLDERS_COUNT: 409,
  KEY_STORE_NOT_WRITABLE: 409,
  SECRET_NOT_SUBMITTED: 409,
  SECRET_SUBMITTED: 409,
  SECRET_WRONG: 400,
  SECRETS_MISSING: 409,
  CONTACT_CHANGE_OPEN: 409,
  AUTHORIZER_CHANGE_OPEN: 409,
  AUTHORIZER_ALREADY: 409,
  AUTHORIZER_NOT_THERE: 409,
  AUTHORIZERS_TOO_MANY: 409,
  CONTACT_CHANGED_LATELY: 403,
  TOO_MANY_REPORTS: 409,
  ROLE_EXISTS: 409,
  ROLE_IN_USE: 409,
  PERMISSION_EXISTS: 409,
  PERMISSION_IN_USE: 409,
  PERMISSION_OF_CONTRACT: 409,
  LOGIN_EXISTS: 409,
  OWN_RIGHTS: 403,
  LAST_ACCESS_MANAGER: 409,
  USER_WITHOUT_ROLE: 409,
  CODE_WRONG: 400,
  CODE_EXPIRED: 409,
  CODE_TRIES_SPENT: 409,
};

/** Refusals that any endpoint may give, whatever it declares. */
export const everywhere: readonly RefusalName[] = [
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'INTERNAL',
];

const RETRY_SECONDS = 2;

/** How long to wait before asking again; undefined where asking again does not help. */
export function retryAfterSeconds(refusal: Refusal): number | undefined {
  const status = statusOf[refusal.refusalName];
  if (status !== 429 && status !== 503) return undefined;
  const told = refusal.data.retryAfterSeconds ?? refusal.data.seconds;
  return typeof told === 'number' ? Math.max(1, Math.ceil(told)) : RETRY_SECONDS;
}

/** A refusal in English, with what it is about. */
export const englishOf = ({ refusalName, data }: Refusal): string =>
  fill(messages[`refusal.${refusalName}`], data);

export function bodyOf(refusal: Refusal, reference: string): RefusalBody {
  const name = refusal.refusalName;
  const code = refusalCodes[name];
  const fields = refusal.fields.map(withMessage);
  const { retryAfterSeconds: _, ...data } = refusal.data;
  return {
    status: {
      code: 1,
      ...(code === undefined ? {} : { errorCode: code }),
      error: name,
      message: englishOf(refusal),
      reference,
    },
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(fields.length === 0 ? {} : { fields }),
  };
}

const withMessage = (it: Omit<FieldFault, 'message'>): FieldFault => ({
  ...it,
  message: isMessageKey(it.key) ? fill(messages[it.key], it.params) : it.key,
});

/** What Fastify itself found wrong with a request, by its error code. */
const byFrameworkCode: Readonly<Record<string, RefusalName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  FST_ERR_CTP_EMPTY_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_ASYNC_CONSTRAINT: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_REQUEST',
};

/** What a plugin found wrong with a request, by its HTTP status: a path out of the portal's folder, a range past a file's end. */
function byPluginStatus(error: Error): RefusalName | undefined {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 403 || status === 404) return 'NOT_FOUND';
  return typeof status === 'number' && status >= 400 && status < 500 ? 'INVALID_REQUEST' : undefined;
}

/** The ledger's faults that mean "ask again", by their code; the ledger knows no HTTP (architecture, convention 8). */
const byLedgerCode: Readonly<Record<string, RefusalName>> = {
  BUSY: 'UNAVAILABLE',
  UNAVAILABLE: 'UNAVAILABLE',
  CLOSED: 'UNAVAILABLE',
  OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN',
};

/** Whatever was thrown, as the refusal that is answered. INTERNAL is a defect and is logged by the caller. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof JsonRefused) return new Refusal('INVALID_REQUEST');
  if (isDatabaseFault(error)) return new Refusal('UNAVAILABLE');
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const name =
      byFrameworkCode[error.code] ?? (error.name === 'LedgerError' ? byLedgerCode[error.code] : undefined);
    if (name !== undefined) return new Refusal(name);
    // Fastify's other complaints about a request, e.g. a client that went away while sending its body.
    if (error.code.startsWith('FST_ERR_CTP_') || error.code === 'ECONNRESET')
      return new Refusal('INVALID_REQUEST');
  }
  return new Refusal((error instanceof Error && byPluginStatus(error)) || 'INTERNAL');
}
