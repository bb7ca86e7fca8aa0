import { arrayOf, byteaArray, instantText, textArray } from './array-literal.ts';
import type { BatchRows } from './book.ts';
import { mayBeNegative } from './judge.ts';
import { storedDetails } from './prepare.ts';
import type { RollupDelta } from './rollup.ts';

/** A part of the batch's one statement: `?` stands for its next value, `:held` for having the locks. */
export type Part = { name: string; sql: string; values: unknown[]; expect?: { table: string; rows: number } };

type Column = { pgType: string; values: readonly unknown[]; literal: (values: readonly never[]) => string };

const plain = (pgType: string, values: readonly (bigint | number | boolean | string | null)[]): Column => ({
  pgType,
  values,
  literal: arrayOf,
});
const texts = (values: readonly (string | null | undefined)[], pgType = 'text'): Column => ({
  pgType,
  values,
  literal: textArray,
});
const bytes = (values: readonly (Uint8Array | null)[]): Column => ({
  pgType: 'bytea',
  values,
  literal: byteaArray,
});
const instants = (epochMs: readonly number[]): Column => texts(epochMs.map(instantText), 'timestamptz');

/** Rows to select from: arrays to unnest, or plain values where there is one row, which spares an idle ledger the arrays. */
function rowsOf(name: string, columns: readonly Column[]): { name: string; sql: string; values: unknown[] } {
  if (columns[0]?.values.length === 1) {
    return {
      name: `${name}1`,
      sql: `(VALUES (${columns.map(({ pgType }) => `?::${pgType}`).join(', ')}))`,
      values: columns.map(({ values }) => values[0]),
    };
  }
  return {
    name,
    sql: `unnest(${columns.map(({ pgType }) => `?::${pgType}[]`).join(', ')})`,
    values: columns.map(({ values, literal }) => literal(values as never[])),
  };
}

/** An insert into a table of the columns that are given by name. */
function insertPart(name: string, table: string, columns: Record<string, Column>): Part {
  const source = rowsOf(name, Object.values(columns));
  return {
    ...source,
    sql: `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT * FROM ${source.sql} AS n WHERE :held`,
  };
}

/** One part for each table that the batch has rows for, in the order in which they depend on each other. */
export const rowParts = (rows: BatchRows): Part[] => [
  ...openingParts(rows),
  ...registrationParts(rows),
  ...transferParts(rows),
  ...eventParts(rows),
  ...commandKeyParts(rows),
  ...balanceParts(rows),
  ...rollupParts(rows),
];

function openingParts({ openings }: BatchRows): Part[] {
  if (openings.length === 0) return [];
  const ids = texts(openings.map(({ account }) => account.accountId));
  const kinds = texts(openings.map(({ account }) => account.kind));
  const statuses = texts(openings.map(({ status }) => status));
  const balances = rowsOf('n', [
    ids,
    plain(
      'boolean',
      openings.map(({ account }) => mayBeNegative(account)),
    ),
    plain(
      'bigint',
      openings.map(({ account }) => account.balancesMinor[0]),
    ),
    plain(
      'bigint',
      openings.map(({ account }) => account.balancesMinor[1]),
    ),
  ]);
  return [
    insertPart('a', 'account', {
      seq: plain(
        'bigint',
        openings.map(({ seq }) => seq),
      ),
      account_id: ids,
      kind: kinds,
      bank_code: texts(openings.map(({ bankCode }) => bankCode)),
      status: statuses,
      created: instants(openings.map(({ createdMs }) => createdMs)),
    }),
    insertPart('s', 'account_state', {
      account_id: ids,
      kind: kinds,
      status: statuses,
      day_limit_khr_minor: plain(
        'bigint',
        openings.map(({ account }) => account.dayLimitsMinor[0]),
      ),
      day_limit_usd_minor: plain(
        'bigint',
        openings.map(({ account }) => account.dayLimitsMinor[1]),
      ),
    }),
    {
      ...balances,
      sql: `INSERT INTO balance (account_id, asset_id, may_be_negative, balance_minor)
            SELECT n.account_id, b.asset_id, n.may_be_negative, b.balance_minor
            FROM ${balances.sql} AS n (account_id, may_be_negative, khr, usd),
              LATERAL (VALUES ('khr#nbc', n.khr), ('usd#nbc', n.usd)) AS b (asset_id, balance_minor)
            WHERE :held`,
    },
  ];
}

function registrationParts({ registrations }: BatchRows): Part[] {
  if (registrations.length === 0) return [];
  return [
    insertPart('k', 'key_registration', {
      seq: plain(
        'bigint',
        registrations.map(({ seq }) => seq),
      ),
      account_id: texts(registrations.map(({ accountId }) => accountId)),
      key_id: texts(registrations.map(({ keyId }) => keyId)),
      action: texts(registrations.map(({ action }) => action)),
      public_key: bytes(registrations.map(({ publicKey }) => publicKey)),
      created: instants(registrations.map(({ createdMs }) => createdMs)),
    }),
  ];
}

