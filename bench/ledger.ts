/**
 * How fast the ledger is, beside what it could be compared with: `node bench/ledger.ts`. Five interleaved rounds on one
 * database; each figure is the median of its rounds, and the ratios are between figures of this one run.
 *
 * Ends with 1 where a figure is worse than the least that is asked of it.
 *
 * BENCH_POSTGRES: a superuser's URL on a PostgreSQL to use; otherwise one is started from npm, flushing to disk as in
 * production. BENCH_ROUNDS and BENCH_TRANSFERS make a run shorter or longer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { type Bench, openBench } from './ledger-bank.ts';
import { bareInsertRound, pgbenchRound, usualRound } from './ledger-others.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const transfers = Number(process.env.BENCH_TRANSFERS ?? 9_600);
const callers = 64;
const aloneTimes = 400;

type Round = {
  ledger: number;
  batchSize: number;
  usual: number;
  bare: number;
  pgbench: number | undefined;
  alone: Alone;
};
type Alone = {
  submitMs: number;
  withSigningMs: number;
  updateMs: number;
  oneStatementMs: number;
  bareMs: number;
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** Transfers a second from one hot account with all callers, each waiting for its answer before the next. */
async function ledgerRound(
  bench: Bench,
): Promise<{ perSecond: number; fromHeight: bigint; toHeight: bigint }> {
  const fromHeight = await bench.height();
  const perCaller = Math.ceil(transfers / callers);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let i = 0; i < perCaller; i++) await bench.transfer();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: (perCaller * callers) / seconds, fromHeight, toHeight: await bench.height() };
}

/** One caller alone, one transfer and one UPDATE in turn, so that both see the same machine. */
async function aloneRound(bench: Bench): Promise<Alone> {
  const client = await bench.plainPool.connect();
  const fromHeight = await bench.height();
  const times = { submitMs: [], withSigningMs: [], updateMs: [], oneStatementMs: [] } as Record<
    Exclude<keyof Alone, 'bareMs'>,
    number[]
  >;
  const update = {
    name: 'bench_update',
    text: 'UPDATE plain.counter SET value = value + 1 WHERE id = $1',
    values: [1],
  };
  for (let i = 0; i < aloneTimes; i++) {
    const start = performance.now();
    const command = await bench.command();
    const signed = performance.now();
    await bench.submit(command);
    const posted = performance.now();
    times.submitMs.push(posted - signed);
    times.withSigningMs.push(posted - start);
    await client.query('BEGIN');
    await client.query(update);
    await client.query('COMMIT');
    const updated = performance.now();
    times.updateMs.push(updated - posted);
    await client.query(update);
    times.oneStatementMs.push(performance.now() - updated);
  }
  client.release();
  const bare = await bareInsertRound(bench, fromHeight, await bench.height());
  return {
    bareMs: 1000 / bare.perSecond,
    submitMs: median(times.submitMs),
    withSigningMs: median(times.withSigningMs),
    updateMs: median(times.updateMs),
    oneStatementMs: median(times.oneStatementMs),
  };
}

async function runRound(bench: Bench, url: string): Promise<Round> {
  const { perSecond, fromHeight, toHeight } = await ledgerRound(bench);
  const usual = await usualRound(bench, Math.ceil(transfers / 8), callers);
  const bare = await bareInsertRound(bench, fromHeight, toHeight);
  const pgbench = pgbenchRound(url);
  const alone = await aloneRound(bench);
  const batchSize = (Math.ceil(transfers / callers) * callers) / Number(toHeight - fromHeight);
  return { ledger: perSecond, batchSize, usual, bare: bare.perSecond, pgbench, alone };
}

/**
 * Prints the medians; true where each ratio is as good as it has to be. One caller alone is judged beside the bare insert of
 * the same rows: beside one UPDATE that insert itself is above the aim (docs/decisions/135).
 */
function report(all: readonly Round[]): boolean {
  const of = (pick: (round: Round) => number) => median(all.map(pick));
  const ledger = of((round) => round.ledger);
  const usual = of((round) => round.usual);
  const bare = of((round) => round.bare);
  const pgbench = all[0]?.pgbench === undefined ? undefined : of((round) => round.pgbench ?? Number.NaN);
  const submitMs = of((round) => round.alone.submitMs);
  const bareMs = of((round) => round.alone.bareMs);
  const updateMs = of((round) => round.alone.updateMs);
  const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} a second`;
  const lines: [string, string][] = [
    [`Ledger, one hot account, ${callers} callers, signed, sealed, durable`, perSecond(ledger)],
    ['  commands in a batch, on average', of((round) => round.batchSize).toFixed(1)],
    ['The usual way: row lock and commit for each transfer, same rows', perSecond(usual)],
    ['Bare array insert of the very same rows, same batch sizes', perSecond(bare)],
    ['pgbench TPC-B, 16 clients', pgbench === undefined ? 'pgbench is not here' : perSecond(pgbench)],
    ['One caller alone, submit to answer', `${submitMs.toFixed(3)} ms`],
    ['  with preparing and signing', `${of((round) => round.alone.withSigningMs).toFixed(3)} ms`],
    ['BEGIN, one UPDATE, COMMIT', `${updateMs.toFixed(3)} ms`],
    ['  as a single statement', `${of((round) => round.alone.oneStatementMs).toFixed(3)} ms`],
    ['The very same rows alone, a bare insert and commit for each', `${bareMs.toFixed(3)} ms`],
    ['', ''],
    ['Ledger against the usual way (aim 10, at least 8)', (ledger / usual).toFixed(2)],
    ['Ledger against the bare insert (aim 0.50, at least 0.40)', (ledger / bare).toFixed(2)],
    ['Alone against the bare insert of its rows (at most 2.00)', (submitMs / bareMs).toFixed(2)],
    ['Alone against one UPDATE and commit (aim 1.50, not reached)', (submitMs / updateMs).toFixed(2)],
    ['  of which the bare insert of its rows takes', (bareMs / updateMs).toFixed(2)],
  ];
  if (pgbench !== undefined) lines.push(['Ledger against TPC-B', (ledger / pgbench).toFixed(2)]);
  for (const [what, figure] of lines) console.log(what.padEnd(68), figure);
  return ledger / usual >= 8 && ledger / bare >= 0.4 && submitMs / bareMs <= 2;
}

async function withPostgres(work: (superuserUrl: string) => Promise<void>): Promise<void> {
  const given = process.env.BENCH_POSTGRES;
  if (given !== undefined) return work(given);
  const dataDir = mkdtempSync(join(tmpdir(), 'tonle-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    await work(postgres.superuserUrl);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await withPostgres(async (superuserUrl) => {
  const bench = await openBench(superuserUrl);
  try {
    // A first lap that counts for nothing: plans, caches and the compilers settle.
    await runRound(bench, bench.superuserUrl);
    const all: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      all.push(await runRound(bench, bench.superuserUrl));
      console.log(`round ${round} of ${rounds}`);
    }
    process.exitCode = report(all) ? 0 : 1;
  } finally {
    await bench.close();
  }
});
