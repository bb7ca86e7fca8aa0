/**
 * How long an export takes beside the least it could: `node bench/export.ts`. A bank with a million transactions of the last
 * 29 days, the real server in a process of its own. In turn, a database client COPYs the very SELECT that the export runs into
 * a file, and the whole history is exported through the server: asked for, made, and downloaded into a file. Printed are the
 * ratio of the medians (1.3 at most), the most that the server's memory grew over what it held before (64 MB at most), and
 * the p99 of a list's first page while nothing else happens and while an export is made. Ends with 1 where one of the two
 * bounds is missed.
 *
 * BENCH_TRANSACTIONS=10000000 is ten times the rows, which must not take more memory. BENCH_FOLDER keeps the bank for the next
 * run; BENCH_ROUNDS changes a run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayOf } from '@tonle/contract/phnom-penh-day';
import pg from 'pg';
import { transactionReports } from '../server/src/areas/transactions/transactions.public.ts';
import { copyOf, withLiterals } from '../server/src/db/copy.ts';
import { openDatabase } from '../server/src/db/pool.ts';
import { inTransaction } from '../server/src/db/tx.ts';
import { benchUser, openListsBank } from './lists-bank.ts';

const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const days = 29;
const ratioMax = 1.3;
const growthMaxMb = 64;
const listsPerSecond = 10;
const aloneSeconds = 10;

const today = dayOf(new Date());
const window = { dateFrom: addDays(today, -days), dateTo: today };
const scratch = mkdtempSync(join(tmpdir(), 'tonle-bench-export-'));

let port = 0;
let token = '';

const call = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
  });
const read = async <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
  const answer = await call(path, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
};

async function startServer(url: string): Promise<ChildProcess> {
  const args = [join(import.meta.dirname, 'lists-server.ts'), url, String(transactions)];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /^port (\d+)$/.exec(line)?.[1];
    if (found === undefined) continue;
    port = Number(found);
    break;
  }
  const body = JSON.stringify({ username: benchUser.login, password: benchUser.password });
  const { data } = await read<{ data: { id_token: string } }>('/api/v2/authenticate', {
    method: 'POST',
    body,
  });
  token = data.id_token;
  return server;
}

/** What the export of the history runs, as a database client would. */
async function sameSelect(url: string): Promise<string> {
  const declaration = transactionReports.find((it) => it.type === 'TRANSACTION_HISTORY');
  if (declaration?.kind !== 'csv') throw new Error('the history is no CSV');
  const database = openDatabase(url);
  try {
    const params = { fromDate: window.dateFrom, toDate: window.dateTo, direction: 'desc' };
    const select = await inTransaction(database.db, (tx) => declaration.select(tx, params as never, 'en'));
    return withLiterals(select);
  } finally {
    await database.close();
  }
}

async function copyByClient(url: string, select: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const begun = performance.now();
  await pipeline(
    copyOf(client, select),
    createWriteStream(join(scratch, 'copied.csv'), { highWaterMark: 1024 * 1024 }),
  );
  const ms = performance.now() - begun;
  await client.end();
  return ms;
}

async function exportByServer(): Promise<number> {
  const begun = performance.now();
  const query = new URLSearchParams(window);
  const { id } = await read<{ id: string }>(
    `/report-service/api/export/fast-transactions/web-history?${query}`,
  );
  for (let status = ''; status !== 'CREATED'; ) {
    await pause(25);
    ({ status } = await read<{ status: string }>(`/report-service/api/report/status/${id}`));
    if (['ERROR', 'REJECTED'].includes(status)) throw new Error(`the export ended as ${status}`);
  }
  const answer = await call(`/report-service/api/report/csv/${id}`);
  if (!answer.ok || answer.body === null) throw new Error(`the download answered ${answer.status}`);
  await pipeline(
    Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(join(scratch, 'exported.csv'), { highWaterMark: 1024 * 1024 }),
  );
  return performance.now() - begun;
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Reads a list's first page at a steady pace while something goes on; how long each took. */
async function listsWhile(work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const asked: Promise<void>[] = [];
  while (!isOver) {
    const begun = performance.now();
    const list = read('/report-service/api/transfer-management/iroha-transactions/incoming?size=10');
    asked.push(list.then(() => void times.push(performance.now() - begun)));
    await pause(1000 / listsPerSecond);
  }
  await Promise.all(asked);
  return times;
}

/** The most that a process held while something went on, over what it held before. */
async function growthWhile(pid: number, work: Promise<unknown>): Promise<number> {
  const before = residentMb(pid);
  let most = before;
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, residentMb(pid));
    await pause(20);
  }
  return most - before;
}

async function rowsIn(file: string): Promise<number> {
  let rows = 0;
  for await (const chunk of createReadStream(file)) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
  }
  return rows;
}

async function main(): Promise<boolean> {
  const folder = process.env.BENCH_FOLDER ?? join(scratch, 'bank');
  console.log(`${transactions.toLocaleString('en')} transactions, ${availableParallelism()} cores`);
  const bank = await openListsBank({ folder, transactions, days });
  const server = await startServer(bank.servingUrl);
  const pid = server.pid ?? 0;
  try {
    const select = await sameSelect(bank.servingUrl);
    // Once each beforehand, so that neither pays for a cold cache nor for code that is not yet compiled.
    await copyByClient(bank.servingUrl, select);
    await exportByServer();
    const copied: number[] = [];
    const exported: number[] = [];
    const growths: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      copied.push(await copyByClient(bank.servingUrl, select));
      const work = exportByServer();
      growths.push(await growthWhile(pid, work));
      exported.push(await work);
    }
    const alone = await listsWhile(pause(aloneSeconds * 1000));
    const meanwhile = await listsWhile(exportByServer());
    const rows = (await rowsIn(join(scratch, 'exported.csv'))) - 1;
    const { size } = await stat(join(scratch, 'exported.csv'));
    if (rows !== (await rowsIn(join(scratch, 'copied.csv'))))
      throw new Error('the files differ in their rows');
    const ratio = median(exported) / median(copied);
    const growth = Math.max(...growths);
    console.log(
      `  ${rows.toLocaleString('en')} rows, ${(size / 1e6).toFixed(0)} MB; medians of ${rounds} rounds in turn`,
    );
    console.log(`  COPY by a client           ${(median(copied) / 1000).toFixed(2)} s`);
    console.log(`  exported and downloaded    ${(median(exported) / 1000).toFixed(2)} s`);
    console.log(`  ratio                      ${ratio.toFixed(2)} (at most ${ratioMax})`);
    console.log(`  memory grew by at most     ${growth.toFixed(0)} MB (at most ${growthMaxMb})`);
    console.log(
      `  a list's p99, alone        ${quantile(alone, 0.99).toFixed(0)} ms (median ${median(alone).toFixed(0)})`,
    );
    console.log(
      `  a list's p99, meanwhile    ${quantile(meanwhile, 0.99).toFixed(0)} ms (median ${median(meanwhile).toFixed(0)})`,
    );
    return ratio <= ratioMax && growth <= growthMaxMb;
  } finally {
    server.kill('SIGTERM');
    await new Promise((done) => server.once('exit', done));
    await (process.env.BENCH_FOLDER === undefined ? bank.postgres.destroy() : bank.postgres.stop());
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = (await main()) ? 0 : 1;
