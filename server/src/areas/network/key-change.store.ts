import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export type KeyChangeOut = {
  messageId: string;
  type: 'KEY_CHANGE' | 'KEY_CHANGE_REVOKED';
  transactionHash: string;
  body: string;
};

/** Written with the state that it tells of. */
export async function insertKeyChange(tx: Tx, it: KeyChangeOut): Promise<void> {
  await tx
    .insertInto('network_outbox')
    .values({
      message_id: it.messageId,
      type: it.type,
      transaction_hash: it.transactionHash,
      body: it.body,
    })
    .execute();
}

/** The network took a key's change and has said nothing since: the same message again, which it answers again. */
export async function repeatKeyChanges(tx: Tx, silenceSeconds: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('network_outbox')
    .set({
      state: 'WAITING',
      settled_at: null,
      next_attempt: sql<Date>`clock_timestamp()`,
      leased_until: null,
    })
    .where('type', '=', 'KEY_CHANGE')
    .where('state', '=', 'DELIVERED')
    .where('settled_at', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${silenceSeconds})`)
    .where('transaction_hash', 'in', (of) =>
      of
        .selectFrom('key_recovery_request')
        .select(sql<string>`trx_hash`.as('hash'))
        .where('status', '=', 'SENT'),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function keyChangeDelivery(
  tx: Tx,
  transactionHash: string,
): Promise<'WAITING' | 'DELIVERED' | 'REJECTED' | null> {
  const row = await tx
    .selectFrom('network_outbox')
    .select('state')
    .where('transaction_hash', '=', transactionHash)
    .where('type', '=', 'KEY_CHANGE')
    .executeTakeFirst();
  return row?.state ?? null;
}
