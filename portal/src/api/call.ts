import type { Endpoint, In, Sent } from '@tonle/contract/endpoint';
import type { PageOf } from '@tonle/contract/paging';
import type { z } from 'zod';
import { contractTexts } from '../i18n/contract-texts.ts';
import { storedLanguage } from '../i18n/language.ts';
import { getConfig } from '../session/config.ts';
import { getSession } from '../session/session.ts';
import { hearSessionLeft } from '../session/session-left.ts';
import { ApiError } from './api-error.ts';
import { mayHaveActed } from './may-have-acted.ts';
import { parseJson, readAs, readPage } from './read-answer.ts';
import { failureOf, refusalIn } from './refusal-in.ts';
import { sessionRefused } from './session-refused.ts';

type Part<Name extends string, Schema> =
  Sent<Schema> extends undefined ? object : { [N in Name]: Sent<Schema> };
type QueryPart<Schema> = Sent<Schema> extends undefined ? object : { query?: Partial<Sent<Schema>> };

/** What a call of an endpoint takes: its path parameters, its query, its body. */
export type InputOf<E extends Endpoint> = Part<'params', E['params']> &
  QueryPart<E['query']> &
  Part<'body', E['body']>;

/** What it answers: a page of rows for a list, else the body. */
export type AnswerOf<E extends Endpoint> = [NonNullable<E['list']>] extends [never]
  ? In<E['response']>
  : PageOf<In<E['response']>>;

export type CallOptions = {
  /** Aborts the call, for an answer nobody waits for any more. */
  signal?: AbortSignal;
  /** A poll: no activity of a person, so the session's idle time runs on (decisions section 5). */
  background?: boolean;
  idempotencyKey?: string;
  timeoutSeconds?: number;
  /** Another token than the session's: while signing in there is no session yet. `null` sends none. */
  token?: string | null;
};

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

const timeoutSecondsDefault = 30;

/** Calls an endpoint of the contract and reads its answer. Throws `ApiError`, or the abort's own error. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const token = options.token === undefined ? getSession()?.token : (options.token ?? undefined);
  const response = await send(endpoint, input as AnyInput, token, options);
  hearSessionLeft(response.headers.get('x-session-seconds'), token);
  const body = await readBody(endpoint, response);
  await throwRefusal(endpoint, response, body, token);
  const answer = endpoint.list
    ? readPage(endpoint.response, body, response.headers)
    : readAs(endpoint.response, body);
  if (answer === undefined && !endpoint.response.safeParse(undefined).success)
    throw unreadable(endpoint, response);
  return answer as AnswerOf<E>;
}

/** Calls an endpoint that answers a file, and gives the file. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Blob> {
  const token = getSession()?.token;
  const response = await send(endpoint, input as AnyInput, token, options);
  hearSessionLeft(response.headers.get('x-session-seconds'), token);
  const isRefusal = !response.ok || response.headers.get('content-type')?.startsWith('application/json');
  if (isRefusal) await throwRefusal(endpoint, response, await readBody(endpoint, response), token);
  try {
    return await response.blob();
  } catch {
    throw new ApiError({ kind: 'unreachable', httpStatus: response.status });
  }
}

/** Throws where the answer is a refusal, whatever its HTTP status (decisions section 1). */
async function throwRefusal(
  endpoint: Endpoint,
  response: Response,
  body: unknown,
  token: string | undefined,
): Promise<void> {
  const refusal = refusalIn(body, response);
  const error = refusal ?? (response.ok ? undefined : failureOf(response, mayHaveActed(endpoint)));
  if (error === undefined) return;
  sessionRefused(error, token);
  // Its words are fetched before it is shown; where that fails, the server's own stand in.
  await contractTexts.load(storedLanguage()).catch(() => undefined);
  throw error;
}

/** The same call with its answer read as one of the shapes that it may have; the name keeps the answers apart. */
export const readingAs = <const E extends Endpoint, S extends z.ZodType>(
  endpoint: E,
  name: string,
  response: S,
): Omit<E, 'name' | 'response'> & { name: string; response: S } => ({ ...endpoint, name, response });

async function send(endpoint: Endpoint, input: AnyInput, token: string | undefined, options: CallOptions) {
  if (!navigator.onLine) throw new ApiError({ kind: 'offline' });
  const timeout = AbortSignal.timeout((options.timeoutSeconds ?? timeoutSecondsDefault) * 1000);
  const headers = new Headers({
    accept:
      endpoint.file === undefined ? 'application/json' : [...endpoint.file, 'application/json'].join(', '),
    'accept-language': storedLanguage(),
  });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const sent = bodyOf(endpoint, input);
  if (sent !== undefined) headers.set('content-type', sent.type);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  if (options.background && getConfig().extensions) headers.set('x-background', '1');
  try {
    return await fetch(addressOf(endpoint, sent?.input ?? input), {
      method: endpoint.method,
      headers,
      body: sent?.body,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      cache: 'no-store',
      credentials: 'omit',
    });
  } catch (cause) {
    throw silence(cause, options.signal, mayHaveActed(endpoint));
  }
}

/** What travels as the body; {id, body text} as the specification has it, which every server understands. */
function bodyOf({ textBody, form }: Endpoint, input: AnyInput) {
  if (input.body === undefined) return undefined;
  if (form) {
    const fields = new URLSearchParams(input.body as Record<string, string>).toString();
    return { type: 'application/x-www-form-urlencoded', body: fields, input };
  }
  if (textBody === undefined) return { type: 'application/json', body: JSON.stringify(input.body), input };
  const fields = input.body as Record<string, unknown>;
  return {
    type: 'text/plain;charset=utf-8',
    body: String(fields[textBody.text] ?? ''),
    input: { ...input, query: { ...input.query, [textBody.identifier]: fields[textBody.identifier] } },
  };
}

/** What to make of a request that got no answer: the caller's own abort stays what it is. */
function silence(cause: unknown, signal: AbortSignal | undefined, answerLost: boolean): unknown {
  if (signal?.aborted) return cause;
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new ApiError({ kind: timedOut ? 'timeout' : 'unreachable', answerLost });
}

async function readBody(endpoint: Endpoint, response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    throw new ApiError({
      kind: 'unreachable',
      httpStatus: response.status,
      answerLost: mayHaveActed(endpoint),
    });
  }
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    if (response.ok) throw unreadable(endpoint, response);
    return undefined;
  }
}

const unreadable = (endpoint: Endpoint, response: Response) =>
  new ApiError({
    kind: 'unreadable',
    httpStatus: response.status,
    message: `${endpoint.method} ${endpoint.path}`,
    reference: response.headers.get('x-request-id') ?? undefined,
    answerLost: mayHaveActed(endpoint),
  });

/** The address of a call: path parameters escaped, query values given once each, lists joined by commas. */
export function addressOf(endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text !== undefined && text !== null && text !== '') query.set(name, String(text));
  }
  const search = query.toString();
  return `${getConfig().baseUrl}${path}${search === '' ? '' : `?${search}`}`;
}
