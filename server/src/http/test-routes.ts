import { endpoint } from '@tonle/contract/endpoint';
import { listQuery } from '@tonle/contract/paging';
import { Reason } from '@tonle/contract/reason';
import { Refusal } from '@tonle/contract/refusal';
import { anyOf, optional, text } from '@tonle/contract/text';
import type pg from 'pg';
import pino from 'pino';
import { z } from 'zod';
import type { FindSession, Session } from './call.ts';
import { rateLimitsDefault } from './limits.ts';
import { on, type Route } from './on.ts';
import { buildServer, type ServerOptions } from './server.ts';

/** A small contract of its own, so that the layer is tested apart from the product's calls. */
const own = { area: 'transactions', summary: 'For the tests of the layer.' } as const;

export const echo = endpoint({
  ...own,
  name: 'echo',
  method: 'POST',
  path: '/test/things/{id}',
  permission: 'main-account.transfer',
  idempotent: true,
  params: z.strictObject({ id: z.string().regex(/^[a-z0-9@]{1,20}$/, 'account-id.invalid') }),
  query: z.strictObject({ kind: anyOf(['A', 'B']), note: optional(text(10)) }),
  body: z.strictObject({
    name: text(10),
    count: z.number().int().min(1).max(9).optional(),
    choice: z.enum(['x', 'y']).optional(),
    remark: optional(text(5)),
    deep: z.strictObject({ value: z.string().min(2).max(4) }).optional(),
  }),
  response: z.object({
    id: z.string(),
    kind: z.array(z.string()).nullable(),
    name: z.string(),
    key: z.string().nullable(),
  }),
});
export const words = endpoint({
  ...own,
  name: 'words',
  method: 'PUT',
  path: '/test/words',
  permission: 'main-account.transfer',
  body: z.strictObject({ thingId: z.string().regex(/^\d{1,4}$/, 'field.invalid'), reason: Reason }),
  textBody: { identifier: 'thingId', text: 'reason' },
  response: z.object({ thingId: z.string(), reason: z.string() }),
});
export const rows = endpoint({
  ...own,
  name: 'rows',
  method: 'GET',
  path: '/test/things',
  permission: ['transactions.incoming', 'transactions.outgoing'],
  query: z.strictObject(listQuery(['name', 'time'], 'time,desc')),
  response: z.object({ name: z.string() }),
  list: 'array',
});
export const content = endpoint({ ...rows, name: 'content', path: '/test/content', list: 'content' });
export const data = endpoint({ ...rows, name: 'data', path: '/test/data', list: 'data' });
export const fails = endpoint({
  ...own,
  name: 'fails',
  method: 'GET',
  path: '/test/fails/{how}',
  permission: 'signed-in',
  params: z.strictObject({ how: z.string().max(40) }),
  response: z.object({ fine: z.literal(true) }),
});
export const open = endpoint({
  ...own,
  name: 'open',
  method: 'GET',
  path: '/test/open',
  permission: 'public',
  response: z.object({ fine: z.literal(true) }),
});

export const testEndpoints = [echo, words, rows, content, data, fails, open];

const page = async () => ({
  rows: [{ name: 'a' }, { name: 'b' }],
  total: 10_000,
  totalMore: true,
  hasNext: true,
  hasPrevious: false,
  next: 'n',
  sums: { KHR: '15000', USD: '0.30' },
});

const failures: Readonly<Record<string, () => unknown>> = {
  defect: () => new Error('select * from secrets'),
  text: () => 'thrown text',
  refusal: () => new Refusal('ACCOUNT_BLOCKED', { account: 'a@b' }),
  state: () => new Refusal('WRONG_STATE', { state: 'SUCCESS' }),
  field: () => new Refusal('INVALID_REQUEST', {}, [{ path: 'amount', key: 'amount.exceeds-balance' }]),
  busy: () => Object.assign(new Error('full'), { name: 'LedgerError', code: 'BUSY' }),
  unknown: () => Object.assign(new Error('?'), { name: 'LedgerError', code: 'OUTCOME_UNKNOWN' }),
  database: () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
};

export const testRoutes = (wait: () => Promise<void> = async () => {}): Route[] => [
  on(echo, async ({ params, query, body, idempotencyKey }) => ({
    id: params.id,
    kind: query.kind ?? null,
    name: body.name,
    key: idempotencyKey ?? null,
  })),
  on(words, async ({ body }) => body),
  on(rows, page),
  on(content, page),
  on(data, page),
  on(fails, async ({ params }) => {
    const failure = failures[params.how];
    if (failure !== undefined) throw failure();
    if (params.how === 'extra') return { fine: true, more: 1 } as { fine: true };
    if (params.how === 'wrong') return { fine: 'no' } as unknown as { fine: true };
    await wait();
    return { fine: true as const };
  }),
  on(open, async () => ({ fine: true as const })),
];

const session: Session = {
  id: 'session-1',
  scope: 'FULL',
  userId: 1n,
  login: 'manager',
  firstName: 'Sok',
  lastName: 'Dara',
  fullName: 'Sok Dara',
  email: null,
  authorities: ['ROLE_MANAGER'],
  roles: [],
  permissions: new Set(['main-account.transfer', 'transactions.incoming']),
  secondsLeft: 960,
};

/** One token a kind of caller. */
const sessions: Readonly<Record<string, Session>> = {
  'a.manager.b': session,
  'a.nobody.b': { ...session, id: 'session-2', permissions: new Set() },
  'a.password.b': { ...session, id: 'session-3', scope: 'PASSWORD' },
};
export const MANAGER = { authorization: 'Bearer a.manager.b' };
export const NOBODY = { authorization: 'Bearer a.nobody.b' };
export const PASSWORD_ONLY = { authorization: 'Bearer a.password.b' };

const findSession: FindSession = async (token) => sessions[token];

/** The pool is only asked for its figures here. */
const noPool = { totalCount: 0, idleCount: 0, waitingCount: 0 } as pg.Pool;

/** The layer alone, over the small contract. */
export const buildTestLayer = (given: Partial<ServerOptions> = {}) =>
  buildServer({
    routes: testRoutes(),
    endpoints: testEndpoints,
    findSession,
    pool: noPool,
    watchPool: noPool,
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    rateLimits: rateLimitsDefault,
    trustProxy: false,
    metricsToken: undefined,
    publicUrl: 'http://localhost:8080',
    corsOrigins: [],
    portal: {
      baseUrl: '',
      IDLE_TIMEOUT: 900,
      MAX_TRANSACTION_DAYS: 30,
      supportContact: 'support@tonle.example',
      version: '1.2.3',
      demo: false,
      extensions: true,
    },
    isDevelopment: false,
    checksAnswers: true,
    processMetrics: false,
    ...given,
  });
