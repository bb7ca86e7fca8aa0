import { type SqlBool, sql } from 'kysely';
import type { CustomerType } from '../../db/tables/customers.ts';
import { rawTx, type Tx } from '../../db/tx.ts';

export type RequestsWanted = {
  accountType: CustomerType;
  status: 'PENDING' | 'REJECTED';
  search?: string | undefined;
};

export type ListedRequest = {
  id: bigint;
  account_id: string;
  account_type: CustomerType;
  status: 'PENDING' | 'APPROVED' | 'REJECTED';
  revision: number;
  reason: string | null;
  requested_by: string;
  requested_by_user: bigint | null;
  requested_at: Date;
  full_name: string | null;
  first_name_khmer: string | null;
  last_name_khmer: string | null;
  organization_name: string | null;
  organization_name_khmer: string | null;
  primary_contact: string;
  secondary_contact: string | null;
  address: string | null;
  registered_at: Date;
};

const columns = `v.id, v.account_id, v.account_type, v.status, v.revision, v.reason, v.requested_by, v.requested_by_user,
  v.requested_at, c.full_name, c.first_name_khmer, c.last_name_khmer, c.organization_name, c.organization_name_khmer,
  c.primary_contact, c.secondary_contact, c.address, c.registered_at`;

/** The condition of a list; what is searched for stands in the customer. */
function conditionOf({ accountType, status, search }: RequestsWanted) {
  const values: unknown[] = [accountType, status];
  const searched =
    search === undefined
      ? ''
      : `AND c.search_words @@ lower($${values.push(search)} COLLATE "default")::tsquery`;
  const from =
    search === undefined
      ? 'verification_request v'
      : 'verification_request v JOIN customer c ON c.account_id = v.account_id';
  return { from: `${from} WHERE v.account_type = $1 AND v.status = $2 ${searched}`, values };
}

export async function countRequests(tx: Tx, wanted: RequestsWanted, countMax: number): Promise<number> {
  const { from, values } = conditionOf(wanted);
  const limit = wanted.search === undefined ? '' : `LIMIT ${countMax + 1}`;
  const { rows } = await rawTx(tx).query<{ total: string }>(
    `SELECT count(*)::text AS total FROM (SELECT FROM ${from} ${limit}) AS found`,
    values,
  );
  return Number(rows[0]?.total ?? 0);
}

export type RequestsPage = { direction: 'asc' | 'desc'; offset: number; limit: number };

/** One page of requests, by the time at which they were made. */
export async function listRequests(
  tx: Tx,
  wanted: RequestsWanted,
  { direction, offset, limit }: RequestsPage,
): Promise<ListedRequest[]> {
  const { from, values } = conditionOf(wanted);
  const order = `v.requested_at ${direction}, v.id ${direction}`;
  const { rows } = await rawTx(tx).query<ListedRequest>(
    `SELECT ${columns}
     FROM (SELECT v.* FROM ${from} ORDER BY ${order} OFFSET $${values.length + 1} LIMIT $${values.length + 2}) AS v
     JOIN customer c ON c.account_id = v.account_id
     ORDER BY ${order}`,
    [...values, offset, limit],
  );
  return rows;
}

/** The request of an account that waits. */
export async function pendingRequestOf(tx: Tx, accountId: string): Promise<ListedRequest | undefined> {
  const { rows } = await rawTx(tx).query<ListedRequest>(
    `SELECT ${columns} FROM verification_request v JOIN customer c ON c.account_id = v.account_id
     WHERE v.account_id = $1 AND v.status = 'PENDING'`,
    [accountId],
  );
  return rows[0];
}

type Place = { id: bigint; account_type: CustomerType; requested_at: Date };

/** The neighbours of a request among those of its kind that wait; after the last comes the first. */
async function neighbourOf(tx: Tx, of: Place, direction: 'before' | 'after'): Promise<string | null> {
  const isAfter = direction === 'after';
  const place = sql<SqlBool>`(requested_at, id) ${sql.raw(isAfter ? '>' : '<')} (${of.requested_at}, ${of.id})`;
  const ofKind = tx
    .selectFrom('verification_request')
    .select('id')
    .where('account_type', '=', of.account_type)
    .where('status', '=', 'PENDING')
    .where('id', '<>', of.id)
    .orderBy('requested_at', isAfter ? 'asc' : 'desc')
    .orderBy('id', isAfter ? 'asc' : 'desc')
    .limit(1);
  const row = (await ofKind.where(place).executeTakeFirst()) ?? (await ofKind.executeTakeFirst());
  return row === undefined ? null : String(row.id);
}

export const nextInQueue = (tx: Tx, of: Place): Promise<string | null> => neighbourOf(tx, of, 'after');

/** Beyond this many the place is not counted further. */
const PLACE_MAX = 1_000;

export async function placeInQueue(tx: Tx, of: Place) {
  const { rows } = await rawTx(tx).query<{ before: number; total: number }>(
    `SELECT (SELECT count(*)::int FROM (SELECT FROM verification_request
         WHERE account_type = $1 AND status = 'PENDING' AND (requested_at, id) < ($2, $3) LIMIT ${PLACE_MAX}) AS b) AS before,
       (SELECT count(*)::int FROM (SELECT FROM verification_request
         WHERE account_type = $1 AND status = 'PENDING' LIMIT ${PLACE_MAX}) AS t) AS total`,
    [of.account_type, of.requested_at, of.id],
  );
  const { before = 0, total = 0 } = rows[0] ?? {};
  return {
    position: before + 1,
    total,
    previousId: await neighbourOf(tx, of, 'before'),
    nextId: await neighbourOf(tx, of, 'after'),
  };
}