const text = (value: string | undefined): string | null => value || null;

function transferParts({ transfers, entries, posted }: BatchRows): Part[] {
  if (transfers.length === 0) return [];
  return [
    transferPart(transfers),
    insertPart('e', 'entry', {
      account_id: texts(entries.map(({ accountId }) => accountId)),
      kind: plain(
        'smallint',
        entries.map(({ kind }) => kind),
      ),
      seq: plain(
        'bigint',
        entries.map(({ seq }) => seq),
      ),
      amount_minor: plain(
        'bigint',
        entries.map(({ amountMinor }) => amountMinor),
      ),
      balance_after_minor: plain(
        'bigint',
        entries.map(({ balanceAfterMinor }) => balanceAfterMinor),
      ),
    }),
    insertPart('l', 'transaction_list', {
      seq: plain(
        'bigint',
        posted.map(({ seq }) => seq),
      ),
      state: plain(
        'smallint',
        posted.map(({ state }) => state),
      ),
      incoming: plain(
        'boolean',
        posted.map(({ incoming }) => incoming),
      ),
      outgoing: plain(
        'boolean',
        posted.map(({ outgoing }) => outgoing),
      ),
      history: plain(
        'boolean',
        posted.map(({ history }) => history),
      ),
      paired_seq: plain(
        'bigint',
        posted.map(({ pairedSeq }) => pairedSeq),
      ),
      last_event_seq: plain(
        'bigint',
        posted.map(({ lastEventSeq }) => lastEventSeq),
      ),
    }),
  ];
}

function transferPart(transfers: BatchRows['transfers']): Part {
  const drafts = transfers.map(({ prepared }) => prepared.draft);
  return insertPart('t', 'transfer', {
    seq: plain(
      'bigint',
      transfers.map(({ seq }) => seq),
    ),
    created: instants(transfers.map(({ createdMs }) => createdMs)),
    hash: bytes(transfers.map(({ prepared }) => prepared.hash)),
    nonce: bytes(drafts.map(({ nonce }) => nonce)),
    state: plain(
      'smallint',
      transfers.map(({ state }) => state),
    ),
    amount_minor: plain(
      'bigint',
      drafts.map(({ amountMinor }) => amountMinor),
    ),
    debit_account_id: texts(drafts.map(({ debitAccountId }) => debitAccountId)),
    credit_account_id: texts(drafts.map(({ creditAccountId }) => creditAccountId)),
    source_account_id: texts(drafts.map((draft) => draft.sourceAccountId || draft.debitAccountId)),
    destination_account_id: texts(drafts.map((draft) => draft.destinationAccountId || draft.creditAccountId)),
    paired_seq: plain(
      'bigint',
      transfers.map(({ pairedSeq }) => pairedSeq),
    ),
    group_seq: plain(
      'bigint',
      transfers.map(({ groupSeq }) => groupSeq),
    ),
    fi_transaction_id: texts(drafts.map(({ fiTransactionId }) => fiTransactionId)),
    fast_transaction_id: texts(drafts.map(({ fastTransactionId }) => text(fastTransactionId))),
    ext_ref: texts(drafts.map(({ extRef }) => text(extRef))),
    description: texts(drafts.map(({ description }) => text(description))),
    source_name: texts(drafts.map(({ sourceName }) => text(sourceName))),
    source_phone_number: texts(drafts.map(({ sourcePhoneNumber }) => text(sourcePhoneNumber))),
    destination_name: texts(drafts.map(({ destinationName }) => text(destinationName))),
    destination_phone_number: texts(drafts.map(({ destinationPhoneNumber }) => text(destinationPhoneNumber))),
    details: texts(
      drafts.map(({ details }) => storedDetails(details)),
      'jsonb',
    ),
    key_id: texts(transfers.map(({ prepared }) => prepared.signed?.keyId)),
    signature: bytes(transfers.map(({ prepared }) => prepared.signed?.signature ?? null)),
  });
}

