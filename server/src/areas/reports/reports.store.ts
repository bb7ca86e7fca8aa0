import type { ReportState, ReportType } from '@tonle/contract/report-states';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';

export interface NewJob {
  readonly type: ReportType;
  readonly creatorId: bigint;
  readonly language: 'en' | 'km';
  readonly params: Readonly<Record<string, unknown>>;
  readonly shownParams: Readonly<Record<string, string>>;
  readonly fileName: string;
}

export interface JobRow {
  readonly id: string;
  readonly type: ReportType;
  readonly state: ReportState;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly shownParams: Record<string, string>;
  readonly fileName: string;
  readonly filePath: string | null;
  readonly fileBytes: bigint | null;
  readonly expiresAt: Date | null;
  readonly rowsExpected: bigint | null;
  readonly rowsWritten: bigint | null;
  readonly failure: string | null;
}

const columns = [
  'id',
  'report_type as type',
  'state',
  'created_at as createdAt',
  'completed_at as completedAt',
  'shown_params as shownParams',
  'file_name as fileName',
  'file_path as filePath',
  'file_bytes as fileBytes',
  'expires_at as expiresAt',
  'rows_expected as rowsExpected',
  'rows_written as rowsWritten',
  'failure',
] as const;

/** Makes one person's requests come one after the other, and says how many of theirs are unfinished. */
export async function countOpen(tx: Tx, creatorId: bigint): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(${0x7270}, ${Number(creatorId % 2_147_483_647n)}::int)`.execute(tx);
  const { count } = await tx
    .selectFrom('report_job')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('creator_id', '=', creatorId)
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertJob(tx: Tx, it: NewJob): Promise<string> {
  const { id } = await tx
    .insertInto('report_job')
    .values({
      report_type: it.type,
      creator_id: it.creatorId,
      language: it.language,
      params: JSON.stringify(it.params),
      shown_params: JSON.stringify(it.shownParams),
      file_name: it.fileName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const jobOf = (tx: Tx | Db, creatorId: bigint, id: string): Promise<JobRow | undefined> =>
  tx
    .selectFrom('report_job')
    .select(columns)
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();

export interface JobFilter {
  readonly creatorId: bigint;
  readonly types: readonly ReportType[];
  readonly states: readonly ReportState[] | undefined;
  readonly from: Date | undefined;
  /** The first instant that is no longer asked for. */
  readonly until: Date | undefined;
  readonly text: string | undefined;
}

/** A person's jobs of the types that they may still see, and how many there are. */
export async function listJobs(
  tx: Tx,
  filter: JobFilter,
  { direction, limit, offset }: { direction: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: JobRow[]; total: number }> {
  const text = filter.text?.toLowerCase();
  let found = tx
    .selectFrom('report_job')
    .where('creator_id', '=', filter.creatorId)
    .where('report_type', 'in', [...filter.types]);
  if (filter.states !== undefined) found = found.where('state', 'in', [...filter.states]);
  if (filter.from !== undefined) found = found.where('created_at', '>=', filter.from);
  if (filter.until !== undefined) found = found.where('created_at', '<', filter.until);
  if (text !== undefined) {
    found = found.where(
      sql<boolean>`strpos(lower(file_name || ' ' || report_type || ' ' || replace(report_type, '_', ' ') || ' ' || id::text
        || ' ' || coalesce((SELECT string_agg(value, ' ') FROM jsonb_each_text(shown_params)), '')), ${text}) > 0`,
    );
  }
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(columns)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total };
}

/** True where it was not finished, and now is canceled. */
export async function cancelJob(tx: Tx, creatorId: bigint, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_job')
    .set({
      state: 'CANCELED',
      completed_at: sql<Date>`clock_timestamp()`,
      lease_token: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface NewTicket {
  readonly hash: Buffer;
  readonly jobId: string;
  readonly sessionId: string;
  readonly seconds: number;
}

export async function insertTicket(tx: Tx, it: NewTicket): Promise<void> {
  await tx
    .insertInto('report_ticket')
    .values({
      hash: it.hash,
      job_id: it.jobId,
      session_id: it.sessionId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${it.seconds}::int)`,
    })
    .execute();
}

/** Uses a ticket up: of any number at once, one gets the answer. */
export async function takeTicket(
  tx: Tx,
  hash: Buffer,
): Promise<{ jobId: string; sessionId: string } | undefined> {
  const row = await tx
    .deleteFrom('report_ticket')
    .where('hash', '=', hash)
    .returning(['job_id', 'session_id', sql<boolean>`expires_at > clock_timestamp()`.as('isGood')])
    .executeTakeFirst();
  return row?.isGood ? { jobId: row.job_id, sessionId: row.session_id } : undefined;
}
