import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Endpoint } from '@tonle/contract/endpoint';
import { Refusal } from '@tonle/contract/refusal';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type pg from 'pg';
import type pino from 'pino';
import { serveApiDocs } from './api-docs.ts';
import { readBodies } from './body.ts';
import type { FindSession } from './call.ts';
import type { FindChannelApp } from './channel-app.ts';
import { answerError, answerParserError, isUnread } from './errors.ts';
import { type HeaderOptions, setHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { limiters, type RateLimits } from './limits.ts';
import { type Metrics, measure } from './metrics.ts';
import type { Route } from './on.ts';
import { answerLost, type PortalConfig, pageAddresses, servePortal } from './portal.ts';
import { parseQuery } from './requests.ts';
import { registerRoutes } from './routes.ts';
import type { Signatures } from './signed.ts';

export interface ServerOptions extends HeaderOptions {
  readonly routes: readonly Route[];
  readonly endpoints: readonly Endpoint[];
  readonly findSession: FindSession;
  /** Whoever judges the messages of the national network. */
  readonly signatures?: Signatures;
  /** Whoever knows the keys of the bank's own apps. */
  readonly findChannelApp?: FindChannelApp;
  /** Parts with a health of their own, by name: `/health/network`. */
  readonly healthOf?: Readonly<Record<string, () => Promise<object>>>;
  readonly pool: pg.Pool;
  /** Asked whether the database is there: a busy server is ready all the same. */
  readonly watchPool: pg.Pool;
  readonly log: pino.Logger;
  /** The database's, which judges deadlines. */
  readonly clock: () => Date;
  /** How long a request may take until money no longer moves for it. */
  readonly deadlineMs?: number;
  readonly rateLimits: RateLimits;
  readonly trustProxy: false | readonly string[];
  readonly metricsToken: string | undefined;
  readonly portal: PortalConfig;
  readonly portalDir?: string;
  readonly isDevelopment: boolean;
  readonly checksAnswers: boolean;
  readonly processMetrics: boolean;
  /** In-flight requests get this long to finish when the server closes. */
  readonly closeTimeoutMs?: number;
}

const CLOSE_TIMEOUT_MS = 10_000;
/** A request that has not been answered by then is told so; money moves before or not at all. */
const DEADLINE_MS = 30_000;
/** A client that sends its request slower than this is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the proxies' own, so that they never write into a connection that is just closing. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** The longest parameter, an e-mail address, percent-encoded. */
const PARAM_LENGTH_MAX = 1_024;

/** The HTTP server: the contract's routes, health, metrics, documentation, and the portal's files. */
export async function buildServer(
  options: ServerOptions,
): Promise<{ app: FastifyInstance; metrics: Metrics }> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const isPage = pageAddresses(options.endpoints);
  const answerAny = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (options.portalDir !== undefined && isPage(request) && isUnread(error)) answerLost(reply);
    else answerError(error, request, reply);
  };
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustProxy === false ? false : [...options.trustProxy],
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Answered by closeWithin, in the shape of every refusal.
    return503OnClosing: false,
    frameworkErrors: answerAny,
    clientErrorHandler: (error, socket) => answerParserError(error, socket as Socket),
    routerOptions: {
      // A trailing slash means nothing (decisions section 12).
      ignoreTrailingSlash: true,
      maxParamLength: PARAM_LENGTH_MAX,
      querystringParser: parseQuery,
    },
  });
  const isClosing = closeWithin(app, options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS);
  app.setErrorHandler(answerAny);
  logRequests(app);
  const metrics = measure(app, { pool: options.pool, ofProcess: options.processMetrics });
  await setHeaders(app, options);
  const limits = await limiters(app, options.rateLimits);
  // The network speaks for all banks and an app for all its customers from one address: of them only what is not signed, or
  // comes without a good key, is counted.
  app.addHook('onRequest', async (request) => {
    const { signed, keyed } = request.routeOptions.config;
    if (signed !== true && keyed !== true) await limits.address(request);
  });
  readBodies(app);
  registerRoutes(app, options.routes, {
    endpoints: options.endpoints,
    findSession: options.findSession,
    signatures: options.signatures,
    findChannelApp: options.findChannelApp,
    limiters: limits,
    clock: options.clock,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    checksAnswers: options.checksAnswers,
  });
  serveHealth(app, {
    pool: options.watchPool,
    metrics,
    metricsToken: options.metricsToken,
    trustsProxy: options.trustProxy !== false,
    isClosing,
    healthOf: options.healthOf ?? {},
  });
  serveApiDocs(app, options.endpoints, options.portal.version);
  await servePortal(app, {
    isPage,
    config: options.portal,
    rereads: options.isDevelopment,
    ...(options.portalDir === undefined ? {} : { directory: options.portalDir }),
  });
  return { app, metrics };
}

/** One line a request: the route's pattern and not its path, which may carry a phone number; no query, no body. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.session?.login,
        app: request.caller?.app?.name,
        address: request.ip,
      },
      'request',
    );
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info(
      { method: request.method, route: request.routeOptions.url ?? 'none' },
      'client went away',
    );
  });
}

/** Closing waits for the requests in flight, but not for ever. */
function closeWithin(app: FastifyInstance, timeoutMs: number): () => boolean {
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
    timer.unref();
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Refusal('UNAVAILABLE');
  });
  // Else the connection of a request that was in flight would stay open until its client gave it up.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => clearTimeout(timer));
  return () => isClosing;
}