function eventParts({ events, changed }: BatchRows): Part[] {
  if (events.length === 0) return [];
  const inserted = insertPart('v', 'event', {
    seq: plain(
      'bigint',
      events.map(({ seq }) => seq),
    ),
    transfer_seq: plain(
      'bigint',
      events.map(({ transferSeq }) => transferSeq),
    ),
    created: instants(events.map(({ createdMs }) => createdMs)),
    previous_state: plain(
      'smallint',
      events.map(({ previousState }) => previousState),
    ),
    state: plain(
      'smallint',
      events.map(({ state }) => state),
    ),
    paired_seq: plain(
      'bigint',
      events.map(({ pairedSeq }) => pairedSeq),
    ),
    message_id: texts(events.map(({ messageId }) => messageId)),
    details: texts(
      events.map(({ details }) => details),
      'jsonb',
    ),
  });
  if (changed.size === 0) return [inserted];
  const rows = [...changed];
  const source = rowsOf('c', [
    plain(
      'bigint',
      rows.map(({ seq }) => seq),
    ),
    plain(
      'smallint',
      rows.map(({ state }) => state),
    ),
    plain(
      'bigint',
      rows.map(({ pairedSeq }) => pairedSeq),
    ),
    plain(
      'bigint',
      rows.map(({ lastEventSeq }) => lastEventSeq),
    ),
  ]);
  return [
    inserted,
    {
      ...source,
      sql: `UPDATE transaction_list l SET state = n.state, paired_seq = n.paired_seq, last_event_seq = n.last_event_seq
            FROM ${source.sql} AS n (seq, state, paired_seq, last_event_seq) WHERE l.seq = n.seq AND :held RETURNING 1`,
      expect: { table: 'transaction_list', rows: rows.length },
    },
  ];
}

function commandKeyParts({ commandKeys }: BatchRows): Part[] {
  if (commandKeys.length === 0) return [];
  return [
    insertPart('i', 'command_key', {
      principal: texts(commandKeys.map(({ principal }) => principal)),
      key: texts(commandKeys.map(({ key }) => key)),
      seq: plain(
        'bigint',
        commandKeys.map(({ seq }) => seq),
      ),
      first_seq: plain(
        'bigint',
        commandKeys.map(({ firstSeq }) => firstSeq),
      ),
      request_hash: bytes(commandKeys.map(({ requestHash }) => requestHash)),
    }),
  ];
}

/** Accounts opened in this batch have their balances inserted with them. */
function balanceParts({ touched, openings }: BatchRows): Part[] {
  const opened = new Set(openings.map(({ account }) => account));
  const rows = [...touched.values()].filter(([account]) => !opened.has(account));
  if (rows.length === 0) return [];
  const source = rowsOf('m', [
    texts(rows.map(([account]) => account.accountId)),
    texts(rows.map(([, asset]) => (asset === 0 ? 'khr#nbc' : 'usd#nbc'))),
    plain(
      'bigint',
      rows.map(([account, asset]) => account.balancesMinor[asset]),
    ),
  ]);
  return [
    {
      ...source,
      sql: `UPDATE balance b SET balance_minor = n.balance_minor FROM ${source.sql} AS n (account_id, asset_id, balance_minor)
            WHERE b.account_id = n.account_id AND b.asset_id = n.asset_id AND :held RETURNING 1`,
      expect: { table: 'balance', rows: rows.length },
    },
  ];
}

const rollupColumns = (rows: readonly RollupDelta[]): Column[] => [
  texts(rows.map(({ list }) => list)),
  plain(
    'date',
    rows.map(({ day }) => day),
  ),
  plain(
    'smallint',
    rows.map(({ state }) => state),
  ),
  plain(
    'bigint',
    rows.map(({ count }) => count),
  ),
  plain(
    'numeric',
    rows.map(({ sumMinor }) => sumMinor),
  ),
  plain(
    'bigint',
    rows.map(({ minSeq }) => minSeq),
  ),
  plain(
    'bigint',
    rows.map(({ maxSeq }) => maxSeq),
  ),
];

/**
 * A delta below zero takes from a row that is there already, and is an UPDATE: as an INSERT its row would break the table's
 * CHECKs before any conflict was looked for.
 */
function rollupParts({ rollups }: BatchRows): Part[] {
  const all = rollups.all();
  const added = all.filter(({ count, sumMinor }) => count >= 0 && sumMinor >= 0n);
  const taken = all.filter(({ count, sumMinor }) => count < 0 || sumMinor < 0n);
  const parts: Part[] = [];
  if (added.length > 0) {
    const source = rowsOf('r', rollupColumns(added));
    parts.push({
      ...source,
      sql: `INSERT INTO rollup AS r (list, day, state, count, sum_minor, min_seq, max_seq) SELECT * FROM ${source.sql} AS n WHERE :held
            ON CONFLICT (list, day, state) DO UPDATE SET count = r.count + excluded.count,
              sum_minor = r.sum_minor + excluded.sum_minor, min_seq = least(r.min_seq, excluded.min_seq),
              max_seq = greatest(r.max_seq, excluded.max_seq)`,
    });
  }
  if (taken.length > 0) {
    const source = rowsOf('q', rollupColumns(taken));
    parts.push({
      ...source,
      sql: `UPDATE rollup r SET count = r.count + n.count, sum_minor = r.sum_minor + n.sum_minor,
              min_seq = least(r.min_seq, n.min_seq), max_seq = greatest(r.max_seq, n.max_seq)
            FROM ${source.sql} AS n (list, day, state, count, sum_minor, min_seq, max_seq)
            WHERE r.list = n.list AND r.day = n.day AND r.state = n.state AND :held RETURNING 1`,
      expect: { table: 'rollup', rows: taken.length },
    });
  }
  return parts;
}
