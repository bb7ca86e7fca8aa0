import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@tonle/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { appliedMigrations } from '../db/installation.ts';
import { readMigrations } from '../db/migrate.ts';
import type { Metrics } from './metrics.ts';

export interface HealthOptions {
  readonly pool: pg.Pool;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  readonly trustsProxy: boolean;
  readonly isClosing: () => boolean;
  readonly healthOf: Readonly<Record<string, () => Promise<object>>>;
}

const READY_TIMEOUT_MS = 2_000;

/** What a load balancer and a Prometheus ask: `/health/live`, `/health/ready`, `/metrics`. */
export function serveHealth(app: FastifyInstance, options: HealthOptions): void {
  const wanted = readMigrations().map((it) => it.name);
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/health/ready', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const why = options.isClosing() ? 'closing' : await whyNotReady(options.pool, wanted);
    if (why === undefined) return reply.send({ status: 'ready' });
    request.log.warn({ why }, 'not ready');
    return reply.code(503).header('retry-after', '2').send({ status: 'not-ready', why });
  });
  options.metrics.gauge('tonle_ready', '1 while the server is ready, as /health/ready says.', async () =>
    Number((await whyNotReady(options.pool, wanted)) === undefined),
  );
  // What a part is connected to may be away while the server is ready: said to whoever runs it, to nobody else.
  for (const [name, healthOf] of Object.entries(options.healthOf)) {
    app.get(`/health/${name}`, async (request, reply) => {
      if (!maySeeMetrics(request, options)) throw new Refusal('NOT_FOUND');
      return reply.header('cache-control', 'no-store').send(await healthOf());
    });
  }
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, options)) throw new Refusal('NOT_FOUND');
    return reply
      .header('cache-control', 'no-store')
      .type(options.metrics.registry.contentType)
      .send(await options.metrics.registry.metrics());
  });
}

async function whyNotReady(pool: pg.Pool, wanted: readonly string[]): Promise<string | undefined> {
  const asked = appliedMigrations(pool).catch(() => undefined);
  const applied = await Promise.race([asked, sleep(READY_TIMEOUT_MS, undefined, { ref: false })]);
  if (applied === undefined) return 'database';
  return wanted.every((it) => applied.has(it)) ? undefined : 'migrations';
}

/** With a token set, whoever has it; without one, this machine, as long as no proxy stands between. */
function maySeeMetrics(request: FastifyRequest, options: HealthOptions): boolean {
  if (options.metricsToken !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${options.metricsToken}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const isProxied = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return !options.trustsProxy && !isProxied && isLoopback(request.socket.remoteAddress ?? '');
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);
