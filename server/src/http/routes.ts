import { Readable } from 'node:stream';
import { apiKeyHeader, type ChannelScope, isChannelScope } from '@tonle/contract/channel-scopes';
import type { Access, Endpoint, FileAnswer } from '@tonle/contract/endpoint';
import type { Permission } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAnswer, wrap } from './answers.ts';
import { bodyFrom } from './body.ts';
import type { FindSession, RequestInfo, Session } from './call.ts';
import type { ChannelApp, FindChannelApp } from './channel-app.ts';
import { FORM_BYTES_MAX } from './form.ts';
import type { Limiters } from './limits.ts';
import type { Route } from './on.ts';
import { checkRoutes, methodsByPath, pathPattern } from './register.ts';
import { actorOf, actorOfApp, parseRequest, requestInfoOf } from './requests.ts';
import { type Signatures, type SignedMessage, signedRequestOf } from './signed.ts';

export interface RouteOptions {
  readonly endpoints: readonly Endpoint[];
  readonly findSession: FindSession;
  readonly signatures: Signatures | undefined;
  readonly findChannelApp: FindChannelApp | undefined;
  readonly limiters: Limiters;
  readonly clock: () => Date;
  readonly deadlineMs: number;
  /** Tests and development hold each answer against the contract. */
  readonly checksAnswers: boolean;
}

interface Caller {
  readonly info: RequestInfo;
  readonly session: Session | undefined;
  readonly app?: ChannelApp;
  readonly receivedAt: Date;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
/** Seconds that the session has left: the authority for the portal's idle dialog (decisions section 5). */
export const SESSION_SECONDS_HEADER = 'x-session-seconds';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Registers every route of the contract, and for each path an answer to the methods it does not have. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], options: RouteOptions): void {
  checkRoutes(routes, options.endpoints);
  app.decorateRequest('caller', undefined);
  for (const route of routes) registerRoute(app, route, options);
  for (const [path, endpoints] of methodsByPath(options.endpoints)) {
    registerOtherMethods(app, path, endpoints, options);
  }
}

function registerRoute(app: FastifyInstance, route: Route, options: RouteOptions): void {
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: pathPattern(endpoint.path),
    config: {
      endpoint: endpoint.name,
      signed: endpoint.permission === 'network',
      keyed: isChannelScope(endpoint.permission),
      streamed: endpoint.stream !== undefined,
      ...(endpoint.form === undefined ? {} : { form: true }),
      ...(endpoint.bodyTypes === undefined ? {} : { bodyTypes: endpoint.bodyTypes }),
      takesText: endpoint.textBody !== undefined,
    },
    // A stream has no end to be asked about, and what only asks for headers must neither change anything nor open a file.
    ...(endpoint.stream === undefined && endpoint.file === undefined && endpoint.changes !== true
      ? {}
      : { exposeHeadRoute: false }),
    ...bodyLimitOf(endpoint),
    // Before the body is even read: 401, then 403 (decisions section 3).
    onRequest: (request, reply) => admit(endpoint, request, reply, options),
    handler: (request, reply) => answer(route, request, reply, options),
  });
}

function bodyLimitOf({ form, bodyBytesMax }: Endpoint): { bodyLimit?: number } {
  if (form === true) return { bodyLimit: FORM_BYTES_MAX };
  return bodyBytesMax === undefined ? {} : { bodyLimit: bodyBytesMax };
}

/** What decides who is let in: the permission, and whether a token that can only change the password will do. */
type Door = Pick<Endpoint, 'permission' | 'forNewPassword'>;

async function admit(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
): Promise<void> {
  const receivedAt = options.clock();
  const given = requestInfoOf(request);
  // A stream is read for as long as the page is open, whether anybody is there or not.
  const info = request.routeOptions.config.streamed === true ? { ...given, isBackground: true } : given;
  reply.header('cache-control', 'no-store');
  const { permission: access, forNewPassword = false } = door;
  if (access === 'public' || access === 'network') {
    request.caller = { info, session: undefined, receivedAt };
    return;
  }
  if (isChannelScope(access)) {
    const app = await admitApp(access, request, options);
    request.caller = { info, session: undefined, app, receivedAt };
    return;
  }
  const session = info.bearer === undefined ? undefined : await options.findSession(info.bearer, info);
  if (session === undefined) throw new Refusal('SESSION_ENDED');
  request.caller = { info, session, receivedAt };
  reply.header(SESSION_SECONDS_HEADER, String(session.secondsLeft));
  await options.limiters.session(request, session.id);
  judgeAccess(access, session, forNewPassword);
}

