import { rawTx, type Tx } from '../../db/tx.ts';
import type { TransactionFacts } from './transaction-details.ts';

export type StoredTransaction = {
  seq: bigint;
  hash: string;
  /** The state now. */
  state: number;
  /** The state that it was posted in. */
  initial_state: number;
  incoming: boolean;
  outgoing: boolean;
  history: boolean;
  created: Date;
  amount_minor: bigint;
  source_account_id: string;
  destination_account_id: string;
  fi_transaction_id: string;
  fast_transaction_id: string | null;
  ext_ref: string | null;
  description: string | null;
  source_name: string | null;
  source_phone_number: string | null;
  destination_name: string | null;
  destination_phone_number: string | null;
  details: TransactionFacts;
  paired_hash: string | null;
};

export type StoredEvent = {
  seq: bigint;
  state: number;
  previous_state: number;
  created: Date;
  details: TransactionFacts;
};

const columns = `l.seq, encode(t.hash, 'hex') AS hash, l.state, t.state AS initial_state, l.incoming, l.outgoing, l.history,
  t.created, t.amount_minor, t.source_account_id, t.destination_account_id, t.fi_transaction_id, t.fast_transaction_id,
  t.ext_ref, t.description, t.source_name, t.source_phone_number, t.destination_name, t.destination_phone_number,
  t.details, (SELECT encode(p.hash, 'hex') FROM transfer p WHERE p.seq = l.paired_seq) AS paired_hash`;

/** The transactions of these numbers, in the order of the numbers. */
export async function transactionsOf(tx: Tx, seqs: readonly bigint[]): Promise<StoredTransaction[]> {
  if (seqs.length === 0) return [];
  const { rows } = await rawTx(tx).query<StoredTransaction>(
    `SELECT ${columns} FROM transaction_list l JOIN transfer t ON t.seq = l.seq WHERE l.seq = ANY ($1::bigint[])`,
    [seqs],
  );
  const bySeq = new Map(rows.map((it) => [it.seq, it]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/**
 * The newest transaction that one of its identifiers names: a hash, an FI id or a FAST id. With an account, one that has it
 * on a side; where it pays in one and is paid in another, the one that it pays in.
 */
export async function findByIdentifier(
  tx: Tx,
  id: string,
  accountId?: string,
): Promise<StoredTransaction | undefined> {
  const hash = /^[0-9a-f]{64}$/i.test(id) ? Buffer.from(id, 'hex') : null;
  const { rows } = await rawTx(tx).query<StoredTransaction>(
    `SELECT ${columns}
     FROM (SELECT seq FROM transfer WHERE hash = $1
           UNION SELECT seq FROM transfer WHERE fi_transaction_id = $2
           UNION SELECT seq FROM transfer WHERE fast_transaction_id = $2) AS named
     JOIN transaction_list l ON l.seq = named.seq JOIN transfer t ON t.seq = named.seq
     WHERE $3::text IS NULL OR $3 IN (t.source_account_id, t.destination_account_id)
     ORDER BY t.source_account_id = $3 DESC, l.seq DESC LIMIT 1`,
    [hash, id, accountId ?? null],
  );
  return rows[0];
}

/** An incoming transaction with its legs in the book. */
export type Deposit = StoredTransaction & {
  debit_account_id: string;
  credit_account_id: string;
  /** It came over the network, which then must be told what becomes of it. */
  from_network: boolean;
};

/** The incoming transactions that one of their identifiers names, the newest first. */
export async function depositsNamed(tx: Tx, id: string): Promise<Deposit[]> {
  const hash = /^[0-9a-f]{64}$/i.test(id) ? Buffer.from(id, 'hex') : null;
  const { rows } = await rawTx(tx).query<Deposit>(
    `SELECT ${columns}, t.debit_account_id, t.credit_account_id,
       EXISTS (SELECT FROM account_state s WHERE s.account_id = t.debit_account_id AND s.kind = 'SETTLEMENT') AS from_network
     FROM (SELECT seq FROM transfer WHERE hash = $1
           UNION SELECT seq FROM transfer WHERE fi_transaction_id = $2
           UNION SELECT seq FROM transfer WHERE fast_transaction_id = $2) AS named
     JOIN transaction_list l ON l.seq = named.seq JOIN transfer t ON t.seq = named.seq
     WHERE l.incoming ORDER BY l.seq DESC LIMIT 100`,
    [hash, id],
  );
  return rows;
}

export async function eventsOf(tx: Tx, transferSeq: bigint): Promise<StoredEvent[]> {
  const { rows } = await rawTx(tx).query<StoredEvent>(
    'SELECT seq, state, previous_state, created, details FROM event WHERE transfer_seq = $1 ORDER BY seq',
    [transferSeq],
  );
  return rows;
}
