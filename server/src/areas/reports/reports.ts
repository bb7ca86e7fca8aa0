import type { ReportType } from '@tonle/contract/report-states';
import type pino from 'pino';
import { type OpenDatabase, openDatabase } from '../../db/pool.ts';
import { type Db, inTransaction } from '../../db/tx.ts';
import { enqueue, Queue } from '../../jobs/queue.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import { forgetFiles, forgetJobs, freeDeadJobs, jobsWithFiles, waitingJobs } from './leases.store.ts';
import type { ReportDeclaration } from './report-declaration.ts';
import { ReportFiles } from './report-files.ts';
import { attemptsMax, queuedReport, REPORT_TASK, workOn } from './report-work.ts';

export interface ReportTiming {
  /** How long a job is held without another word; who dies lets go of it then. */
  readonly leaseSeconds: number;
  readonly renewMs: number;
  readonly sweepMs: number;
  /** How often files are looked for that no job has, as whoever died over a canceled one leaves them. */
  readonly strayMs: number;
  readonly retrySeconds: number;
  readonly pollMs: number;
}

const timingDefault: ReportTiming = {
  leaseSeconds: 30,
  renewMs: 1_000,
  sweepMs: 10_000,
  strayMs: 3_600_000,
  retrySeconds: 5,
  pollMs: 2_000,
};

/** Reports that one server makes at once: each keeps a core of the database busy. */
const CONCURRENCY = 2;
const ROW_DAYS_KEPT = 90;
const FILES_BATCH = 100;

export interface ReportsOptions {
  readonly db: Db;
  readonly url: string;
  /** Where reports read, if not there. */
  readonly readUrl: string | undefined;
  readonly dataDir: string;
  readonly declarations: readonly ReportDeclaration<never>[];
  readonly log: pino.Logger;
  readonly timing?: Partial<ReportTiming>;
}

/** What an attempt at a job needs. */
export interface WorkDeps {
  readonly db: Db;
  readonly reader: OpenDatabase;
  readonly files: ReportFiles;
  readonly declarations: ReadonlyMap<ReportType, ReportDeclaration<never>>;
  readonly timing: ReportTiming;
  readonly closing: AbortSignal;
  readonly log: pino.Logger;
}

/** Makes reports: takes jobs, holds their leases, frees those of the dead, and forgets old files. */
export class Reports {
  readonly files: ReportFiles;
  readonly #work: WorkDeps;
  readonly #queue: Queue;
  readonly #closing = new AbortController();
  #sweeping: Repeating | undefined;
  #straying: Repeating | undefined;

  constructor(options: ReportsOptions) {
    const { db, url, readUrl, dataDir, declarations, log } = options;
    const timing = { ...timingDefault, ...options.timing };
    this.files = new ReportFiles(dataDir);
    this.#work = {
      db,
      // Of its own, so that exports never wait for lists, nor lists for exports. One more than jobs, to cancel them by.
      reader: openDatabase(readUrl ?? url, {
        max: CONCURRENCY + 1,
        applicationName: 'tonle-reports',
        onError: (error) => log.warn({ reason: error.message }, 'a connection that reports read by broke'),
      }),
      files: this.files,
      declarations: new Map(declarations.map((it) => [it.type, it])),
      timing,
      closing: this.#closing.signal,
      log,
    };
    this.#queue = new Queue({
      url,
      tasks: { [REPORT_TASK]: (payload) => workOn(this.#work, (payload as { id: string }).id) },
      concurrency: CONCURRENCY,
      log,
      pollMs: timing.pollMs,
    });
  }

  async start(): Promise<void> {
    await this.files.prepare();
    this.#queue.start();
    this.#sweeping = repeat(
      this.#work.timing.sweepMs,
      () => this.#sweep(),
      (error) => this.#work.log.warn({ err: error }, 'old and abandoned reports were not looked after'),
    );
    this.#straying = repeat(
      this.#work.timing.strayMs,
      () => this.#removeStrays(),
      (error) => this.#work.log.warn({ err: error }, 'files that no report has were not looked for'),
    );
    this.#straying.wake();
  }

  /** Jobs in progress are given back, for another server or the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sweeping?.close();
    await this.#straying?.close();
    await this.#queue.close();
    await this.#work.reader.close();
  }

  async #sweep(): Promise<void> {
    const { db, log, timing } = this.#work;
    await inTransaction(db, async (tx) => {
      const freed = await freeDeadJobs(tx, { attemptsMax, failure: 'TAKEN_OVER_TOO_OFTEN' });
      for (const { id, isOpen } of freed) {
        log.warn({ reportId: id, isOpen }, 'the server that made a report is gone');
        if (isOpen) await enqueue(tx, queuedReport(id));
      }
      for (const id of await waitingJobs(tx, timing.leaseSeconds)) await enqueue(tx, queuedReport(id));
    });
    const paths = await forgetFiles(db, FILES_BATCH);
    await Promise.all(paths.map((it) => this.files.remove(it)));
    await forgetJobs(db, ROW_DAYS_KEPT);
  }

  /** The folder is read before the jobs are: a file that is finished meanwhile is its job's by then. */
  async #removeStrays(): Promise<void> {
    const { db } = this.#work;
    const files = await this.files.list();
    const jobs = await jobsWithFiles(db, [...new Set(files.map((it) => it.jobId))]);
    for (const { name, jobId } of files) {
      const job = jobs.get(jobId);
      if (job === undefined || !(job.isOpen || job.path === name)) await this.files.remove(name);
    }
  }
}
