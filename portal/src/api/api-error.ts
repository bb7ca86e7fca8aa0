import type { FieldFault } from '@tonle/contract/refusal';

/**
 * Why a call brought no answer that can be used:
 * `refused` by the server, `offline` before anything was sent, `unreachable` or `timeout` while waiting,
 * `unreadable` where an answer came that is not what the contract promises.
 */
export type ApiErrorKind = 'refused' | 'offline' | 'unreachable' | 'timeout' | 'unreadable';

type ApiErrorFacts = {
  kind: ApiErrorKind;
  /** The HTTP status; 0 where no answer came. */
  httpStatus?: number;
  /** The refusal's name, as PASSWORD_EXPIRED. */
  name?: string;
  /** Its number, as 96. */
  code?: number;
  title?: string;
  /** The server's English message. */
  message?: string;
  reference?: string;
  /** Parameters of the refusal's text, and what else the server gave. */
  data?: Record<string, unknown>;
  fields?: FieldFault[];
  retryAfterSeconds?: number;
  /** True where the server may have acted although no answer came: ask before sending again. */
  answerLost?: boolean;
};

/** A call that failed. `refusal.{refusalName}` is the key of its text in the contract's messages. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly httpStatus: number;
  readonly refusalName: string | undefined;
  readonly code: number | undefined;
  readonly title: string | undefined;
  readonly serverMessage: string | undefined;
  readonly reference: string | undefined;
  readonly data: Record<string, unknown>;
  readonly fields: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;
  readonly answerLost: boolean;
  readonly at = new Date();

  constructor(facts: ApiErrorFacts) {
    super(facts.message ?? facts.name ?? facts.kind);
    this.name = 'ApiError';
    this.kind = facts.kind;
    this.httpStatus = facts.httpStatus ?? 0;
    this.refusalName = facts.name;
    this.code = facts.code;
    this.title = facts.title;
    this.serverMessage = facts.message;
    this.reference = facts.reference;
    this.data = facts.data ?? {};
    this.fields = facts.fields ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.answerLost = facts.answerLost ?? false;
  }
}
