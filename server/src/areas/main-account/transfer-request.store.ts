import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export type RequestKey = { principal: string; key: string };

/** Notes that a request of this key may be posted until its deadline; false where the key was closed. */
export async function openRequest(tx: Tx, { principal, key }: RequestKey, deadline: Date): Promise<boolean> {
  const row = await tx
    .insertInto('transfer_request')
    .values({ principal, key, deadline })
    .onConflict((conflict) =>
      conflict
        .columns(['principal', 'key'])
        .doUpdateSet({ deadline: sql`greatest(transfer_request.deadline, excluded.deadline)` })
        .where('transfer_request.closed', '=', false),
    )
    .returning('closed')
    .executeTakeFirst();
  return row !== undefined;
}

/** Until when a request of this key may still be posted, if that is in the future. */
export async function pendingUntil(tx: Tx, { principal, key }: RequestKey): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('transfer_request')
    .select('deadline')
    .where('principal', '=', principal)
    .where('key', '=', key)
    .where('closed', '=', false)
    .where('deadline', '>=', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row?.deadline;
}

/** Closes a key that no request is pending for: whoever comes with it later is refused. False where one is pending. */
export async function closeRequest(tx: Tx, { principal, key }: RequestKey): Promise<boolean> {
  const row = await tx
    .insertInto('transfer_request')
    .values({ principal, key, deadline: sql`clock_timestamp()`, closed: true })
    .onConflict((conflict) =>
      conflict
        .columns(['principal', 'key'])
        .doUpdateSet({ closed: true })
        .where((of) =>
          of.or([
            of('transfer_request.closed', '=', true),
            of('transfer_request.deadline', '<', sql<Date>`clock_timestamp()`),
          ]),
        ),
    )
    .returning('closed')
    .executeTakeFirst();
  return row !== undefined;
}
