import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import { type BlockRow, blockColumns, blockHeader } from './block-rows.ts';
import type { AccountKind } from './command.ts';
import { Cursor } from './cursor.ts';
import type { Tx } from './database.ts';
import { type RecordKind, type SealedRecord, transferPayload } from './encoding.ts';
import { found } from './fault.ts';
import { mayBeNegative } from './judge.ts';
import { listFlags } from './post.ts';
import { blockHash, genesisHash, leafOf, merkleRoot, sha256 } from './seal.ts';
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
import { entryKind, readState } from './state.ts';
import type { VerifyOptions } from './verify.ts';

export type HeadRow = { seq: bigint; height: bigint; hash: string; createdMs: number };

type TransferWalkRow = TransferSealedRow & {
  debit_minor: string | null;
  debit_after_minor: string | null;
  credit_minor: string | null;
  credit_after_minor: string | null;
  list_state: number | null;
  incoming: boolean;
  outgoing: boolean;
  history: boolean;
  list_paired_seq: string | null;
  list_last_event_seq: string | null;
  last_event_seq: string | null;
  last_state: number | null;
  last_paired_seq: string | null;
};

/** A transfer with its entries, its row in the list, and what its events made of it. */
const transferWalk = `
SELECT ${sealedColumns.T},
  d.amount_minor::text AS debit_minor, d.balance_after_minor::text AS debit_after_minor,
  c.amount_minor::text AS credit_minor, c.balance_after_minor::text AS credit_after_minor,
  l.state AS list_state, l.incoming, l.outgoing, l.history, l.paired_seq::text AS list_paired_seq,
  l.last_event_seq::text AS list_last_event_seq,
  v.last_event_seq::text, v.last_state, v.last_paired_seq::text
FROM transfer r
LEFT JOIN entry d ON d.account_id = r.debit_account_id AND d.kind = (r.state / 120) * 3 AND d.seq = r.seq
LEFT JOIN entry c ON c.account_id = r.credit_account_id
  AND c.kind = (r.state / 120) * 3 + CASE r.state % 3 WHEN 1 THEN 1 ELSE 2 END AND c.seq = r.seq
LEFT JOIN transaction_list l ON l.seq = r.seq
LEFT JOIN LATERAL (
  SELECT max(e.seq) AS last_event_seq, (array_agg(e.state ORDER BY e.seq DESC))[1] AS last_state,
    (array_agg(e.paired_seq ORDER BY e.seq DESC) FILTER (WHERE e.paired_seq IS NOT NULL))[1] AS last_paired_seq
  FROM event e WHERE e.transfer_seq = r.seq) v ON true
ORDER BY r.seq`;

type Rows = {
  A: AccountSealedRow;
  K: KeySealedRow;
  T: TransferWalkRow;
  E: EventSealedRow;
  I: CommandSealedRow;
};

const walkQueries: Record<RecordKind, string> = {
  A: `SELECT ${sealedColumns.A} FROM account r ORDER BY r.seq`,
  K: `SELECT ${sealedColumns.K} FROM key_registration r ORDER BY r.seq`,
  T: transferWalk,
  E: `SELECT ${sealedColumns.E} FROM event r ORDER BY r.seq`,
  I: `SELECT ${sealedColumns.I} FROM command_key r ORDER BY r.seq`,
};
const kinds = Object.keys(walkQueries) as RecordKind[];

const leafHexLength = 64;
const progressBlocks = 200;

/** Raw Ed25519 keys as Node reads them. */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');

/** One walk along the chain, with all that is remembered on the way. */
export class Walk {
  readonly #tx: Tx;
  readonly #options: VerifyOptions;
  readonly #head: HeadRow;
  readonly #cursors = new Map<RecordKind, Cursor<Rows[RecordKind]>>();
  readonly #accountKinds = new Map<string, AccountKind>();
  readonly #balances = new Map<string, bigint>();
  /** The keys that are registered where the walk is. */
  readonly #keys = new Map<string, { accountId: string; key: KeyObject | undefined }>();
  #moved = { 'khr#nbc': 0n, 'usd#nbc': 0n };
  #lastCreatedMs = 0;
  /** Told only after the walk: until then the fault may lie in an event that the walk has not come to. */
  #listFault: (() => never) | undefined;

