import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** A figure that is read when Prometheus asks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** A count since the start that only grows; its name ends in `_total`. There from the start, as `increase()` wants it. */
  counter(name: string, help: string, read: () => number): void;
}

export interface MetricsOptions {
  readonly pool: pg.Pool;
  /** Of the process itself: memory, event loop, garbage collection. */
  readonly ofProcess: boolean;
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Times every request by route, never by path: a path may carry a phone number, and would make endless series. */
export function measure(app: FastifyInstance, options: MetricsOptions): Metrics {
  const registry = new Registry();
  if (options.ofProcess) collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'tonle_http_request_seconds',
    help: 'Time from the request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  let defects = 0;
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 500) defects += 1;
    // How long a stream stayed open is no time of an answer.
    if (request.routeOptions.config.streamed === true && reply.statusCode === 200) return;
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
  const counter = (name: string, help: string, read: () => number) => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  // Without labels: a series that begins with its first defect would hide that one from `increase()`.
  counter('tonle_defects_total', 'Requests that ended in a defect of the server.', () => defects);
  const { pool } = options;
  gauge('tonle_database_connections', 'Connections open.', () => pool.totalCount);
  gauge('tonle_database_connections_idle', 'Connections open that nobody uses.', () => pool.idleCount);
  gauge('tonle_database_waiting', 'Requests that wait for a connection.', () => pool.waitingCount);
  return { registry, gauge, counter };
}
