import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { Refusal } from '@tonle/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Requests a minute. A bank's staff share one address, so that limit is wide; failures to sign in have their own. */
export interface RateLimits {
  readonly perAddress: number;
  readonly perSession: number;
  readonly perApp: number;
}

export const rateLimitsDefault: RateLimits = { perAddress: 12_000, perSession: 1_500, perApp: 60_000 };

export interface Limiters {
  /** Before anything is looked up. */
  address(request: FastifyRequest): Promise<void>;
  /** Once it is known whose request it is. */
  session(request: FastifyRequest, sessionId: string): Promise<void>;
  app(request: FastifyRequest, keyId: string): Promise<void>;
}

const WINDOW_MS = 60_000;
const TRACKED_MAX = 20_000;

/** Who counts as one address: an IPv6 customer has a whole /64 to come from. */
export const addressGroup = (address: string): string => normalizeIP(address, 64);

export async function limiters(app: FastifyInstance, limits: RateLimits): Promise<Limiters> {
  await app.register(rateLimit, { global: false, cache: TRACKED_MAX, timeWindow: WINDOW_MS });
  const sessionOf = new WeakMap<FastifyRequest, string>();
  const byAddress = app.createRateLimit({ max: limits.perAddress });
  const bySession = app.createRateLimit({
    max: limits.perSession,
    keyGenerator: (request) => `session ${sessionOf.get(request) ?? ''}`,
  });
  const keyOf = new WeakMap<FastifyRequest, string>();
  const byApp = app.createRateLimit({
    max: limits.perApp,
    keyGenerator: (request) => `app ${keyOf.get(request) ?? ''}`,
  });
  return {
    address: async (request) => judge(await byAddress(request)),
    session: async (request, sessionId) => {
      sessionOf.set(request, sessionId);
      judge(await bySession(request));
    },
    app: async (request, keyId) => {
      keyOf.set(request, keyId);
      judge(await byApp(request));
    },
  };
}

function judge(limit: { isAllowed: boolean; isExceeded?: boolean; ttlInSeconds?: number }): void {
  if (limit.isAllowed || limit.isExceeded !== true) return;
  throw new Refusal('TOO_MANY_REQUESTS', { seconds: Math.max(1, limit.ttlInSeconds ?? 1) });
}