/** An app speaks for many customers from one address: only calls without a good key count against the address. */
async function admitApp(
  scope: ChannelScope,
  request: FastifyRequest,
  { findChannelApp, limiters }: RouteOptions,
): Promise<ChannelApp> {
  const key = request.headers[apiKeyHeader];
  const app = typeof key === 'string' ? await findChannelApp?.(key) : undefined;
  if (app === undefined) {
    await limiters.address(request);
    throw new Refusal('API_KEY_REFUSED');
  }
  await limiters.app(request, app.keyId);
  if (!app.scopes.has(scope)) throw new Refusal('FORBIDDEN');
  return app;
}

function judgeAccess(
  access: Exclude<Access, 'public' | 'network' | ChannelScope>,
  session: Session,
  forNewPassword: boolean,
): void {
  if (session.scope === 'PASSWORD' && !forNewPassword) throw new Refusal('FORCE_CHANGE_PASSWORD');
  if (access === 'signed-in') return;
  const anyOf: readonly Permission[] = typeof access === 'string' ? [access] : access;
  if (!anyOf.some((it) => session.permissions.has(it))) throw new Refusal('FORBIDDEN');
}

async function answer(
  { endpoint, handle }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
): Promise<unknown> {
  const caller = request.caller;
  if (caller === undefined) throw new Error('a handler was reached without judging who calls');
  const { info, session, app, receivedAt } = caller;
  const signed = endpoint.permission === 'network' ? await verify(endpoint, request, options) : undefined;
  const parsed = parseRequest(endpoint, request);
  const given = await handle({
    ...parsed,
    session,
    signed,
    app,
    actor: app === undefined ? actorOf(session, info) : actorOfApp(app, info),
    request: info,
    deadline: new Date(receivedAt.getTime() + options.deadlineMs),
    log: request.log,
  });
  if (endpoint.stream !== undefined) return sendStream(reply, given);
  if (endpoint.file !== undefined) return sendFile(reply, given as FileAnswer);
  if (options.checksAnswers) checkAnswer(endpoint, given);
  const { headers, body } = wrap(endpoint, given);
  if (signed !== undefined) return sendSigned(reply, signed, body, options);
  return reply.headers(headers).send(body);
}

/** Events one after the other; proxies are told not to gather them. */
function sendStream(reply: FastifyReply, given: unknown): FastifyReply {
  if (!(given instanceof Readable)) throw new Error('a stream of events is a Readable');
  return (
    reply
      .header('x-accel-buffering', 'no')
      // Its connection carries nothing afterwards, so that closing the server does not wait for it.
      .header('connection', 'close')
      .type('text/event-stream; charset=utf-8')
      .send(given)
  );
}

/** A file to be saved under its name, as it is read: nothing of it waits in memory. */
function sendFile(reply: FastifyReply, { content, name, type, bytes }: FileAnswer): FastifyReply {
  return reply
    .header('content-length', String(bytes))
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.@-]/g, '_')}"`)
    .type(type)
    .send(content instanceof Readable ? content : Readable.from(content));
}

/** The signature is judged over the bytes as they came; only then does anybody read them. */
async function verify(
  endpoint: Endpoint,
  request: FastifyRequest,
  { signatures, limiters }: RouteOptions,
): Promise<SignedMessage> {
  if (signatures === undefined) throw new Error(`nobody judges the signatures of ${endpoint.name}`);
  const given = signedRequestOf(request, endpoint.path);
  try {
    const message = await signatures.verify(given);
    request.body = bodyFrom(given.bytes, request.headers['content-type']);
    return message;
  } catch (error) {
    await limiters.address(request);
    throw error;
  }
}

async function sendSigned(
  reply: FastifyReply,
  { messageId }: SignedMessage,
  body: unknown,
  { signatures }: RouteOptions,
): Promise<unknown> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = await signatures?.sign(messageId, 200, bytes);
  return reply
    .headers(headers ?? {})
    .type('application/json; charset=utf-8')
    .send(bytes);
}

/** An anonymous call to a path that exists is 401 whatever its method, unless the path is for everyone. */
function registerOtherMethods(
  app: FastifyInstance,
  path: string,
  endpoints: readonly Endpoint[],
  options: RouteOptions,
): void {
  const methods = new Set<string>(endpoints.map((it) => it.method));
  const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ');
  const access: Access = endpoints.some((it) => it.permission === 'public')
    ? 'public'
    : (endpoints.map((it) => it.permission).find(isChannelScope) ?? 'signed-in');
  app.route({
    method: METHODS.filter((it) => !methods.has(it)),
    url: pathPattern(path),
    onRequest: async (request, reply) => {
      await admit({ permission: access }, request, reply, options);
      reply.header('allow', allow);
      throw new Refusal('METHOD_NOT_ALLOWED');
    },
    handler: () => undefined,
  });
}
