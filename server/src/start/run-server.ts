import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '../app.ts';
import { type Config, type Mode, readConfig } from '../config.ts';
import type { InstallationKind } from '../db/tables/house.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { prepareDatabase, startDatabaseServer } from './bank-database.ts';
import { openDataFolder } from './data-folder.ts';
import { letDemoAppsIn } from './demo-apps.ts';
import { simulatorUrl, withDemoSecrets } from './demo-secrets.ts';
import { Shutdown } from './shutdown.ts';
import { startSimulator } from './simulator.ts';
import { StartRefused } from './start-refused.ts';

export interface RunOptions {
  environment: Readonly<Record<string, string | undefined>>;
  mode: Exclude<Mode, 'command'>;
  /** Begin before the keyholders have registered. */
  ceremony: boolean;
  say: (line: string) => void;
}

const ROOT = join(import.meta.dirname, '../../..');
const PORTAL_DIR = join(ROOT, 'portal/dist');

const KINDS: Record<RunOptions['mode'], InstallationKind> = {
  demo: 'demo',
  dev: 'demo',
  production: 'production',
  test: 'test',
};

/** Starts the bank: data folder, database, demo data where wanted, server. */
export async function runServer({ environment, mode, ceremony, say }: RunOptions): Promise<void> {
  const draft = readConfig(environment, mode);
  await refusePortInUse(draft.port, draft.host);
  openDataFolder(draft.dataDir);
  const config = mode === 'production' ? requireSecrets(draft) : withDemoSecrets(draft);
  // A report of a crash names what happened, not the secrets of the environment.
  process.report.excludeEnv = true;
  const shutdown = new Shutdown(say);
  shutdown.onSignals();
  try {
    const server = await startDatabaseServer(config, say);
    shutdown.add('database server', () => server.stop());
    const isDemo = KINDS[mode] === 'demo';
    let isNew = false;
    const database = await prepareDatabase(config, server, {
      kind: KINDS[mode],
      say,
      ...(isDemo
        ? {
            seed: async (open) => {
              isNew = true;
              await seedDemo({ config, database: open, progress: say, now: new Date(), ceremony });
            },
          }
        : {}),
    });
    shutdown.add('database connections', () => database.close());
    if (isDemo) await letDemoAppsIn(database.db, config.dataDir);
    // Listens before the server first asks it. Where another network is configured, that is the other side.
    const simulator =
      isDemo && draft.networkUrl === undefined
        ? await startSimulator(config, simulatorUrl(config.port), say)
        : undefined;
    const app = await buildApp({
      config,
      mode,
      database,
      version: readVersion(),
      // The demo keeps its terminal for people; a service's output is its log.
      ...(isDemo
        ? { logTo: pino.destination({ dest: join(config.dataDir, 'server.log'), sync: true }) }
        : {}),
      ...(existsSync(join(PORTAL_DIR, 'index.html')) ? { portalDir: PORTAL_DIR } : {}),
    });
    shutdown.add('server', () => app.close());
    if (simulator !== undefined) shutdown.add('simulator', () => simulator.stop());
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw portRefusal(error, config.port, config.host);
    });
    if (ceremony && !isNew) {
      say(
        'This data folder holds a bank already, so --ceremony changes nothing. Set DATA_DIR to begin with one.',
      );
    }
    say(greeting(config, isDemo, ceremony && isNew));
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

function requireSecrets(draft: ReturnType<typeof readConfig>): Config {
  const { sessionSecret, keyWrapSecret } = draft;
  if (sessionSecret === undefined || keyWrapSecret === undefined) {
    throw new StartRefused('SESSION_SECRET and KEY_WRAP_SECRET are missing.');
  }
  return { ...draft, sessionSecret, keyWrapSecret };
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

function greeting(config: Config, isDemo: boolean, isCeremony: boolean): string {
  const who = isCeremony ? 'keyholder1, keyholder2 and keyholder3' : 'manager';
  const demo = isDemo ? ` Sign in as ${who} with Tonle-demo-2026.` : '';
  return `Tonle is ready at ${config.publicUrl} .${demo} Ctrl-C stops it.`;
}

/** Found out before the long part of a first start, not after it. */
function refusePortInUse(port: number, host: string): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', (error) => failed(portRefusal(error, port, host)));
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

function portRefusal(error: unknown, port: number, host: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartRefused(
        `Port ${port} is in use: stop what listens there, or choose another with PORT=${port + 1}.`,
      );
    case 'EACCES':
      return new StartRefused(
        `Port ${port} may not be opened by this user: choose one above 1023 with PORT.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(`HOST=${host} is no address of this machine: correct HOST or leave it unset.`);
    default:
      return error;
  }
}
