/**
 * The server that `bench/lists.ts` measures, in a process of its own: the real one, over the bank that the loader made, with one
 * route more, which reads ten transactions by their primary key through the same layers. It serves the built portal too, for
 * `bench/core-figures.ts`. Prints its port.
 */
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoint } from '@tonle/contract/endpoint';
import { TransactionRow } from '@tonle/contract/transactions';
import { buildApp } from '../server/src/app.ts';
import { transactionsOf } from '../server/src/areas/transactions/transaction-rows.store.ts';
import { rowOf } from '../server/src/areas/transactions/transaction-view.ts';
import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/pool.ts';
import { inTransaction } from '../server/src/db/tx.ts';
import { on } from '../server/src/http/on.ts';
import { ROOT } from '../tools/steps.ts';
import { firstSeq } from './lists-bank.ts';

const byPrimaryKey = endpoint({
  name: 'byPrimaryKey',
  area: 'transactions',
  summary: 'Ten transactions by their primary key.',
  method: 'GET',
  path: '/bench/primary-key',
  permission: 'transactions.history',
  response: TransactionRow,
  list: 'array',
});

const [url = '', count = ''] = process.argv.slice(2);
const transactions = Number(count);
const dataDir = mkdtempSync(join(tmpdir(), 'tonle-bench-lists-'));
const secrets = {
  SESSION_SECRET: 'bench-session-0123456789-abcdefghijkl',
  KEY_WRAP_SECRET: 'bench-wrapping-9876543210-lkjihgfedcba',
};
const draft = readConfig({ ...secrets, DATA_DIR: dataDir, LOG_LEVEL: 'error' }, 'test');
const config = { ...draft, sessionSecret: secrets.SESSION_SECRET, keyWrapSecret: secrets.KEY_WRAP_SECRET };
const database = openDatabase(url, { applicationName: 'tonle-bench-lists' });
const app = await buildApp({
  config,
  database,
  mode: 'production',
  version: '0.0.0-bench',
  portalDir: join(ROOT, 'portal/dist'),
  rateLimits: { perAddress: 1e9, perSession: 1e9 },
  moreRoutes: [
    on(byPrimaryKey, async () => {
      const seqs = Array.from({ length: 10 }, () =>
        BigInt(firstSeq + Math.floor(Math.random() * transactions)),
      );
      const rows = await inTransaction(database.db, (tx) => transactionsOf(tx, seqs), {
        readOnly: true,
        isolation: 'repeatable read',
      });
      return { rows: rows.map((it) => rowOf(it)), total: rows.length };
    }),
  ],
});
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${(app.server.address() as AddressInfo).port}`);
process.once('SIGTERM', () => void app.close().then(() => database.close()));
