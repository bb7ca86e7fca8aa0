import { type BlockRow, blockColumns, blockHeader } from './block-rows.ts';
import type { Tx } from './database.ts';
import { blockText, leafText, type RecordKind, type SealedRecord, transferPayload } from './encoding.ts';
import type { InclusionProof } from './proof.ts';
import { merklePath } from './seal.ts';
import {
  type AccountSealedRow,
  accountRecord,
  type CommandSealedRow,
  commandRecord,
  type EventSealedRow,
  eventRecord,
  type KeySealedRow,
  keyRecord,
  sealedColumns,
  sealedTables,
  type TransferSealedRow,
  transferRecord,
  transferTextFields,
} from './sealed-rows.ts';
import { entryKind } from './state.ts';

/** The proof that the record with this sequence number is sealed, and where; undefined where there is none. */
export async function readProof(tx: Tx, seq: bigint): Promise<InclusionProof | undefined> {
  const { rows } = await tx.query<BlockRow>(
    `SELECT ${blockColumns} FROM block b WHERE b.first_seq <= $1 ORDER BY b.first_seq DESC LIMIT 1`,
    [seq],
  );
  const row = rows[0];
  if (!row || BigInt(row.last_seq) < seq) return undefined;
  const header = blockHeader(row);
  const index = Number(seq - header.firstSeq);
  const read = await readRecord(tx, header.kinds[index] as RecordKind, seq);
  if (!read) return undefined;
  return {
    ...(read.payload === undefined ? {} : { payload: read.payload }),
    leaf: leafText(read.record),
    path: merklePath(Buffer.from(row.leaves, 'hex'), index),
    block: blockText(header),
    blockHash: row.hash,
  };
}

type ReadRecord = { record: SealedRecord; payload?: string };

async function readRecord(tx: Tx, kind: RecordKind, seq: bigint): Promise<ReadRecord | undefined> {
  const text = `SELECT ${sealedColumns[kind]} FROM ${sealedTables[kind]} r WHERE r.seq = $1`;
  const one = async <Row>() => (await tx.query<Row>(text, [seq])).rows[0];
  switch (kind) {
    case 'A': {
      const row = await one<AccountSealedRow>();
      return row && { record: accountRecord(row) };
    }
    case 'K': {
      const row = await one<KeySealedRow>();
      return row && { record: keyRecord(row) };
    }
    case 'E': {
      const row = await one<EventSealedRow>();
      return row && { record: eventRecord(row) };
    }
    case 'I': {
      const row = await one<CommandSealedRow>();
      return row && { record: commandRecord(row) };
    }
    case 'T': {
      const row = await one<TransferSealedRow>();
      if (!row) return undefined;
      const after = async (accountId: string, side: 'debit' | 'credit') => {
        const { rows } = await tx.query<{ after: string }>(
          'SELECT balance_after_minor::text AS after FROM entry WHERE account_id = $1 AND kind = $2 AND seq = $3',
          [accountId, entryKind(row.state, side), seq],
        );
        return BigInt(rows[0]?.after ?? 0);
      };
      const debit = await after(row.debit_account_id, 'debit');
      const credit = await after(row.credit_account_id, 'credit');
      return {
        record: transferRecord(row, debit, credit),
        payload: transferPayload(transferTextFields(row)),
      };
    }
  }
}
