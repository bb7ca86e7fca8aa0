import { createHash, randomBytes } from 'node:crypto';
import type { FileAnswer } from '@tonle/contract/endpoint';
import type { PageOf } from '@tonle/contract/paging';
import { addDays, startOfDay } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import {
  openReportsMax,
  type ReportState,
  type ReportType,
  reportCan,
  reportPermission,
  reportTypes,
  statusOfState,
} from '@tonle/contract/report-states';
import type { ReportJob, ReportStanding } from '@tonle/contract/reports';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { enqueue } from '../../jobs/queue.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import type { ReportParams } from './report-declaration.ts';
import type { ReportFiles } from './report-files.ts';
import { queuedReport } from './report-work.ts';
import {
  cancelJob,
  countOpen,
  insertJob,
  insertTicket,
  type JobRow,
  jobOf,
  listJobs,
  takeTicket,
} from './reports.store.ts';

export interface ReportsDeps {
  readonly db: Db;
  readonly reports: { readonly files: ReportFiles };
  readonly findSessionById: (id: string) => Promise<Session | undefined>;
}

/** Who asks, and in which language they read. */
export interface Asker {
  readonly session: Session;
  readonly actor: Actor;
  readonly language: 'en' | 'km';
}

export interface ReportRequest {
  readonly type: ReportType;
  /** Without its ending. */
  readonly fileName: string;
  readonly params: ReportParams;
  /** What was asked for, by the names of the call. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly extension?: 'csv' | 'pdf';
}

/** Writes the job down, with its entry; a worker takes it after the commit. */
export function requestReport(
  { db }: Pick<ReportsDeps, 'db'>,
  { session, actor, language }: Asker,
  request: ReportRequest,
): Promise<ReportStanding> {
  const { type, params } = request;
  mustHold(session, type);
  const fileName = `${request.fileName}.${request.extension ?? 'csv'}`;
  const shownParams = shownOf(request.query);
  return inTransaction(db, async (tx) => {
    if ((await countOpen(tx, session.userId)) >= openReportsMax) {
      throw new Refusal('TOO_MANY_REPORTS', { max: openReportsMax });
    }
    const id = await insertJob(tx, {
      type,
      creatorId: session.userId,
      language,
      params,
      shownParams,
      fileName,
    });
    await audit(tx, {
      actor,
      activity: 'REPORT_REQUESTED',
      description: `Report ${fileName} requested`,
      subject: id,
      new: { reportType: type, ...shownParams },
    });
    await enqueue(tx, queuedReport(id));
    return { id, status: statusOfState.REQUESTED };
  });
}

/** What a person recognises their request by: the filters they set, not how a list pages. */
function shownOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const hidden = new Set(['page', 'size', 'sort', 'unpaged']);
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
      return hidden.has(name) || text === '' ? [] : [[name, text]];
    }),
  );
}

function mustHold(session: Session, type: ReportType): void {
  if (!session.permissions.has(reportPermission[type])) throw new Refusal('FORBIDDEN');
}

