import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword, startDemo } from '../tools/demo-process.ts';
import { endProcess } from '../tools/steps.ts';
import { benchUser, openListsBank } from './lists-bank.ts';
import { startListsServer } from './lists-process.ts';

/** A bank with its server, and somebody who may see its lists. */
export interface OpenBank {
  about: string;
  url: string;
  login: string;
  password: string;
  close(): Promise<void>;
}

/** The demo bank, seeded for this run. */
export async function openDemoBank(): Promise<OpenBank> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonle-bench-figures-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { port, close } = await startDemo({ DATA_DIR: dataDir, DEMO_TRAFFIC: 'off' });
    return {
      about: 'The demo bank',
      url: `http://localhost:${port}`,
      login: 'manager',
      password: demoPassword,
      close: () => close().finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
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
