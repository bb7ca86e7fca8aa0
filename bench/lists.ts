/**
 * How transaction lists stand beside the least there could be: `node bench/lists.ts`. A bank with ten million transactions of a
 * year, the real server in a process of its own. Each case is a kind of page: first, last, next, previous, a page number
 * without a cursor, each filter with its total and sums, prefixes of four characters. Rounds take the cases in turn, so that
 * whatever the machine does meanwhile befalls all; a figure is the median of the rounds' p99. Printed is its ratio to the p99 of
 * fetching ten rows by primary key through the same server (aimed at: 3 at most), and how much the deepest page takes longer
 * than the first (1.2 at most). Ends with 1 where either is missed; free text that matches more than 10,000 rows is printed
 * and not judged.
 *
 * BENCH_FOLDER keeps the bank for the next run, and a broken-off one is gone on with; without it all is thrown away.
 * BENCH_TRANSACTIONS, BENCH_DAYS, BENCH_ROUNDS and BENCH_REQUESTS change a run.
 */
import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess } from '../tools/steps.ts';
import { benchUser, firstSeq, type ListsBank, openListsBank } from './lists-bank.ts';
import { startListsServer } from './lists-process.ts';

const kept = process.env.BENCH_FOLDER;
const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 10_000_000);
const days = Number(process.env.BENCH_DAYS ?? 365);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const requests = Number(process.env.BENCH_REQUESTS ?? 100);
const ratioMax = 3;
const deepestMax = 1.2;

const iroha = '/report-service/api/transfer-management/iroha-transactions';
const history = '/report-service/api/transfer-management/fast-transactions/web-history';

type Called = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  ms: number;
};
const agent = new Agent({ keepAlive: true });
let port = 0;
let token = '';

function call(path: string, body?: unknown): Promise<Called> {
  const started = performance.now();
  return new Promise((done, failed) => {
    const headers = {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - started,
        }),
      );
    });
    sent.on('error', failed);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const below = (bound: number): number => Math.floor(Math.random() * bound);
const cursor = (side: 'n' | 'p', seq: number): string => Buffer.from(`${side}${seq}`).toString('base64url');
const anySeq = (): number => firstSeq + below(transactions);

/** A kind of request; each gives another address each time. */
type Case = { name: string; path: () => string; judged?: false };

/** The same pages of each of the three lists. */
function pagesOf(name: string, address: string, total: number): Case[] {
  const pages = Math.ceil(total / 10);
  return [
    { name: `${name}: first page`, path: () => `${address}&page=0` },
    { name: `${name}: next, anywhere`, path: () => `${address}&cursor=${cursor('n', anySeq())}` },
    { name: `${name}: previous, anywhere`, path: () => `${address}&cursor=${cursor('p', anySeq())}` },
    {
      name: `${name}: deepest by cursor`,
      path: () => `${address}&cursor=${cursor('n', firstSeq + 60 + below(60))}`,
    },
    { name: `${name}: last page`, path: () => `${address}&page=${pages - 1}` },
    { name: `${name}: page number, anywhere`, path: () => `${address}&page=${1 + below(pages - 2)}` },
  ];
}

function filters(from: string): Case[] {
  const incoming = `${iroha}/incoming?fromDate=${from}`;
  const outgoing = `${iroha}/outgoing?fromDate=${from}`;
  const all = `${history}?dateFrom=${from}`;
  const customer = () => `c${String(below(200)).padStart(6, '0')}@chkt`;
  return [
    { name: 'incoming, last 30 days', path: () => `${iroha}/incoming` },
    { name: 'incoming, today', path: () => `${iroha}/incoming/today` },
    { name: 'outgoing, status SUCCESS', path: () => `${outgoing}&status=SUCCESS` },
    { name: 'outgoing, status PENDING, FAILED', path: () => `${outgoing}&status=PENDING,FAILED` },
    { name: 'incoming, business status', path: () => `${incoming}&businessStatus=RECEIVED_AT_FI` },
    { name: 'incoming, KHR', path: () => `${incoming}&currencies=KHR` },
    { name: 'incoming, Deposit', path: () => `${incoming}&type=DEPOSIT` },
    { name: 'history, USD', path: () => `${all}&currency=USD` },
    { name: 'history, status FAILED', path: () => `${all}&transactionStatus=FAILED` },
    { name: 'history, to an account', path: () => `${all}&user=${customer()}` },
    {
      name: 'history, to an account, USD, SUCCESS',
      path: () => `${all}&user=${customer()}&currency=USD&transactionStatus=SUCCESS`,
    },
    { name: 'account details', path: () => `${iroha}/account-details/${customer()}?page=0` },
    { name: 'account details, RECEIVE', path: () => `${iroha}/account-details/${customer()}?type=RECEIVE` },
    { name: 'account details, page 20', path: () => `${iroha}/account-details/${customer()}?page=20` },
  ];
}

