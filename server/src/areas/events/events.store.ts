import type { LiveList, LiveTransaction } from '@tonle/contract/events';
import { readState } from '@tonle/ledger';
import { currencyOf } from '@tonle/money';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** The number of the last record of the book. */
export async function headOf(db: Db): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`SELECT seq FROM ledger_head WHERE id = 1`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the book has no head');
  return row.seq;
}

interface ChangeRow {
  change: LiveTransaction['change'];
  hash: string;
  state: number;
  incoming: boolean;
  outgoing: boolean;
  history: boolean;
  fi_transaction_id: string;
  destination_account_id: string;
  records: number;
}

export interface Changes {
  readonly transactions: readonly LiveTransaction[];
  readonly more: boolean;
}

/** The transactions that the records of a stretch of the book posted or changed, the newest first, as they stand now. */
export async function changesBetween(db: Db, after: bigint, upTo: bigint, limit: number): Promise<Changes> {
  const { rows } = await sql<ChangeRow>`
    WITH record AS (
      SELECT seq, seq AS transfer_seq, 'POSTED' AS change FROM transfer WHERE seq > ${after} AND seq <= ${upTo}
      UNION ALL
      SELECT seq, transfer_seq, 'CHANGED' FROM event WHERE seq > ${after} AND seq <= ${upTo}
      ORDER BY seq DESC LIMIT ${limit + 1}),
    touched AS (
      SELECT transfer_seq, max(seq) AS seq, max(change) AS change FROM record GROUP BY transfer_seq)
    SELECT r.change, encode(t.hash, 'hex') AS hash, l.state, l.incoming, l.outgoing, l.history, t.fi_transaction_id,
      t.destination_account_id, (SELECT count(*)::int FROM record) AS records
    FROM touched r JOIN transaction_list l ON l.seq = r.transfer_seq JOIN transfer t ON t.seq = r.transfer_seq
    ORDER BY r.seq DESC`.execute(db);
  return { transactions: rows.slice(0, limit).map(transactionOf), more: (rows[0]?.records ?? 0) > limit };
}

function transactionOf(it: ChangeRow): LiveTransaction {
  const { assetId, status, businessStatus } = readState(it.state);
  const lists: LiveList[] = [
    ...(it.incoming ? (['INCOMING'] as const) : []),
    ...(it.outgoing ? (['OUTGOING'] as const) : []),
    ...(it.history ? (['HISTORY'] as const) : []),
  ];
  return {
    change: it.change,
    lists,
    transactionHash: it.hash,
    fiTransactionId: it.fi_transaction_id,
    destinationAccountId: it.destination_account_id,
    currencyName: currencyOf(assetId),
    status,
    businessStatus,
  };
}