  private constructor(tx: Tx, options: VerifyOptions, head: HeadRow) {
    this.#tx = tx;
    this.#options = options;
    this.#head = head;
  }

  static async begin(tx: Tx, options: VerifyOptions, head: HeadRow): Promise<Walk> {
    const walk = new Walk(tx, options, head);
    for (const kind of kinds) {
      walk.#cursors.set(kind, await Cursor.open(tx, `walk_${kind.toLowerCase()}`, walkQueries[kind]));
    }
    return walk;
  }

  async blocks(): Promise<void> {
    const cursor = await Cursor.open<BlockRow>(
      this.#tx,
      'walk_block',
      `SELECT ${blockColumns} FROM block b ORDER BY b.height`,
      100,
    );
    let previous = { height: 0n, lastSeq: 0n, hash: genesisHash.toString('hex'), createdMs: 0 };
    for (let row = await cursor.peek(); row; row = await cursor.peek()) {
      cursor.take();
      previous = await this.#block(row, previous);
      if (previous.height % BigInt(progressBlocks) === 0n) {
        this.#options.onProgress?.({ seq: previous.lastSeq, of: this.#head.seq });
      }
    }
    this.#compareHead(previous);
    for (const kind of kinds) {
      const stray = await this.#cursors.get(kind)?.peek();
      if (stray) found(sealedTables[kind], keyOf(kind, stray), 'the row is in no block');
    }
    this.#listFault?.();
  }

