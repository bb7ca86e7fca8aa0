import type { Activity } from '@tonle/contract/audit-log';
import { freeTextCountMax } from '@tonle/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export interface AuditQuery {
  readonly page: number;
  readonly size: number;
  readonly direction: 'asc' | 'desc';
  readonly roles: readonly string[] | undefined;
  readonly activities: readonly Activity[] | undefined;
  /** Instants; the second is the first that no longer counts. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly text: string | undefined;
}

export interface StoredEntry {
  readonly id: bigint;
  readonly created: Date;
  readonly login: string | null;
  readonly fullName: string | null;
  readonly roles: string[];
  readonly activity: string;
  readonly description: string;
  readonly subject: string | null;
  readonly oldValues: unknown;
  readonly newValues: unknown;
  readonly requestId: string | null;
  readonly address: string | null;
  readonly sealed: boolean;
}

/** What is searched for may stand anywhere; no sign of it means anything else. */
function conditionsOf({ roles, activities, from, to, text }: AuditQuery): RawBuilder<unknown> {
  const conditions = [
    roles && sql`a.roles ?| ${[...roles]}::text[]`,
    activities && sql`a.activity = ANY (${[...activities]}::text[])`,
    from && sql`a.created >= ${from}`,
    to && sql`a.created < ${to}`,
    text &&
      sql`strpos(lower(concat_ws(' ', a.description, a.subject, a.login, a.full_name)), lower(${text}::text)) > 0`,
  ].filter((it) => it !== undefined && it !== '');
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/** Counted to 10,000 and paged as far (decisions section 3): nobody turns a thousand pages, and dates lead further. */
export async function listEntries(
  tx: Tx,
  query: AuditQuery,
): Promise<{ rows: StoredEntry[]; total: number; totalMore: boolean }> {
  const conditions = conditionsOf(query);
  const offset = query.page * query.size;
  const direction = query.direction === 'asc' ? sql`ASC` : sql`DESC`;
  const { rows: counted } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM audit_log a WHERE ${conditions} LIMIT ${freeTextCountMax + 1}) AS found`.execute(tx);
  const count = counted[0]?.count ?? 0;
  const total = Math.min(count, freeTextCountMax);
  const totalMore = count > freeTextCountMax;
  if (offset >= total) return { rows: [], total, totalMore };
  const { rows } = await sql<StoredEntry>`
    SELECT a.id, a.created, a.login, a.full_name AS "fullName", a.roles, a.activity, a.description, a.subject,
      a.old_values AS "oldValues", a.new_values AS "newValues", a.request_id AS "requestId", a.address,
      EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = a.id) AS sealed
    FROM audit_log a WHERE ${conditions}
    ORDER BY a.created ${direction}, a.id ${direction} LIMIT ${query.size} OFFSET ${offset}`.execute(tx);
  return { rows, total, totalMore };
}
