import {
  type ContactChangeMove,
  type ContactChangeStatus,
  contactChangeMoves,
  openContactChangeStatuses,
} from '@tonle/contract/contact-change-states';
import { freeTextCountMax } from '@tonle/contract/paging';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ContactChangesTables } from '../../db/tables/contact-changes.ts';
import type { Tx } from '../../db/tx.ts';

export type ContactChangeRow = Selectable<ContactChangesTables['contact_change']>;
export type ContactChangeEventRow = Selectable<ContactChangesTables['contact_change_event']>;
export type NewContactChange = Insertable<ContactChangesTables['contact_change']>;
export type NewContactChangeEvent = Insertable<ContactChangesTables['contact_change_event']>;

/** The request of an account that is not at its end. */
export const openChangeOf = (tx: Tx, accountId: string): Promise<ContactChangeRow | undefined> =>
  tx
    .selectFrom('contact_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'in', openContactChangeStatuses)
    .executeTakeFirst();

/** Undefined where the account has a request under way, or another account of its kind asks for this contact. */
export const insertChange = (tx: Tx, it: NewContactChange): Promise<ContactChangeRow | undefined> =>
  tx
    .insertInto('contact_change')
    .values(it)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** A request; `lock` keeps it as it is until the transaction ends. */
export function changeById(
  tx: Tx,
  id: bigint,
  { lock = false }: { lock?: boolean } = {},
): Promise<ContactChangeRow | undefined> {
  const row = tx.selectFrom('contact_change').selectAll().where('id', '=', id);
  return (lock ? row.forUpdate() : row).executeTakeFirst();
}

/** Compares and sets: undefined where the request is in no state that this leads from. */
export function moveChange(
  tx: Tx,
  id: bigint,
  move: ContactChangeMove,
  set: { reason?: string; authorized_by?: bigint } = {},
): Promise<ContactChangeRow | undefined> {
  const { from, to } = contactChangeMoves[move];
  return tx
    .updateTable('contact_change')
    .set({ ...set, status: to, ...(move === 'resend' ? {} : { status_since: sql<Date>`clock_timestamp()` }) })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/**
 * An authorized request whose account may be changed now, and whose contact nobody is opening an account with; held until
 * the transaction ends. Another server takes another one.
 */
export const nextAuthorized = (tx: Tx): Promise<ContactChangeRow | undefined> =>
  tx
    .selectFrom('contact_change')
    .selectAll('contact_change')
    .where('contact_change.status', '=', 'AUTHORIZED')
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM account_state s
        WHERE s.account_id = contact_change.account_id AND s.frozen)`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contact_claim')
            .select('contact')
            .whereRef('contact_claim.contact', '=', 'contact_change.new_contact')
            .where('until', '>', sql<Date>`clock_timestamp()`),
        ),
      ),
    )
    .orderBy('status_since')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function insertEvent(tx: Tx, it: NewContactChangeEvent): Promise<void> {
  await tx.insertInto('contact_change_event').values(it).execute();
}

export const eventsOf = (tx: Tx, requestId: bigint): Promise<ContactChangeEventRow[]> =>
  tx
    .selectFrom('contact_change_event')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute();

export type ContactChangesAsked = {
  status: ContactChangeStatus | undefined;
  /** What is searched for, and the same as the beginning of a phone, where it is one. */
  search: { text: string; phone: string | undefined } | undefined;
  sort: { field: 'createdTime' | 'updatedTime' | 'accountId'; direction: 'asc' | 'desc' };
  page: number;
  size: number;
};

const sortColumns = {
  createdTime: 'created',
  updatedTime: 'status_since',
  accountId: 'account_id',
} as const;

/** Any part of an account id, contact or login; nothing that is typed is a pattern. */
const answering = ({ status, search }: Pick<ContactChangesAsked, 'status' | 'search'>) => {
  const text = search?.text.toLowerCase();
  return sql<boolean>`(${status ?? null}::text IS NULL OR status = ${status ?? null}) AND (${text ?? null}::text IS NULL
    OR strpos(account_id, ${text ?? ''}) > 0 OR strpos(new_contact, ${text ?? ''}) > 0
    OR strpos(new_contact, ${search?.phone ?? null}::text) > 0 OR strpos(creator_login, ${text ?? ''}) > 0)`;
};

export async function listChanges(
  tx: Tx,
  asked: ContactChangesAsked,
): Promise<{ rows: ContactChangeRow[]; total: number; totalMore: boolean }> {
  const { sort, page, size } = asked;
  const countMax = asked.search === undefined ? null : freeTextCountMax + 1;
  const { rows: counted } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (
    SELECT FROM contact_change WHERE ${answering(asked)} LIMIT ${countMax}) AS found`.execute(tx);
  const count = counted[0]?.count ?? 0;
  const totalMore = countMax !== null && count >= countMax;
  const total = totalMore ? freeTextCountMax : count;
  // Page numbers end where counting ends (decision 023).
  if (page * size >= Math.min(count, freeTextCountMax)) return { rows: [], total, totalMore };
  const rows = await tx
    .selectFrom('contact_change')
    .selectAll()
    .where(answering(asked))
    .orderBy(sortColumns[sort.field], sort.direction)
    .orderBy('id', sort.direction)
    .limit(size)
    .offset(page * size)
    .execute();
  return { rows, total, totalMore };
}