  async #block(
    row: BlockRow,
    previous: { height: bigint; lastSeq: bigint; hash: string; createdMs: number },
  ): Promise<typeof previous> {
    const header = blockHeader(row);
    const key = `height=${previous.height + 1n}`;
    if (header.height !== previous.height + 1n) found('block', key, 'the row is missing');
    if (header.previousHash !== previous.hash)
      found('block', key, 'previous_hash is not the hash of the block before');
    if (header.firstSeq !== previous.lastSeq + 1n)
      found('block', key, 'first_seq does not follow the block before');
    const count = Number(header.lastSeq - header.firstSeq) + 1;
    if (row.record_count !== count) found('block', key, 'record_count differs');
    if (header.kinds.length !== count || row.leaves.length !== count * leafHexLength) {
      found('block', key, 'kinds or leaves are not one for each record');
    }
    if (merkleRoot(Buffer.from(row.leaves, 'hex')).toString('hex') !== header.merkleRoot) {
      found('block', key, 'merkle_root is not the root of the leaves');
    }
    if (blockHash(header).toString('hex') !== row.hash)
      found('block', key, 'hash is not the hash of the block');
    this.#moved = { 'khr#nbc': 0n, 'usd#nbc': 0n };
    for (let index = 0; index < count; index++) {
      const leaf = row.leaves.slice(index * leafHexLength, (index + 1) * leafHexLength);
      await this.#record(header.kinds[index] as RecordKind, header.firstSeq + BigInt(index), leaf);
    }
    if (this.#moved['khr#nbc'] !== header.movedKhrMinor) found('block', key, 'moved_khr_minor differs');
    if (this.#moved['usd#nbc'] !== header.movedUsdMinor) found('block', key, 'moved_usd_minor differs');
    if (this.#lastCreatedMs > header.createdMs) found('block', key, 'created is before its records');
    return { height: header.height, lastSeq: header.lastSeq, hash: row.hash, createdMs: header.createdMs };
  }

  #compareHead(last: { height: bigint; lastSeq: bigint; hash: string; createdMs: number }): void {
    const head = this.#head;
    const ahead = head.height > last.height && head.hash !== last.hash;
    if (ahead) found('block', `height=${last.height + 1n}`, 'the row is missing');
    if (head.height !== last.height) found('ledger_head', 'id=1', 'height is not that of the last block');
    if (head.seq !== last.lastSeq) found('ledger_head', 'id=1', 'seq is not that of the last block');
    if (head.hash !== last.hash) found('ledger_head', 'id=1', 'hash is not that of the last block');
    if (head.createdMs !== last.createdMs)
      found('ledger_head', 'id=1', 'created is not that of the last block');
  }

  async #record(kind: RecordKind, seq: bigint, leaf: string): Promise<void> {
    const cursor = this.#cursors.get(kind);
    const row = cursor?.ready() ?? (await cursor?.peek());
    if (!row || BigInt(row.seq) > seq) found(sealedTables[kind], `seq=${seq}`, 'the row is missing');
    if (BigInt(row.seq) < seq) found(sealedTables[kind], keyOf(kind, row), 'the row is in no block');
    cursor?.take();
    const record = this.#readRecord(kind, row);
    if (leafOf(record).toString('hex') !== leaf) {
      found(sealedTables[kind], keyOf(kind, row), 'the row is not what was sealed');
    }
    if ('createdMs' in record) {
      if (record.createdMs < this.#lastCreatedMs) {
        found(sealedTables[kind], keyOf(kind, row), 'created runs against the sequence');
      }
      this.#lastCreatedMs = record.createdMs;
    }
    if (kind === 'T') this.#settle(row as TransferWalkRow);
  }

  #readRecord(kind: RecordKind, row: Rows[RecordKind]): SealedRecord {
    switch (kind) {
      case 'A': {
        const account = row as AccountSealedRow;
        this.#accountKinds.set(account.account_id, account.kind);
        return accountRecord(account);
      }
      case 'K':
        return this.#readKey(row as KeySealedRow);
      case 'T':
        return this.#readTransfer(row as TransferWalkRow);
      case 'E':
        return this.#readEvent(row as EventSealedRow);
      case 'I':
        return commandRecord(row as CommandSealedRow);
    }
  }

  #readKey(row: KeySealedRow): SealedRecord {
    if (row.action === 'REGISTER') {
      const raw = Buffer.from(row.public_key, 'hex');
      const key =
        raw.length === 32
          ? createPublicKey({ key: Buffer.concat([ed25519Prefix, raw]), format: 'der', type: 'spki' })
          : undefined;
      this.#keys.set(row.key_id, { accountId: row.account_id, key });
    } else {
      this.#keys.delete(row.key_id);
    }
    return keyRecord(row);
  }

  #readEvent(row: EventSealedRow): SealedRecord {
    for (const state of [row.previous_state, row.state]) {
      if (state < 0 || state > 239) found('event', `seq=${row.seq}`, `${state} is no state`);
    }
    const previous = readState(row.previous_state);
    const now = readState(row.state);
    if (previous.assetId !== now.assetId || previous.type !== now.type) {
      found('event', `seq=${row.seq}`, 'state and previous_state are of different assets or types');
    }
    return eventRecord(row);
  }

  /** The record with the balances that the walk itself arrives at, so that a changed entry does not hide behind its transfer. */
  #readTransfer(row: TransferWalkRow): SealedRecord {
    const key = `seq=${row.seq}`;
    if (row.state < 0 || row.state > 239) found('transfer', key, `${row.state} is no state`);
    const payload = transferPayload(transferTextFields(row));
    if (sha256(payload).toString('hex') !== row.hash) {
      found('transfer', key, 'hash is not the hash of what the row says');
    }
    const { assetId } = readState(row.state);
    const amountMinor = BigInt(row.amount_minor);
    const after = (accountId: string, signedMinor: bigint) => {
      if (!this.#accountKinds.has(accountId)) found('transfer', key, `${accountId} is no account`);
      const balance = (this.#balances.get(accountId + assetId) ?? 0n) + signedMinor;
      this.#balances.set(accountId + assetId, balance);
      return balance;
    };
    this.#moved[assetId] += amountMinor;
    const debitAfter = after(row.debit_account_id, -amountMinor);
    const creditAfter = after(row.credit_account_id, amountMinor);
    const debitKind = this.#accountKinds.get(row.debit_account_id);
    if (debitAfter < 0n && debitKind && !mayBeNegative({ kind: debitKind })) {
      found('transfer', key, `${row.debit_account_id} went below zero`);
    }
    this.#checkSignature(row, payload);
    return transferRecord(row, debitAfter, creditAfter);
  }

  /** Whoever writes past the ledger's own door may seal what it would have refused: that is found here. */
  #checkSignature(row: TransferWalkRow, payload: string): void {
    const key = `seq=${row.seq}`;
    if (row.key_id === null) {
      const isMain = this.#accountKinds.get(row.debit_account_id) === 'MAIN';
      if (isMain) found('transfer', key, 'money left the main account without a signature');
      return;
    }
    const registered = this.#keys.get(row.key_id);
    if (registered?.accountId !== row.debit_account_id) {
      found('transfer', key, `key ${row.key_id} was not registered for ${row.debit_account_id} at the time`);
    }
    if (this.#options.signatures === false || !registered.key) return;
    const signature = Buffer.from(row.signature ?? '', 'hex');
    if (!verifySignature(null, Buffer.from(payload), registered.key, signature)) {
      found('transfer', key, 'the signature does not fit');
    }
  }

  /** The transfer is as it was sealed: now its entries and its row in the list are held against it. */
  #settle(row: TransferWalkRow): void {
    const { assetId } = readState(row.state);
    const amountMinor = BigInt(row.amount_minor);
    const legs = [
      ['debit', row.debit_account_id, -amountMinor, row.debit_minor, row.debit_after_minor],
      ['credit', row.credit_account_id, amountMinor, row.credit_minor, row.credit_after_minor],
    ] as const;
    for (const [side, accountId, signedMinor, foundMinor, foundAfter] of legs) {
      const key = `account_id=${accountId} kind=${entryKind(row.state, side)} seq=${row.seq}`;
      if (foundMinor === null) found('entry', key, 'the row is missing');
      if (BigInt(foundMinor) !== signedMinor) found('entry', key, 'amount_minor differs');
      if (BigInt(foundAfter ?? 0) !== this.#balances.get(accountId + assetId)) {
        found('entry', key, 'balance_after_minor differs');
      }
    }
    this.#compareList(row);
  }

  #compareList(row: TransferWalkRow): void {
    const what = this.#listDifference(row);
    if (what !== undefined) this.#listFault ??= () => found('transaction_list', `seq=${row.seq}`, what);
  }

  #listDifference(row: TransferWalkRow): string | undefined {
    if (row.list_state === null) return 'the row is missing';
    if (row.list_state !== (row.last_state ?? row.state)) return 'state differs';
    if (row.list_last_event_seq !== row.last_event_seq) return 'last_event_seq differs';
    if (row.list_paired_seq !== (row.last_paired_seq ?? row.paired_seq)) return 'paired_seq differs';
    const debit = this.#accountKinds.get(row.debit_account_id);
    const credit = this.#accountKinds.get(row.credit_account_id);
    if (!debit || !credit) return undefined;
    const flags = listFlags(debit, credit);
    const differing = (['incoming', 'outgoing', 'history'] as const).find(
      (name) => row[name] !== flags[name],
    );
    return differing && `${differing} differs`;
  }
}

function keyOf(kind: RecordKind, row: Rows[RecordKind]): string {
  if (kind !== 'I') return `seq=${row.seq}`;
  const { principal, key } = row as CommandSealedRow;
  return `principal=${principal} key=${key} seq=${row.seq}`;
}
