import type { ReportFailure, ReportType } from '@tonle/contract/report-states';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';

export interface LeasedJob {
  readonly id: string;
  readonly type: ReportType;
  readonly language: 'en' | 'km';
  readonly params: Record<string, unknown>;
  readonly fileName: string;
  readonly attempts: number;
  /** Where the primary stood: whoever reads a replica waits until it has come so far. */
  readonly position: string | null;
}

/** Takes a job that nobody works on; undefined where somebody does, or where it is finished. */
export async function leaseJob(
  db: Db,
  it: { id: string; token: string; seconds: number },
): Promise<LeasedJob | undefined> {
  const { rows } = await sql<LeasedJob>`
    UPDATE report_job SET state = 'QUERYING', attempts = attempts + 1, lease_token = ${it.token},
      leased_until = clock_timestamp() + make_interval(secs => ${it.seconds}), rows_expected = NULL, rows_written = NULL
    WHERE id = ${it.id} AND completed_at IS NULL AND (leased_until IS NULL OR leased_until < clock_timestamp())
    RETURNING id, report_type AS type, language, params, file_name AS "fileName", attempts,
      CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_current_wal_lsn()::text END AS position`.execute(db);
  return rows[0];
}

/** Holds on to a job and says how far it is; false where it is no longer this one's. */
export async function renewLease(
  db: Db,
  it: {
    id: string;
    token: string;
    seconds: number;
    isGenerating: boolean;
    rowsExpected: number | undefined;
    rowsWritten: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_job')
    .set({
      state: it.isGenerating ? 'GENERATING' : 'QUERYING',
      leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${it.seconds})`,
      rows_expected: it.rowsExpected === undefined ? null : BigInt(it.rowsExpected),
      rows_written: BigInt(it.rowsWritten),
    })
    .where('id', '=', it.id)
    .where('lease_token', '=', it.token)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The file is there. False where the job was canceled, or taken over, in the meantime. */
export async function finishJob(
  db: Db,
  it: { id: string; token: string; path: string; bytes: number; rows: number; daysKept: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_job')
    .set({
      state: 'SUCCESS',
      completed_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${it.daysKept}::int)`,
      file_path: it.path,
      file_bytes: BigInt(it.bytes),
      rows_written: BigInt(it.rows),
      lease_token: null,
      leased_until: null,
    })
    .where('id', '=', it.id)
    .where('lease_token', '=', it.token)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets go of a job, so that somebody takes it at once; one whose server only stops has cost no attempt. */
export async function releaseJob(
  tx: Tx,
  it: { id: string; token: string; isStop: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_job')
    .set({
      state: 'REQUESTED',
      lease_token: null,
      leased_until: null,
      ...(it.isStop ? { attempts: sql<number>`attempts - 1` } : {}),
    })
    .where('id', '=', it.id)
    .where('lease_token', '=', it.token)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function failJob(
  db: Db,
  it: { id: string; token: string; failure: ReportFailure },
): Promise<void> {
  await db
    .updateTable('report_job')
    .set({
      state: 'FAILED',
      completed_at: sql<Date>`clock_timestamp()`,
      failure: it.failure,
      lease_token: null,
      leased_until: null,
    })
    .where('id', '=', it.id)
    .where('lease_token', '=', it.token)
    .where('completed_at', 'is', null)
    .execute();
}

/** Jobs whose server let its lease run out: each is given back, or, after so many attempts, ends FAILED. */
export async function freeDeadJobs(
  tx: Tx,
  { attemptsMax, failure }: { attemptsMax: number; failure: ReportFailure },
): Promise<{ id: string; isOpen: boolean }[]> {
  const { rows } = await sql<{ id: string; isOpen: boolean }>`
    UPDATE report_job SET lease_token = NULL, leased_until = NULL,
      state = CASE WHEN attempts < ${attemptsMax} THEN 'REQUESTED' ELSE 'FAILED' END,
      completed_at = CASE WHEN attempts < ${attemptsMax} THEN NULL ELSE clock_timestamp() END,
      failure = CASE WHEN attempts < ${attemptsMax} THEN NULL ELSE ${failure} END
    WHERE id IN (SELECT id FROM report_job WHERE completed_at IS NULL AND leased_until < clock_timestamp()
      LIMIT 100 FOR UPDATE SKIP LOCKED)
    RETURNING id, completed_at IS NULL AS "isOpen"`.execute(tx);
  return rows;
}

/** Jobs that have waited for a while: whoever was to begin them may have died before it did. */
export async function waitingJobs(tx: Tx, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM report_job WHERE completed_at IS NULL AND leased_until IS NULL
      AND created_at < clock_timestamp() - make_interval(secs => ${seconds}) ORDER BY created_at LIMIT 100`.execute(
    tx,
  );
  return rows.map((it) => it.id);
}

/** Files whose days are over; the rows forget them. */
export async function forgetFiles(db: Db, max: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    WITH over AS (SELECT id, file_path FROM report_job WHERE file_path IS NOT NULL AND expires_at < clock_timestamp()
      LIMIT ${max} FOR UPDATE SKIP LOCKED)
    UPDATE report_job r SET file_path = NULL FROM over WHERE r.id = over.id RETURNING over.file_path AS path`.execute(
    db,
  );
  return rows.map((it) => it.path);
}

/** Of these jobs, those that may have a file: one in the making, or the one whose name it says. */
export async function jobsWithFiles(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { isOpen: boolean; path: string | null }>> {
  const { rows } = await sql<{ id: string; isOpen: boolean; path: string | null }>`
    SELECT id, completed_at IS NULL AS "isOpen", file_path AS path FROM report_job
    WHERE id = ANY (${ids}::uuid[]) AND (completed_at IS NULL OR file_path IS NOT NULL)`.execute(db);
  return new Map(rows.map((it) => [it.id, it]));
}

/** Drops rows long after their files, and tickets that nobody used. */
export async function forgetJobs(db: Db, daysKept: number): Promise<void> {
  await sql`DELETE FROM report_job WHERE file_path IS NULL AND completed_at IS NOT NULL
    AND created_at < clock_timestamp() - make_interval(days => ${daysKept}::int)`.execute(db);
  await sql`DELETE FROM report_ticket WHERE expires_at < clock_timestamp()`.execute(db);
}

/** Whether a database has replayed what the primary had written at a position; the primary itself always has. */
export async function hasReplayed(reader: Db, position: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= ${position}::pg_lsn AS done`.execute(
    reader,
  );
  return rows[0]?.done === true;
}
