import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { reportDaysKept } from '@tonle/contract/report-states';
import { copyCsv, readAbortably } from '../../db/copy.ts';
import { inTransaction } from '../../db/tx.ts';
import { enqueue } from '../../jobs/queue.ts';
import { repeat } from '../../jobs/repeat.ts';
import { csvHead } from './csv-head.ts';
import {
  failJob,
  finishJob,
  hasReplayed,
  type LeasedJob,
  leaseJob,
  releaseJob,
  renewLease,
} from './leases.store.ts';
import { type CsvReport, type FileReport, ReportFault, type ReportParams } from './report-declaration.ts';
import type { WorkDeps } from './reports.ts';

export const REPORT_TASK = 'report';
/** So many servers may die, or fail, at one report. */
export const attemptsMax = 3;
const REPLAY_WAIT_MS = 60_000;

/** Why work on a job ends before the job does. */
class Stopped extends Error {
  override name = 'Stopped';
}

export const queuedReport = (id: string, delaySeconds = 0) => ({
  task: REPORT_TASK,
  payload: { id },
  key: `report:${id}`,
  delaySeconds,
});

/** One attempt at one job: holds its lease, makes its file, and says how it went. */
export async function workOn(deps: WorkDeps, id: string): Promise<void> {
  const token = randomUUID();
  const { db, timing, log } = deps;
  const job = await leaseJob(db, { id, token, seconds: timing.leaseSeconds });
  if (job === undefined) return;
  const attempt = new Attempt(deps, job, token);
  try {
    await attempt.run();
  } catch (error) {
    if (attempt.isOver) return;
    if (deps.closing.aborted) return giveBack(deps, job, token, 'stop');
    if (error instanceof ReportFault) return failJob(db, { id, token, failure: error.failure });
    log.warn(
      { reportId: id, reportType: job.type, attempts: job.attempts, err: error },
      'a report was not made',
    );
    if (job.attempts >= attemptsMax) await failJob(db, { id, token, failure: 'INTERNAL' });
    else await giveBack(deps, job, token, 'fault');
  }
}

function giveBack(
  { db, timing }: WorkDeps,
  { id }: LeasedJob,
  token: string,
  why: 'stop' | 'fault',
): Promise<void> {
  const isStop = why === 'stop';
  return inTransaction(db, async (tx) => {
    if (!(await releaseJob(tx, { id, token, isStop }))) return;
    await enqueue(tx, queuedReport(id, isStop ? 0 : timing.retrySeconds));
  });
}

class Attempt {
  readonly #deps: WorkDeps;
  readonly #job: LeasedJob;
  readonly #token: string;
  readonly #lost = new AbortController();
  readonly #signal: AbortSignal;
  #isGenerating = false;
  #rowsExpected: number | undefined;
  #rowsWritten = 0;

  constructor(deps: WorkDeps, job: LeasedJob, token: string) {
    this.#deps = deps;
    this.#job = job;
    this.#token = token;
    this.#signal = AbortSignal.any([this.#lost.signal, deps.closing]);
  }

  /** Canceled, or somebody else's by now: nothing is to be said of it any more. */
  get isOver(): boolean {
    return this.#lost.signal.aborted;
  }

  async run(): Promise<void> {
    const { db, files, timing } = this.#deps;
    const { id } = this.#job;
    const lease = repeat(
      timing.renewMs,
      () => this.#renew(),
      () => {},
    );
    try {
      await files.removeRemains(id);
      const extension = this.#job.fileName.split('.').at(-1);
      const written = await files.write(
        `${id}.${this.#token.slice(0, 8)}.${extension}`,
        this.#content(),
        this.#signal,
      );
      const isOurs = await finishJob(db, {
        id,
        token: this.#token,
        ...written,
        rows: this.#rowsWritten,
        daysKept: reportDaysKept,
      });
      if (!isOurs) await files.remove(written.path);
    } finally {
      await lease.close();
    }
  }

  async #renew(): Promise<void> {
    const isOurs = await renewLease(this.#deps.db, {
      id: this.#job.id,
      token: this.#token,
      seconds: this.#deps.timing.leaseSeconds,
      isGenerating: this.#isGenerating,
      rowsExpected: this.#rowsExpected,
      rowsWritten: this.#rowsWritten,
    });
    if (!isOurs) this.#lost.abort(new Stopped());
  }

  async *#content(): AsyncGenerator<Uint8Array> {
    const { declarations } = this.#deps;
    const declaration = declarations.get(this.#job.type);
    if (declaration === undefined) throw new Error(`nobody makes reports of ${this.#job.type}`);
    await this.#waitForReplay();
    if (declaration.kind === 'csv') yield* this.#csv(declaration as CsvReport<ReportParams>);
    else yield await this.#file(declaration as FileReport<ReportParams>);
  }

  async *#csv({ labels, select }: CsvReport<ReportParams>): AsyncGenerator<Uint8Array> {
    const { reader } = this.#deps;
    const { params, language } = this.#job;
    const query = await readAbortably(reader, this.#signal, (tx) =>
      select(tx, params as ReportParams, language),
    );
    yield csvHead(labels[language]);
    const rows = copyCsv({
      pool: reader.pool,
      select: query,
      signal: this.#signal,
      onEstimate: (count) => {
        this.#rowsExpected = count;
      },
    });
    for await (const chunk of rows) {
      this.#isGenerating = true;
      this.#rowsWritten += linesIn(chunk);
      yield chunk;
    }
  }

  async #file({ collect, make }: FileReport<ReportParams>): Promise<Uint8Array> {
    const { params, language } = this.#job;
    const collected = await readAbortably(this.#deps.reader, this.#signal, (tx) =>
      collect(tx, params as ReportParams, language),
    );
    this.#isGenerating = true;
    return make(collected, this.#signal);
  }

  /** A replica may not have heard of the job yet, nor of what it is about (decisions section 2). */
  async #waitForReplay(): Promise<void> {
    const { position } = this.#job;
    const until = Date.now() + REPLAY_WAIT_MS;
    while (position !== null && !(await hasReplayed(this.#deps.reader.db, position))) {
      if (Date.now() > until) throw new Error('the database to read from lags behind by more than a minute');
      await pause(250, undefined, { signal: this.#signal });
    }
  }
}

/** A row a line; a cell with a line break counts one more, which a progress can bear. */
function linesIn(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
