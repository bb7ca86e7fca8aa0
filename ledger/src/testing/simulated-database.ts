import type { Book, BookAccount, BookKey, BookTransaction, KnownCommand, Loaded } from '../book.ts';
import { commandKeyOf, spentKey } from '../book.ts';
import type { PostedTransfer } from '../command.ts';
import { hexOf } from '../hex.ts';
import type { Named } from '../load.ts';
import { type Block, genesisHash, type Head } from '../seal.ts';
import { phnomPenhDay, readState } from '../state.ts';

/** A ledger's tables as plain values: what PostgreSQL would hold, for tests that need thousands of them. */
export class SimulatedDatabase {
  head: Head = { seq: 0n, height: 0n, hash: genesisHash, createdMs: 0 };
  readonly blocks: Block[] = [];
  readonly accounts = new Map<string, BookAccount>();
  readonly transactions = new Map<string, BookTransaction>();
  readonly keys = new Map<string, BookKey>();
  readonly commands = new Map<string, KnownCommand>();
  readonly attached: { table: string; row: Readonly<Record<string, unknown>> }[] = [];
  nowMs: number;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  load(named: Named): Loaded {
    const loaded: Loaded = {
      head: this.head,
      nowMs: Math.max(this.nowMs, this.head.createdMs),
      accounts: pick(this.accounts, named.accountIds, copyAccount),
      transactions: pick(this.transactions, named.hashes.keys(), (transaction) => ({ ...transaction })),
      keys: pick(this.keys, named.keyIds, (key) => ({ ...key })),
      commands: pick(this.commands, named.commandKeys.keys(), (command) => command),
      spentMinor: new Map(),
    };
    const day = phnomPenhDay(loaded.nowMs);
    for (const accountId of named.spenders) {
      for (const assetId of ['khr#nbc', 'usd#nbc'] as const) {
        let spentMinor = 0n;
        for (const transaction of this.transactions.values()) {
          const state = readState(transaction.state);
          const counts = state.status === 'SUCCESS' || state.status === 'PENDING';
          if (
            transaction.debitAccountId === accountId &&
            transaction.day === day &&
            state.assetId === assetId
          ) {
            spentMinor += counts ? transaction.amountMinor : 0n;
          }
        }
        loaded.spentMinor.set(spentKey(accountId, assetId, day), spentMinor);
      }
    }
    return loaded;
  }

  /** Whether the batch was decided on what is there now; what PostgreSQL is asked under the head's and the accounts' locks. */
  isCurrent(book: Book, accountIds: Iterable<string>): boolean {
    if (book.head.seq !== this.head.seq) return false;
    for (const accountId of accountIds) {
      const remembered = book.accounts.get(accountId);
      const actual = this.accounts.get(accountId);
      const opened = book.rows.openings.some(({ account }) => account.accountId === accountId);
      if (opened) continue;
      if (remembered?.frozen !== actual?.frozen || remembered?.status !== actual?.status) return false;
      if (String(remembered?.dayLimitsMinor) !== String(actual?.dayLimitsMinor)) return false;
    }
    return true;
  }

  /** The unique constraint that the batch would break, where memory did not know better. */
  violates(book: Book): string | undefined {
    for (const { principal, key } of book.rows.commandKeys) {
      if (this.commands.has(commandKeyOf(principal, key))) return 'command_key_pkey';
    }
    for (const { hash } of book.rows.posted) if (this.transactions.has(hash)) return 'transfer_hash';
    return undefined;
  }

  apply(book: Book, block: Block): void {
    if (block.firstSeq !== this.head.seq + 1n) throw new Error('the chain would fork');
    if (block.previousHash !== this.head.hash.toString('hex')) throw new Error('the block does not follow');
    const { rows } = book;
    for (const { account } of rows.openings) this.accounts.set(account.accountId, copyAccount(account));
    for (const { keyId, accountId, action } of rows.registrations) {
      this.keys.set(keyId, { keyId, accountId, revoked: action === 'REVOKE' });
    }
    for (const [account, asset] of rows.touched.values()) {
      const stored = this.accounts.get(account.accountId);
      if (stored) stored.balancesMinor[asset] = account.balancesMinor[asset];
    }
    for (const transaction of [...rows.posted, ...rows.changed]) {
      this.transactions.set(transaction.hash, { ...transaction });
    }
    for (const { principal, key, seq, firstSeq, requestHash } of rows.commandKeys) {
      const transfers = rows.transfers.filter((row) => row.seq >= firstSeq && row.seq < seq);
      this.commands.set(commandKeyOf(principal, key), {
        requestHash: hexOf(requestHash),
        posted: {
          outcome: 'posted',
          replayed: true,
          firstSeq,
          lastSeq: seq,
          created: new Date(transfers[0]?.createdMs ?? block.createdMs),
          transfers: transfers.map(
            ({ seq: own, createdMs, prepared, state }): PostedTransfer => ({
              seq: own,
              transactionHash: hexOf(prepared.hash),
              fiTransactionId: prepared.draft.fiTransactionId,
              status: readState(state).status,
              businessStatus: readState(state).businessStatus,
              created: new Date(createdMs),
            }),
          ),
        },
      });
    }
    for (const [table, attached] of rows.attached) {
      for (const { row } of attached) this.attached.push({ table, row });
    }
    this.blocks.push(block);
    this.head = { seq: block.lastSeq, height: block.height, hash: block.hash, createdMs: block.createdMs };
  }

  sumMinor(asset: 0 | 1): bigint {
    let sum = 0n;
    for (const { balancesMinor } of this.accounts.values()) sum += balancesMinor[asset];
    return sum;
  }
}

const copyAccount = (account: BookAccount): BookAccount => ({
  ...account,
  dayLimitsMinor: [...account.dayLimitsMinor],
  balancesMinor: [...account.balancesMinor],
});

function pick<T>(from: Map<string, T>, keys: Iterable<string>, copy: (value: T) => T): Map<string, T> {
  const picked = new Map<string, T>();
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) picked.set(key, copy(value));
  }
  return picked;
}
