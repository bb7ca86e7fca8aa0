import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../server/src/db/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../server/src/db/test-database.ts';
import { ROOT } from '../tools/steps.ts';

/**
 * Where the global setup left each seeded bank, for the workers: as `npm start` makes it, and as `npm start -- --ceremony`
 * does, before its keyholders have registered.
 */
export const templates = {
  demo: { database: 'TONLE_E2E_DATABASE', data: 'TONLE_E2E_DATA', options: [] },
  ceremony: {
    database: 'TONLE_E2E_CEREMONY_DATABASE',
    data: 'TONLE_E2E_CEREMONY_DATA',
    options: ['--ceremony'],
  },
} as const;
export type TemplateName = keyof typeof templates;

/** A demo bank of one test's own: a real server on a real PostgreSQL. */
export interface Bank {
  readonly url: string;
  readonly dataDir: string;
  readonly database: TestDatabase;
  /** Ends the server, as SIGKILL does or politely. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** What the server has printed so far. */
  output(): string;
}

/** A network that never answers: only a test that is about the other banks starts their simulator (`WITH_SIMULATOR`). */
const NOBODY = 'http://127.0.0.1:9';
const SCRATCH = join(ROOT, '.cache', 'e2e');
const START_TIMEOUT_MS = 120_000;

/** A new folder for one bank's data. */
export function scratchFolder(): string {
  mkdirSync(SCRATCH, { recursive: true });
  return mkdtempSync(join(SCRATCH, 'bank-'));
}

/** Copies a seeded bank and starts a server on it; `environment` adds to its configuration. */
export async function openBank(
  name: TemplateName,
  environment: Record<string, string> = {},
): Promise<Bank & AsyncDisposable> {
  const names = templates[name];
  const [template, data] = [process.env[names.database], process.env[names.data]];
  if (template === undefined || data === undefined) {
    throw new Error('There is no seeded bank to copy: run the browser tests through Playwright.');
  }
  const database = await createTestDatabase({ template });
  const dataDir = scratchFolder();
  cpSync(data, dataDir, { recursive: true });
  return started(database, dataDir, environment, names.options);
}

async function started(
  database: TestDatabase,
  dataDir: string,
  environment: Record<string, string>,
  options: readonly string[],
): Promise<Bank & AsyncDisposable> {
  const server = new BankServer(database, dataDir, await freePort(), environment, options);
  await server.start();
  return {
    url: server.url,
    dataDir,
    database,
    start: () => server.start(),
    stop: (signal) => server.stop(signal),
    output: () => server.output,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One server process, as `npm start` would run it. */
export class BankServer {
  readonly url: string;
  output = '';
  readonly #environment: Record<string, string>;
  readonly #options: readonly string[];
  #process: ChildProcess | undefined;

  constructor(
    database: TestDatabase,
    dataDir: string,
    port: number,
    environment: Record<string, string> = {},
    options: readonly string[] = [],
  ) {
    this.#options = options;
    this.url = `http://localhost:${port}`;
    this.#environment = {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // Nothing happens in a test but what the test does.
      DEMO_TRAFFIC: 'off',
      ...(environment.WITH_SIMULATOR === undefined ? { NETWORK_URL: NOBODY } : {}),
      ...environment,
    };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts'), 'demo', ...this.#options], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const keep = (chunk: Buffer) => {
      this.output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && child.exitCode === null) {
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
      if (answer?.ok === true) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    child.kill('SIGKILL');
    throw new Error(`The bank's server did not start:\n${this.output}`);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }
}

/** Whether the portal has been built: the browser tests need it. */
export const hasPortal = (): boolean => existsSync(join(ROOT, 'portal/dist/index.html'));
