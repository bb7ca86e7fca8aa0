import type { StatusEffect } from '@tonle/contract/network-states';
import { readState, type TransactionState } from '@tonle/ledger';
import { sql } from 'kysely';
import { rawTx, type Tx } from '../../db/tx.ts';

export type HeardMessage = { bodyHash: string; answer: string };

/** What was answered to a message before, if it came before. */
export const messageOf = (tx: Tx, messageId: string): Promise<HeardMessage | undefined> =>
  tx
    .selectFrom('network_message')
    .select(['body_hash as bodyHash', 'answer'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();

export type NewMessage = {
  message_id: string;
  type: 'DEPOSIT' | 'STATUS' | 'KEY_CHANGE_STATUS';
  subject: string;
  body_hash: string;
  outcome: 'ACCEPTED' | 'REFUSED';
  effect: StatusEffect | null;
  answer: string;
};

/** Keeps a message that moves nothing in the book. False where it was kept before. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<boolean> {
  const row = await tx
    .insertInto('network_message')
    .values(message)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('message_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A transfer to another bank, as a status message needs to know it. */
export type OutgoingTransfer = {
  hash: string;
  now: TransactionState;
  amountMinor: bigint;
  debitAccountId: string;
  creditAccountId: string;
  sourceAccountId: string;
  sourceName: string | null;
  sourcePhoneNumber: string | null;
  destinationAccountId: string;
  destinationName: string | null;
  destinationPhoneNumber: string | null;
  details: Record<string, string>;
};

type TransferRow = Omit<OutgoingTransfer, 'now'> & { state: number; initialState: number };

/** The transfer to another bank of this name: one that began as pending. */
export async function outgoingTransferOf(tx: Tx, transferId: string): Promise<OutgoingTransfer | undefined> {
  const { rows } = await rawTx(tx).query<TransferRow>(
    `SELECT encode(t.hash, 'hex') AS hash, l.state, t.state AS "initialState", t.amount_minor AS "amountMinor",
       t.debit_account_id AS "debitAccountId", t.credit_account_id AS "creditAccountId",
       t.source_account_id AS "sourceAccountId", t.source_name AS "sourceName",
       t.source_phone_number AS "sourcePhoneNumber", t.destination_account_id AS "destinationAccountId",
       t.destination_name AS "destinationName", t.destination_phone_number AS "destinationPhoneNumber", t.details
     FROM transfer t
     JOIN transaction_list l ON l.seq = t.seq
     JOIN account_state a ON a.account_id = t.credit_account_id AND a.kind = 'SETTLEMENT'
     WHERE t.fi_transaction_id = $1 ORDER BY t.seq DESC`,
    [transferId],
  );
  const row = rows.find((it) => readState(it.initialState).businessStatus === 'PENDING');
  if (row === undefined) return undefined;
  const { state, initialState: _, ...rest } = row;
  return { ...rest, now: readState(state) };
}

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** There is news of a transfer: the silence begins anew, or is over for good. */
export async function noteHeard(
  tx: Tx,
  transferId: string,
  { settled, silenceSeconds }: { settled: boolean; silenceSeconds: number },
): Promise<void> {
  await tx
    .updateTable('network_transfer')
    .set({
      settled: settled ? true : sql`settled`,
      last_heard: sql`clock_timestamp()`,
      next_inquiry: inSeconds(silenceSeconds),
      inquiries: 0,
    })
    .where('transfer_id', '=', transferId)
    .execute();
}

export async function noteSettled(tx: Tx, transferId: string): Promise<void> {
  await tx
    .updateTable('network_transfer')
    .set({ settled: true })
    .where('transfer_id', '=', transferId)
    .execute();
}

const inquiryLongestSeconds = 3_600;

/** Takes transfers that nothing was heard of for long; the next time comes later and later. */
export async function claimSilent(
  tx: Tx,
  max: number,
  silenceSeconds: number,
): Promise<{ transferId: string; transactionHash: string }[]> {
  return tx
    .updateTable('network_transfer')
    .set({
      inquiries: sql`inquiries + 1`,
      next_inquiry: sql<Date>`clock_timestamp() + make_interval(secs =>
        least(${silenceSeconds} * power(2, least(inquiries, 16)), ${inquiryLongestSeconds}))`,
    })
    .where('transfer_id', 'in', (of) =>
      of
        .selectFrom('network_transfer as silent')
        .select('transfer_id')
        .where('settled', '=', false)
        .where('next_inquiry', '<=', sql<Date>`clock_timestamp()`)
        // Whoever has not been told yet has nothing to say.
        .where((or) =>
          or.not(
            or.exists(
              or
                .selectFrom('network_outbox')
                .select(sql`1`.as('one'))
                .whereRef('network_outbox.transaction_hash', '=', 'silent.transaction_hash')
                .where('state', '=', 'WAITING'),
            ),
          ),
        )
        .orderBy('next_inquiry')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['transfer_id as transferId', 'transaction_hash as transactionHash'])
    .execute();
}

/** How the ledger writes rows of these tables with a posting. */
export const networkAttachmentTables = {
  networkOutbox: {
    table: 'network_outbox',
    columns: [
      { name: 'message_id', pgType: 'text' },
      { name: 'type', pgType: 'text' },
      { name: 'transaction_hash', pgType: 'text' },
      { name: 'body', pgType: 'text' },
    ],
  },
  networkTransfer: {
    table: 'network_transfer',
    columns: [
      { name: 'transfer_id', pgType: 'text' },
      { name: 'transaction_hash', pgType: 'text' },
      { name: 'next_inquiry', pgType: 'timestamptz' },
    ],
  },
  networkMessage: {
    table: 'network_message',
    columns: [
      { name: 'message_id', pgType: 'text' },
      { name: 'type', pgType: 'text' },
      { name: 'subject', pgType: 'text' },
      { name: 'body_hash', pgType: 'text' },
      { name: 'outcome', pgType: 'text' },
      { name: 'effect', pgType: 'text' },
      { name: 'answer', pgType: 'text' },
    ],
  },
} as const;

export async function accountExists(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await rawTx(tx).query('SELECT 1 FROM account_state WHERE account_id = $1', [accountId]);
  return rows.length > 0;
}
