import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../db/tx.ts';

export type OutboxMessage = {
  id: bigint;
  messageId: string;
  type: 'TRANSFER' | 'DECISION' | 'KEY_CHANGE' | 'KEY_CHANGE_REVOKED';
  transactionHash: string;
  body: string;
  attempts: number;
};

const now = sql<Date>`clock_timestamp()`;
const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

const isDue = (of: ExpressionBuilder<Database, 'network_outbox'>) =>
  of.and([
    of('state', '=', 'WAITING'),
    of('next_attempt', '<=', now),
    of.or([of('leased_until', 'is', null), of('leased_until', '<', now)]),
    // Messages about one transaction go out in their order.
    of.not(
      of.exists(
        of
          .selectFrom('network_outbox as earlier')
          .select(sql`1`.as('one'))
          .whereRef('earlier.transaction_hash', '=', 'network_outbox.transaction_hash')
          .whereRef('earlier.id', '<', 'network_outbox.id')
          .where('earlier.state', '=', 'WAITING'),
      ),
    ),
  ]);

/** Takes messages that are due and holds them for a while; another server takes others. */
export async function claimDue(tx: Tx, max: number, leaseSeconds: number): Promise<OutboxMessage[]> {
  const claimed = await tx
    .updateTable('network_outbox')
    .set({ leased_until: inSeconds(leaseSeconds), attempts: sql`attempts + 1` })
    .where('id', 'in', (of) =>
      of
        .selectFrom('network_outbox')
        .select('id')
        .where(isDue)
        .orderBy('next_attempt')
        .orderBy('id')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'message_id as messageId',
      'type',
      'transaction_hash as transactionHash',
      'body',
      'attempts',
    ])
    .execute();
  return claimed.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function settle(
  tx: Tx,
  id: bigint,
  state: 'DELIVERED' | 'REJECTED',
  reason: string | null,
): Promise<void> {
  await tx
    .updateTable('network_outbox')
    .set({ state, reason, settled_at: now, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

export async function postpone(tx: Tx, id: bigint, seconds: number, reason: string): Promise<void> {
  await tx
    .updateTable('network_outbox')
    .set({ next_attempt: inSeconds(seconds), leased_until: null, reason })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

/** The other side is back: what waited for it need not wait any longer. */
export async function hasten(tx: Tx): Promise<void> {
  await tx
    .updateTable('network_outbox')
    .set({ next_attempt: now })
    .where('state', '=', 'WAITING')
    .where('leased_until', 'is', null)
    .where('next_attempt', '>', now)
    .execute();
}

/** The network never had this transfer, whatever it answered: the same message again. */
export async function sendAgain(tx: Tx, transactionHash: string): Promise<void> {
  await tx
    .updateTable('network_outbox')
    .set({ state: 'WAITING', settled_at: null, next_attempt: now, leased_until: null })
    .where('transaction_hash', '=', transactionHash)
    .where('type', '=', 'TRANSFER')
    .where('state', '=', 'DELIVERED')
    .execute();
}

export type Delivery = {
  messageId: string;
  state: 'WAITING' | 'DELIVERED' | 'REJECTED';
  reason: string | null;
  attempts: number;
  body: string;
  created: Date;
  settledAt: Date | null;
};

/** The last message that told, or tells, the network of the decision on a deposit. */
export const latestDecision = (
  tx: Tx,
  transactionHash: string,
  { lock = false } = {},
): Promise<Delivery | undefined> => {
  const query = tx
    .selectFrom('network_outbox')
    .select([
      'message_id as messageId',
      'state',
      'reason',
      'attempts',
      'body',
      'created',
      'settled_at as settledAt',
    ])
    .where('transaction_hash', '=', transactionHash)
    .where('type', '=', 'DECISION')
    .orderBy('id', 'desc')
    .limit(1);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

/** Another message with what a rejected one said. False where one is on its way already, or was taken. */
export async function insertDecision(
  tx: Tx,
  message: { messageId: string; transactionHash: string; body: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('network_outbox')
    .values({
      message_id: message.messageId,
      type: 'DECISION',
      transaction_hash: message.transactionHash,
      body: message.body,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type OutboxFigures = {
  waiting: number;
  oldestSeconds: number;
  rejectedDecisions: number;
  contradictions: number;
  unsettledTransfers: number;
};

/** What stands between the bank and the network, for the health page and the metrics. */
export async function figures(tx: Tx): Promise<OutboxFigures> {
  const waiting = await tx
    .selectFrom('network_outbox')
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<number>`coalesce(extract(epoch FROM clock_timestamp() - min(created)), 0)::float8`.as('oldest'),
    ])
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  const count = async (query: Promise<{ count: bigint }>) => Number((await query).count);
  const counted = sql<bigint>`count(*)`.as('count');
  return {
    waiting: Number(waiting.count),
    oldestSeconds: Math.max(0, Math.round(waiting.oldest)),
    rejectedDecisions: await count(
      tx
        .selectFrom('network_outbox as rejected')
        .select(counted)
        .where('state', '=', 'REJECTED')
        .where('type', '=', 'DECISION')
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('network_outbox as later')
                .select(sql`1`.as('one'))
                .whereRef('later.transaction_hash', '=', 'rejected.transaction_hash')
                .whereRef('later.id', '>', 'rejected.id'),
            ),
          ),
        )
        .executeTakeFirstOrThrow(),
    ),
    contradictions: await count(
      tx
        .selectFrom('network_message')
        .select(counted)
        .where('effect', '=', 'CONTRADICTS')
        .executeTakeFirstOrThrow(),
    ),
    unsettledTransfers: await count(
      tx
        .selectFrom('network_transfer')
        .select(counted)
        .where('settled', '=', false)
        .executeTakeFirstOrThrow(),
    ),
  };
}
