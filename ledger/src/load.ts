import type { AssetId } from '@tonle/money';
import { arrayOf, byteaArray, textArray } from './array-literal.ts';
import { type BookAccount, commandKeyOf, type KnownCommand, type Loaded, spentKey } from './book.ts';
import type { AccountKind, AccountStatus, Command } from './command.ts';
import { type LedgerConnection, type Statement, sendTogether } from './database.ts';
import { hexOf } from './hex.ts';
import { phnomPenhDay, readState } from './state.ts';

/** What the commands of a batch name, without repetition. */
export type Named = {
  accountIds: Set<string>;
  commandKeys: Map<string, { principal: string; key: string }>;
  hashes: Map<string, Uint8Array>;
  /** Hashes, in hex, of transactions that must be there already, or whose standing matters. */
  referred: Set<string>;
  keyIds: Set<string>;
  spenders: Set<string>;
  days: Set<string>;
};

export function namedBy(commands: readonly Command[]): Named {
  const named: Named = {
    accountIds: new Set(),
    commandKeys: new Map(),
    hashes: new Map(),
    referred: new Set(),
    keyIds: new Set(),
    spenders: new Set(),
    days: new Set(),
  };
  for (const command of commands) nameOne(named, command);
  return named;
}

function nameOne(named: Named, command: Command): void {
  const refer = (hash: Uint8Array) => {
    const hex = hexOf(hash);
    named.hashes.set(hex, hash);
    named.referred.add(hex);
  };
  if (command.key) {
    const { principal, key } = command.key;
    named.commandKeys.set(commandKeyOf(principal, key), { principal, key });
  }
  if (command.created) named.days.add(phnomPenhDay(command.created.getTime()));
  for (const { accountId } of command.openings ?? []) named.accountIds.add(accountId);
  for (const { accountId, keyId } of command.registrations ?? []) {
    named.accountIds.add(accountId);
    named.keyIds.add(keyId);
  }
  for (const { draft, hash, signed } of command.transfers ?? []) {
    named.accountIds.add(draft.debitAccountId).add(draft.creditAccountId);
    named.hashes.set(hexOf(hash), hash);
    if (draft.pairedHash) refer(draft.pairedHash);
    if (signed) named.keyIds.add(signed.keyId);
  }
  for (const { transactionHash } of command.events ?? []) refer(transactionHash);
  for (const requirement of command.requires ?? []) {
    if (requirement.kind === 'transaction-in') refer(requirement.hash);
    else named.accountIds.add(requirement.accountId);
    if (requirement.kind === 'key-registered') named.keyIds.add(requirement.keyId);
    if (requirement.kind === 'day-limit') named.spenders.add(requirement.accountId);
  }
}

/** A known command with what it posted, from a row `c` of command_key. */
export const commandJson = `json_build_array(c.principal, c.key, encode(c.request_hash, 'hex'), c.first_seq::text, c.seq::text,
      (extract(epoch FROM coalesce(
        (SELECT created FROM transfer WHERE seq = c.first_seq), (SELECT created FROM event WHERE seq = c.first_seq),
        (SELECT created FROM account WHERE seq = c.first_seq),
        (SELECT created FROM key_registration WHERE seq = c.first_seq))) * 1000)::bigint::text,
      (SELECT json_agg(json_build_array(t.seq::text, encode(t.hash, 'hex'), t.fi_transaction_id, t.state) ORDER BY t.seq)
        FROM transfer t WHERE t.seq >= c.first_seq AND t.seq < c.seq))`;

export type CommandJson = [
  principal: string,
  key: string,
  requestHash: string,
  firstSeq: string,
  lastSeq: string,
  createdMs: string,
  transfers: [seq: string, hash: string, fiTransactionId: string, state: number][] | null,
];

/**
 * One statement locks the head, then the accounts in id order, and reads all that the commands name. Where the head's lock
 * had to be waited for, the rest was read before the other batch ended: `seen_seq` then differs from `seq`, and it is read
 * again. Numbers travel as text, since JSON has no 64-bit ones.
 */
