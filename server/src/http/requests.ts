import { appActorName } from '@tonle/contract/actors';
import type { Endpoint } from '@tonle/contract/endpoint';
import { lastEventIdHeader } from '@tonle/contract/events';
import { IdempotencyKey } from '@tonle/contract/main-account';
import { type FieldFault, Refusal } from '@tonle/contract/refusal';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, RequestInfo, Session } from './call.ts';
import type { ChannelApp } from './channel-app.ts';
import { fault, faultsOf } from './faults.ts';

const QUERY_NAMES_MAX = 64;
const BEARER = /^Bearer ([A-Za-z0-9_-]{1,4096}\.[A-Za-z0-9_-]{1,8192}\.[A-Za-z0-9_-]{1,512})$/i;
const USER_AGENT_LENGTH_MAX = 256;
const ADDRESS_LENGTH_MAX = 64;

/**
 * Reads a query string: a name given twice is an array, which only the schemas of lists of choices take. The object has
 * no prototype, so that no name can reach one.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > QUERY_NAMES_MAX) {
      // No schema knows this name, so it is refused like any other unknown one.
      query['…'] = '';
      break;
    }
    const before = query[name];
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}

export function requestInfoOf(request: FastifyRequest): RequestInfo {
  const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const lastEventId = request.headers[lastEventIdHeader];
  return {
    id: request.id,
    // Behind a careless proxy it is whatever the client wrote.
    address: request.ip.slice(0, ADDRESS_LENGTH_MAX),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
    isBackground: request.headers['x-background'] === '1',
    language: languageOf(request.headers['accept-language']),
    ...(bearer === undefined ? {} : { bearer }),
    ...(typeof lastEventId === 'string' ? { lastEventId } : {}),
  };
}

/** The first of the languages that there are texts in; whoever names none reads English. */
const languageOf = (accepted: string | undefined): 'en' | 'km' =>
  (accepted ?? '')
    .slice(0, 200)
    .split(',')
    .map((it) => it.trim().slice(0, 2).toLowerCase())
    .find((it) => it === 'en' || it === 'km') ?? 'en';

export function actorOf(session: Session | undefined, { id, address }: RequestInfo): Actor {
  return {
    userId: session?.userId ?? null,
    login: session?.login ?? null,
    fullName: session?.fullName ?? null,
    roles: session === undefined ? [] : [...session.authorities, ...session.roles.map((it) => it.name)],
    requestId: id,
    address,
  };
}

export const actorOfApp = (app: ChannelApp, { id, address }: RequestInfo): Actor => ({
  userId: null,
  login: null,
  fullName: appActorName(app.name),
  roles: [],
  requestId: id,
  address,
});

export interface Parsed {
  params: unknown;
  query: unknown;
  body: unknown;
  idempotencyKey?: string;
}

/** Parses all that was sent with the endpoint's schemas and says everything that is wrong at once. */
export function parseRequest(endpoint: Endpoint, request: FastifyRequest): Parsed {
  const faults: FieldFault[] = [];
  const params = parsePart(endpoint.params, request.params, faults);
  const given = endpoint.textBody === undefined ? request : joined(endpoint.textBody, request, faults);
  const query = parsePart(endpoint.query, { ...(given.query as object) }, faults);
  const body =
    endpoint.body === undefined
      ? refuseBody(given.body, faults)
      : parsePart(endpoint.body, given.body, faults);
  const idempotencyKey = endpoint.idempotent === true ? readKey(request, faults) : undefined;
  if (faults.length > 0) throw new Refusal('INVALID_REQUEST', {}, faults);
  return { params, query, body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
}

/** One body of an identifier in the query and a text, or of JSON that holds both. */
function joined(
  { identifier, text }: NonNullable<Endpoint['textBody']>,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  faults: FieldFault[],
): { query: unknown; body: unknown } {
  const { [identifier]: named, ...rest } = query as Record<string, unknown>;
  const given = typeof body === 'string' || body === undefined ? { [text]: body ?? '' } : body;
  if (named === undefined || typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { query: rest, body: given };
  }
  const inBody = (given as Record<string, unknown>)[identifier];
  if (inBody !== undefined && inBody !== named) faults.push(fault(identifier, 'field.invalid'));
  return { query: rest, body: { ...given, [identifier]: named } };
}

function parsePart(schema: z.ZodType | undefined, given: unknown, faults: FieldFault[]): unknown {
  if (schema === undefined) {
    for (const name of Object.keys((given as object | null) ?? {})) faults.push(fault(name, 'field.unknown'));
    return undefined;
  }
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  faults.push(...faultsOf(parsed.error.issues));
  return undefined;
}

/** An endpoint that takes no body is content with none, null or {}. */
function refuseBody(body: unknown, faults: FieldFault[]): undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body !== 'object' || Array.isArray(body)) faults.push(fault('', 'field.invalid'));
  else for (const name of Object.keys(body)) faults.push(fault(name, 'field.unknown'));
  return undefined;
}

function readKey(request: FastifyRequest, faults: FieldFault[]): string | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined || given === '') return undefined;
  const parsed = IdempotencyKey.safeParse(given);
  if (parsed.success) return parsed.data;
  faults.push(fault('Idempotency-Key', 'idempotency-key.invalid'));
  return undefined;
}