function searches(from: string): Case[] {
  const all = `${history}?dateFrom=${from}`;
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  const id = () => String(below(transactions)).padStart(10, '0');
  const text = (it: string) => encodeURIComponent(it);
  return [
    { name: 'search: hash, 4 characters', path: () => `${all}&search=${hex(4)}` },
    { name: 'search: hash, 4, last 30 days', path: () => `${history}?search=${hex(4)}` },
    { name: 'search: hash, 4, incoming', path: () => `${iroha}/incoming?fromDate=${from}&search=${hex(4)}` },
    { name: 'search: a whole FAST id', path: () => `${all}&search=FAST${id()}` },
    { name: 'search: reference, all but two', path: () => `${all}&search=INV${id().slice(2, 8)}` },
    {
      name: 'search: a phone number',
      path: () => `${all}&search=${text(`+855 10 00${below(10)} ${below(900) + 100}`)}`,
    },
    { name: 'search: account, 4 (very many)', path: () => `${all}&search=c00${below(2)}`, judged: false },
    { name: 'search: name, 4 (very many)', path: () => `${all}&search=Dara`, judged: false },
    { name: 'search: name, 4, last 30 days', path: () => `${history}?search=Dara`, judged: false },
    { name: 'search: id, 4 (every row)', path: () => `${all}&search=CHKT`, judged: false },
  ];
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const median = (values: readonly number[]): number => quantile(values, 0.5);

type Figures = { p50: number[]; p99: number[] };

async function measure(it: Case, into: Figures | undefined): Promise<void> {
  const times: number[] = [];
  // Text with very many matches is slow enough to be told by fewer.
  const count = into === undefined ? 5 : it.judged === false ? Math.ceil(requests / 5) : requests;
  for (let n = 0; n < count; n += 1) {
    const path = it.path();
    const answer = await call(path);
    if (answer.status !== 200)
      throw new Error(`${it.name}: ${path} answered ${answer.status} ${answer.body}`);
    times.push(answer.ms);
  }
  into?.p50.push(median(times));
  into?.p99.push(quantile(times, 0.99));
}

async function totalOf(path: string): Promise<number> {
  return Number((await call(path)).headers['x-total-count']);
}

async function run(bank: ListsBank): Promise<boolean> {
  token = JSON.parse((await call('/api/v2/authenticate', { ...credentials })).body).data.id_token;
  const from = bank.firstDay;
  const lists = [
    ['incoming', `${iroha}/incoming?fromDate=${from}`],
    ['outgoing', `${iroha}/outgoing?fromDate=${from}`],
    ['history', `${history}?dateFrom=${from}`],
  ] as const;
  const pages = await Promise.all(
    lists.map(async ([name, address]) => pagesOf(name, address, await totalOf(address))),
  );
  const primaryKey: Case = {
    name: 'ten rows by primary key',
    path: () => '/bench/primary-key',
  };
  const cases = [primaryKey, ...pages.flat(), ...filters(from), ...searches(from)];
  const figures = new Map(cases.map((it) => [it, { p50: [], p99: [] } as Figures]));
  for (const it of cases) await measure(it, undefined);
  for (let round = 0; round < rounds; round += 1) {
    for (const it of cases) await measure(it, figures.get(it));
  }
  return report(cases, figures);
}

const credentials = { username: benchUser.login, password: benchUser.password };

function report(cases: readonly Case[], figures: ReadonlyMap<Case, Figures>): boolean {
  const p99 = (it: Case | undefined) => median((it && figures.get(it)?.p99) ?? []);
  const least = p99(cases[0]);
  let isGood = true;
  console.log(`${'median of p50 and p99, ms'.padEnd(44)}    p50      p99   ratio`);
  for (const it of cases) {
    const ratio = p99(it) / least;
    const isMissed = it.judged !== false && ratio > ratioMax;
    if (isMissed) isGood = false;
    const p50 = median(figures.get(it)?.p50 ?? []);
    const verdict = isMissed ? `  more than ${ratioMax}` : '';
    console.log(
      `${it.name.padEnd(44)} ${p50.toFixed(2).padStart(6)} ${p99(it).toFixed(2).padStart(8)} ${ratio.toFixed(2).padStart(7)}${verdict}`,
    );
  }
  for (const name of ['incoming', 'outgoing', 'history']) {
    const named = (page: string) => cases.find((it) => it.name === `${name}: ${page}`);
    const deepest = p99(named('deepest by cursor')) / p99(named('first page'));
    if (deepest > deepestMax) isGood = false;
    console.log(
      `${name}: deepest against first (at most ${deepestMax})`.padEnd(44),
      deepest.toFixed(2).padStart(6),
    );
  }
  return isGood;
}

const folder = kept ?? mkdtempSync(join(tmpdir(), 'tonle-bench-lists-'));
const begun = performance.now();
console.log(`${transactions} transactions of ${days} days, ${availableParallelism()} cores, in ${folder}`);
const bank = await openListsBank({ folder, transactions, days });
console.log(`The bank is there (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
const { server, port: itsPort } = await startListsServer(bank);
port = itsPort;
try {
  process.exitCode = (await run(bank)) ? 0 : 1;
} finally {
  await endProcess(server);
  agent.destroy();
  await (kept === undefined ? bank.postgres.destroy() : bank.postgres.stop());
}
