import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/src/db/free-port.ts';
import { ROOT } from '../tools/steps.ts';
import { benchUser, openListsBank } from './lists-bank.ts';
import { endProcess, startListsServer } from './lists-process.ts';

/** A bank with its server, and somebody who may see its lists. */
export interface OpenBank {
  about: string;
  url: string;
  login: string;
  password: string;
  close(): Promise<void>;
}

const startTimeoutMs = 180_000;

/** The demo bank, seeded for this run. */
export async function openDemoBank(): Promise<OpenBank> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonle-bench-figures-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, [join(ROOT, 'server/src/main.ts'), 'demo'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO_TRAFFIC: 'off',
    },
    stdio: 'ignore',
  });
  const close = async () => {
    await endProcess(server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && server.exitCode === null) {
    const ready = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (ready?.ok === true)
      return { about: 'The demo bank', url, login: 'manager', password: 'Tonle-demo-2026', close };
    await new Promise((wake) => setTimeout(wake, 200));
  }
  await close();
  throw new Error(`The demo bank did not start on port ${port}`);
}

/** The bank that `bench/lists.ts` keeps in a folder. */
export async function openKeptBank(folder: string): Promise<OpenBank> {
  const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 10_000_000);
  const days = Number(process.env.BENCH_DAYS ?? 365);
  const bank = await openListsBank({ folder, transactions, days });
  const { server, port } = await startListsServer(bank);
  return {
    about: `A bank with ${transactions} transactions`,
    url: `http://localhost:${port}`,
    login: benchUser.login,
    password: benchUser.password,
    close: async () => {
      await endProcess(server);
      await bank.postgres.stop();
    },
  };
}