const loadText = `
WITH head AS MATERIALIZED (
  SELECT seq, height, hash, (extract(epoch FROM created) * 1000)::bigint AS created_ms
  FROM ledger_head WHERE id = 1 FOR NO KEY UPDATE
), clock AS MATERIALIZED (
  SELECT greatest(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, created_ms) AS now_ms FROM head
), locked AS MATERIALIZED (
  SELECT account_id, kind, frozen, status, day_limit_id, day_limit_khr_minor, day_limit_usd_minor
  FROM account_state WHERE account_id = ANY ($1::text[]) AND (SELECT true FROM head)
  ORDER BY account_id FOR NO KEY UPDATE
)
SELECT head.seq::text, head.height::text, head.hash, head.created_ms::text,
  (SELECT now_ms FROM clock)::text AS now_ms,
  (SELECT seq FROM ledger_head WHERE id = 1)::text AS seen_seq,
  (SELECT json_agg(json_build_array(l.account_id, l.kind, l.frozen, l.status,
      coalesce(d.khr_minor, l.day_limit_khr_minor)::text, coalesce(d.usd_minor, l.day_limit_usd_minor)::text,
      k.balance_minor::text, u.balance_minor::text))
    FROM locked l
    LEFT JOIN day_limit d ON d.day_limit_id = l.day_limit_id
    JOIN balance k ON k.account_id = l.account_id AND k.asset_id = 'khr#nbc'
    JOIN balance u ON u.account_id = l.account_id AND u.asset_id = 'usd#nbc') AS accounts,
  (SELECT json_agg(${commandJson})
    FROM unnest($2::text[], $3::text[]) AS asked (principal, key)
    JOIN command_key c ON c.principal = asked.principal AND c.key = asked.key) AS commands,
  (SELECT json_agg(json_build_array(encode(t.hash, 'hex'), t.seq::text, l.state, t.amount_minor::text,
      (extract(epoch FROM t.created) * 1000)::bigint::text, t.debit_account_id, t.credit_account_id,
      l.incoming, l.outgoing, l.history, l.paired_seq::text, l.last_event_seq::text))
    FROM transfer t JOIN transaction_list l ON l.seq = t.seq WHERE t.hash = ANY ($4::bytea[])) AS transactions,
  (SELECT json_agg(json_build_array(k.key_id, k.account_id, k.action))
    FROM key_registration k WHERE k.key_id = ANY ($5::text[])) AS keys,
  (SELECT json_agg(json_build_array(r.list, r.day::text, r.state, r.sum_minor::text))
    FROM rollup r
    WHERE r.list = ANY ($6::text[])
      AND r.day = ANY ($7::date[] || (date '1970-01-01' + (((SELECT now_ms FROM clock) + 25200000) / 86400000)::int))) AS spent
FROM head`;

type LoadedRow = {
  seq: string;
  height: string;
  hash: Buffer;
  created_ms: string;
  now_ms: string;
  seen_seq: string;
  accounts:
    | [string, AccountKind, boolean, AccountStatus, string | null, string | null, string, string][]
    | null;
  commands: CommandJson[] | null;
  transactions:
    | [
        string,
        string,
        number,
        string,
        string,
        string,
        string,
        boolean,
        boolean,
        boolean,
        string | null,
        string | null,
      ][]
    | null;
  keys: [string, string, 'REGISTER' | 'REVOKE'][] | null;
  spent: [string, string, number, string][] | null;
};

function loadStatement(named: Named): Statement {
  const keys = [...named.commandKeys.values()];
  return {
    name: 'ledger_load',
    text: loadText,
    values: [
      textArray([...named.accountIds]),
      textArray(keys.map(({ principal }) => principal)),
      textArray(keys.map(({ key }) => key)),
      byteaArray([...named.hashes.values()]),
      textArray([...named.keyIds]),
      textArray([...named.spenders]),
      arrayOf([...named.days]),
    ],
  };
}

/**
 * Begins the batch's transaction and loads. BEGIN and the load go out together; on a connection that pipelines, that is one
 * round trip.
 */
