import type { Access, Endpoint } from '@tonle/contract/endpoint';
import type { Permission } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAnswer, wrap } from './answers.ts';
import type { FindSession, RequestInfo, Session } from './call.ts';
import type { Limiters } from './limits.ts';
import type { Route } from './on.ts';
import { checkRoutes, methodsByPath, pathPattern } from './register.ts';
import { actorOf, parseRequest, requestInfoOf } from './requests.ts';

export interface RouteOptions {
  readonly endpoints: readonly Endpoint[];
  readonly findSession: FindSession;
  readonly limiters: Limiters;
  readonly clock: () => Date;
  /** Tests and development hold each answer against the contract. */
  readonly checksAnswers: boolean;
}

interface Caller {
  readonly info: RequestInfo;
  readonly session: Session | undefined;
  readonly receivedAt: Date;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
/** A request that has not been answered by then is told so; money moves before or not at all. */
const DEADLINE_MS = 30_000;
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
    config: { endpoint: endpoint.name },
    // Before the body is even read: 401, then 403 (decisions section 3).
    onRequest: (request, reply) => admit(endpoint, request, reply, options),
    handler: (request, reply) => answer(route, request, reply, options),
  });
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
  const info = requestInfoOf(request);
  reply.header('cache-control', 'no-store');
  const { permission: access, forNewPassword = false } = door;
  if (access === 'public') {
    request.caller = { info, session: undefined, receivedAt };
    return;
  }
  const session = info.bearer === undefined ? undefined : await options.findSession(info.bearer, info);
  if (session === undefined) throw new Refusal('SESSION_ENDED');
  request.caller = { info, session, receivedAt };
  reply.header(SESSION_SECONDS_HEADER, String(session.secondsLeft));
  await options.limiters.session(request, session.id);
  judgeAccess(access, session, forNewPassword);
}

function judgeAccess(access: Exclude<Access, 'public'>, session: Session, forNewPassword: boolean): void {
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
  const { info, session, receivedAt } = caller;
  const parsed = parseRequest(endpoint, request);
  const given = await handle({
    ...parsed,
    session,
    actor: actorOf(session, info),
    request: info,
    deadline: new Date(receivedAt.getTime() + DEADLINE_MS),
    log: request.log,
  });
  if (options.checksAnswers) checkAnswer(endpoint, given);
  const { headers, body } = wrap(endpoint, given);
  return reply.headers(headers).send(body);
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
  const access: Access = endpoints.some((it) => it.permission === 'public') ? 'public' : 'signed-in';
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
