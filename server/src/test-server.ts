import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Authority, Permission } from '@tonle/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { type AppDeps, buildApp } from './app.ts';
import { guardAudit } from './areas/audit-log/audit-guard.store.ts';
import { systemActor } from './areas/audit-log/audit-log.public.ts';
import { addRole } from './areas/roles/roles.public.ts';
import { createConsoleUser, hashPassword } from './areas/sign-in/sign-in.public.ts';
import { type Config, readConfig } from './config.ts';
import { createTestDatabase, type TestDatabase } from './db/test-database.ts';
import { inTransaction } from './db/tx.ts';

/** The password of every test user. */
export const TEST_PASSWORD = 'Tonle-test-2026';

/** One user of each kind, and two with roles built from permissions. */
const USERS: Readonly<Record<string, readonly Authority[]>> = {
  manager: ['ROLE_MANAGER'],
  admin: ['ROLE_ADMINISTRATOR'],
  access: ['ROLE_ACCESS_MANAGER'],
  auditor: ['ROLE_AUDITOR'],
  authorizer: ['ROLE_AUTHORIZER'],
  keyholder1: ['ROLE_KEYHOLDER'],
  keyholder2: ['ROLE_KEYHOLDER'],
  keyholder3: ['ROLE_KEYHOLDER'],
  inputter: ['ROLE_INPUTTER', 'ROLE_SENDER'],
  teller: [],
};
export const TELLER_PERMISSIONS: readonly Permission[] = [
  'main-account.balance',
  'transactions.incoming',
  'transactions.incoming.export',
  'transactions.acknowledge',
  'transactions.refund',
];

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  readonly text: string;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';

export interface Request {
  readonly method: Method;
  readonly path: string;
  /** Sent as JSON; a string or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Somebody who calls: with a token, or without. */
export class Caller {
  readonly token: string | undefined;
  readonly #app: FastifyInstance;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(app: FastifyInstance, token?: string, headers: Readonly<Record<string, string>> = {}) {
    this.#app = app;
    this.token = token;
    this.#headers = headers;
  }

  get<Body = unknown>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer<Body>> {
    return this.send<Body>({ method: 'GET', path, headers });
  }

  post<Body = unknown>(
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Body>> {
    return this.send<Body>({ method: 'POST', path, body, headers });
  }

  async send<Body = unknown>({ method, path, body, headers = {} }: Request): Promise<Answer<Body>> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await this.#app.inject({
      method,
      url: path,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>,
      body: (isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined) as Body,
      text: answer.body,
    };
  }
}

export interface TestServer extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly config: Config;
  readonly database: TestDatabase;
  readonly anyone: Caller;
  /** The ids of the users by login. */
  readonly userIds: Readonly<Record<string, bigint>>;
  /** Signs in, once for each login. */
  as(login: string): Promise<Caller>;
  /** Signs in anew. */
  signIn(login: string, password?: string): Promise<Answer<{ data?: { id_token?: string } }>>;
  withToken(token: string): Caller;
  close(): Promise<void>;
}

export interface TestServerOptions extends Partial<Omit<AppDeps, 'config' | 'database'>> {
  readonly environment?: Readonly<Record<string, string>>;
  /** Put before the server starts, e.g. the accounts of an area's tests. */
  readonly prepare?: (database: TestDatabase, config: Config) => Promise<void>;
}

/** A server over a database of its own, in which no change goes without its audit entry. */
export async function startTestServer({
  environment,
  prepare,
  ...deps
}: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tonle-test-'));
  await guardAudit(database.owner.pool, new URL(database.url).username);
  const config = testConfig(dataDir, environment);
  const userIds = await createUsers(database);
  await prepare?.(database, config);
  const app = await buildApp({ mode: 'test', version: '0.0.0-test', ...deps, config, database });
  const anyone = new Caller(app);
  const signIn: TestServer['signIn'] = (login, password = TEST_PASSWORD) =>
    anyone.post('/api/v2/authenticate', { username: login, password });
  const callers = new Map<string, Promise<Caller>>();
  const close = async () => {
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    app,
    config,
    database,
    anyone,
    userIds,
    signIn,
    withToken: (token) => new Caller(app, token),
    as: (login) => {
      const known = callers.get(login) ?? signInAs(app, signIn, login);
      callers.set(login, known);
      return known;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function signInAs(app: FastifyInstance, signIn: TestServer['signIn'], login: string): Promise<Caller> {
  const answer = await signIn(login);
  const token = answer.body.data?.id_token;
  if (token === undefined) throw new Error(`${login} could not sign in: ${answer.text}`);
  return new Caller(app, token);
}

function testConfig(dataDir: string, environment: Readonly<Record<string, string>> = {}): Config {
  const secrets = {
    SESSION_SECRET: 'test-session-0123456789-abcdefghijkl',
    KEY_WRAP_SECRET: 'test-wrapping-9876543210-lkjihgfedcba',
  };
  const draft = readConfig({ ...secrets, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...environment }, 'test');
  const { sessionSecret, keyWrapSecret } = draft;
  if (sessionSecret === undefined || keyWrapSecret === undefined)
    throw new Error('the test secrets are missing');
  return { ...draft, sessionSecret, keyWrapSecret };
}

let passwordHash: Promise<string> | undefined;

async function createUsers(database: TestDatabase): Promise<Record<string, bigint>> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const hash = await passwordHash;
  const actor = systemActor('Test set-up');
  return inTransaction(database.db, async (tx) => {
    const tellerRole = await addRole(tx, { name: 'Teller', permissions: TELLER_PERMISSIONS }, actor);
    const ids: Record<string, bigint> = {};
    for (const [login, authorities] of Object.entries(USERS)) {
      ids[login] = await createConsoleUser(
        tx,
        {
          login,
          firstName: login,
          lastName: 'Test',
          email: `${login}@tonle.example`,
          passwordHash: hash,
          authorities,
          roleIds: login === 'teller' ? [tellerRole] : [],
        },
        actor,
      );
    }
    return ids;
  });
}