/** A report of one's own, of a type that one may still have; any other is not there. */
async function ownJob(tx: Tx | Db, session: Session, id: string): Promise<JobRow> {
  const job = await jobOf(tx, session.userId, id);
  if (job === undefined || !session.permissions.has(reportPermission[job.type]))
    throw new Refusal('NOT_FOUND');
  return job;
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function standingOf(
  { db }: Pick<ReportsDeps, 'db'>,
  session: Session,
  id: string,
): Promise<ReportStanding> {
  const job = idPattern.test(id) ? await jobOf(db, session.userId, id) : undefined;
  const isSeen = job !== undefined && session.permissions.has(reportPermission[job.type]);
  return { id, status: isSeen ? statusOfState[job.state] : 'REPORT_ID_NOT_FOUND_IN_CACHE' };
}

export interface JobsRequest {
  readonly page: number;
  readonly size: number;
  readonly sort: { direction: 'asc' | 'desc' };
  readonly filter?: string | undefined;
  readonly status?: readonly ReportState[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function listReports(
  { db }: Pick<ReportsDeps, 'db'>,
  session: Session,
  request: JobsRequest,
): Promise<PageOf<ReportJob>> {
  const { from, to, page, size } = request;
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'to', key: 'day.range-reversed' }]);
  }
  return inTransaction(
    db,
    async (tx) => {
      const { rows, total } = await listJobs(
        tx,
        {
          creatorId: session.userId,
          types: reportTypes.filter((it) => session.permissions.has(reportPermission[it])),
          states: request.status,
          from: from === undefined ? undefined : startOfDay(from),
          until: to === undefined ? undefined : startOfDay(addDays(to, 1)),
          text: request.filter,
        },
        { direction: request.sort.direction, limit: size, offset: page * size },
      );
      return {
        rows: rows.map(shown),
        total,
        hasNext: (page + 1) * size < total,
        hasPrevious: page > 0 && total > 0,
      };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

export function cancelReport(
  { db }: Pick<ReportsDeps, 'db'>,
  { session, actor }: Pick<Asker, 'session' | 'actor'>,
  id: string,
): Promise<ReportJob> {
  return inTransaction(db, async (tx) => {
    const job = await ownJob(tx, session, id);
    if (!(await cancelJob(tx, session.userId, id))) {
      const now = await ownJob(tx, session, id);
      throw new Refusal('WRONG_STATE', { state: now.state });
    }
    await audit(tx, {
      actor,
      activity: 'REPORT_CANCELED',
      description: `Report ${job.fileName} canceled`,
      subject: id,
    });
    return shown(await ownJob(tx, session, id));
  });
}

/** The file, for a call that carries its token. */
export async function takeFile(
  { db, reports }: ReportsDeps,
  { session, actor }: Pick<Asker, 'session' | 'actor'>,
  id: string,
): Promise<FileAnswer> {
  const job = await ownJob(db, session, id);
  return openFile(db, reports.files, job, actor);
}

const TICKET_SECONDS = 60;

export function openTicket(
  { db }: Pick<ReportsDeps, 'db'>,
  { session, actor }: Pick<Asker, 'session' | 'actor'>,
  id: string,
): Promise<{ ticket: string; seconds: number }> {
  const ticket = randomBytes(32).toString('base64url');
  return inTransaction(db, async (tx) => {
    const job = await ownJob(tx, session, id);
    mustBeThere(job);
    await insertTicket(tx, {
      hash: hashOf(ticket),
      jobId: id,
      sessionId: session.id,
      seconds: TICKET_SECONDS,
    });
    await audit(tx, {
      actor,
      activity: 'REPORT_TICKET_OPENED',
      description: `Download of report ${job.fileName} opened`,
      subject: id,
    });
    return { ticket, seconds: TICKET_SECONDS };
  });
}

/** The file, for whoever holds the ticket while the session that opened it lasts, with the rights of this moment. */
export async function useTicket(
  { db, reports, findSessionById }: ReportsDeps,
  ticket: string,
  { requestId, address }: Pick<Actor, 'requestId' | 'address'>,
): Promise<FileAnswer> {
  const taken = await inTransaction(db, (tx) => takeTicket(tx, hashOf(ticket)));
  const session = taken && (await findSessionById(taken.sessionId));
  if (taken === undefined || session === undefined || session.scope !== 'FULL')
    throw new Refusal('NOT_FOUND');
  const job = await ownJob(db, session, taken.jobId);
  const roles = [...session.authorities, ...session.roles.map((it) => it.name)];
  const { userId, login, fullName } = session;
  return openFile(db, reports.files, job, { userId, login, fullName, roles, requestId, address });
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

function mustBeThere(job: JobRow): void {
  if (job.state === 'SUCCESS' && job.filePath === null) throw new Refusal('NOT_FOUND');
  if (!reportCan.download({ status: job.state, hasFile: true })) {
    throw new Refusal('WRONG_STATE', { state: job.state });
  }
}

async function openFile(db: Db, files: ReportFiles, job: JobRow, actor: Actor): Promise<FileAnswer> {
  mustBeThere(job);
  const path = job.filePath ?? '';
  const bytes = await files.bytesOf(path);
  if (bytes === undefined) throw new Refusal('NOT_FOUND');
  await inTransaction(db, (tx) =>
    audit(tx, {
      actor,
      activity: 'REPORT_FILE_TAKEN',
      description: `Report ${job.fileName} downloaded`,
      subject: job.id,
    }),
  );
  const type = job.fileName.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8';
  return { content: files.read(path), bytes, name: job.fileName, type };
}

function shown(it: JobRow): ReportJob {
  return {
    id: it.id,
    createdAt: it.createdAt.toISOString(),
    reportType: it.type,
    queryParams: it.shownParams,
    status: it.state,
    completedAt: it.completedAt?.toISOString() ?? null,
    fileName: it.state === 'SUCCESS' ? it.fileName : null,
    hasFile: it.filePath !== null,
    progress: progressOf(it),
    fileBytes: it.fileBytes === null ? null : Number(it.fileBytes),
    expiresAt: it.expiresAt?.toISOString() ?? null,
    failure: it.failure,
  };
}

/** By the planner's guess: never all of it before the file is there. */
function progressOf({ state, rowsExpected, rowsWritten }: JobRow): number | null {
  if (state === 'SUCCESS') return 100;
  if (state !== 'GENERATING' || rowsExpected === null || rowsExpected === 0n) return null;
  return Math.min(99, Number(((rowsWritten ?? 0n) * 100n) / rowsExpected));
}