export async function beginAndLoad(connection: LedgerConnection, named: Named): Promise<Loaded> {
  const statement = loadStatement(named);
  const [, first] = await sendTogether(connection, [
    { text: 'BEGIN ISOLATION LEVEL READ COMMITTED' },
    statement,
  ]);
  let row = first?.rows[0] as LoadedRow | undefined;
  if (row && row.seq !== row.seen_seq) {
    row = (await connection.query(statement)).rows[0] as LoadedRow | undefined;
  }
  if (!row) throw new Error('the ledger has no head: its migrations have not run');
  return readLoaded(row, named);
}

const orNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

function readLoaded(row: LoadedRow, named: Named): Loaded {
  const loaded: Loaded = {
    head: {
      seq: BigInt(row.seq),
      height: BigInt(row.height),
      hash: row.hash,
      createdMs: Number(row.created_ms),
    },
    nowMs: Number(row.now_ms),
    accounts: new Map(),
    transactions: new Map(),
    keys: new Map(),
    commands: new Map(),
    spentMinor: new Map(),
  };
  for (const [accountId, kind, frozen, status, khrLimit, usdLimit, khr, usd] of row.accounts ?? []) {
    const account: BookAccount = {
      accountId,
      kind,
      frozen,
      status,
      dayLimitsMinor: [orNull(khrLimit), orNull(usdLimit)],
      balancesMinor: [BigInt(khr), BigInt(usd)],
    };
    loaded.accounts.set(accountId, account);
  }
  readTransactions(row, loaded);
  for (const [keyId, accountId, action] of row.keys ?? []) {
    const revoked = action === 'REVOKE' || loaded.keys.get(keyId)?.revoked === true;
    loaded.keys.set(keyId, { keyId, accountId, revoked });
  }
  for (const command of row.commands ?? []) {
    loaded.commands.set(commandKeyOf(command[0], command[1]), readCommand(command));
  }
  readSpent(row, loaded, named);
  return loaded;
}

function readTransactions(row: LoadedRow, loaded: Loaded): void {
  for (const loadedRow of row.transactions ?? []) {
    const [hash, seq, state, amount, createdMs, debitAccountId, creditAccountId, ...rest] = loadedRow;
    const [incoming, outgoing, history, pairedSeq, lastEventSeq] = rest;
    loaded.transactions.set(hash, {
      hash,
      seq: BigInt(seq),
      state,
      amountMinor: BigInt(amount),
      day: phnomPenhDay(Number(createdMs)),
      debitAccountId,
      creditAccountId,
      incoming,
      outgoing,
      history,
      pairedSeq: orNull(pairedSeq),
      lastEventSeq: orNull(lastEventSeq),
    });
  }
}

export function readCommand(row: CommandJson): KnownCommand {
  const [, , requestHash, firstSeq, lastSeq, createdMs, transfers] = row;
  const created = new Date(Number(createdMs));
  return {
    requestHash,
    posted: {
      outcome: 'posted',
      replayed: true,
      firstSeq: BigInt(firstSeq),
      lastSeq: BigInt(lastSeq),
      created,
      transfers: (transfers ?? []).map(([seq, transactionHash, fiTransactionId, state]) => {
        const { status, businessStatus } = readState(state);
        return { seq: BigInt(seq), transactionHash, fiTransactionId, status, businessStatus, created };
      }),
    },
  };
}

/** Every (spender, asset, day) in question gets a figure, zero included: only those are kept up to date in the batch. */
function readSpent(row: LoadedRow, loaded: Loaded, named: Named): void {
  const assets: AssetId[] = ['khr#nbc', 'usd#nbc'];
  const days = [...named.days, phnomPenhDay(loaded.nowMs)];
  for (const spender of named.spenders) {
    for (const day of days) {
      for (const assetId of assets) loaded.spentMinor.set(spentKey(spender, assetId, day), 0n);
    }
  }
  for (const [list, day, state, sum] of row.spent ?? []) {
    const { assetId, type, status } = readState(state);
    if (type !== 'SEND_PAY' || (status !== 'SUCCESS' && status !== 'PENDING')) continue;
    const key = spentKey(list, assetId, day);
    loaded.spentMinor.set(key, (loaded.spentMinor.get(key) ?? 0n) + BigInt(sum));
  }
}
