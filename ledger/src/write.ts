import { arrayOf, byteaArray, instantText, mixedArray, textArray } from './array-literal.ts';
import type { AttachedRow, BatchRows, Book } from './book.ts';
import type { AttachmentTable, AttachmentTables, Statement } from './database.ts';
import { mayBeNegative } from './judge.ts';
import { storedDetails } from './prepare.ts';
import type { Block } from './seal.ts';

/** A part of the batch's one statement: `?` stands for its next value. */
type Part = { name: string; sql: string; values: unknown[]; expect?: { table: string; rows: number } };

/**
 * The one statement that writes a batch. PostgreSQL runs it whole or not at all, and it goes out together with COMMIT, so
 * a batch costs two round trips whatever its size. Statements of the same parts share one plan.
 */
export function writeStatement(book: Book, block: Block, attachments: AttachmentTables): Statement {
  const { rows } = book;
  const parts = [
    headPart(book, block),
    blockPart(block),
    ...openingParts(rows),
    ...registrationParts(rows),
    ...transferParts(rows),
    ...eventParts(rows),
    ...commandKeyParts(rows),
    ...balanceParts(rows),
    ...rollupParts(rows),
    ...attachedParts(rows, attachments),
  ];
  return compose(parts, `${block.firstSeq}-${block.lastSeq}`);
}

const texts = new Map<string, string>();

function compose(parts: readonly Part[], notice: string): Statement {
  const name = `ledger_write_${parts.map((part) => part.name).join('_')}`;
  const values: unknown[] = [notice];
  for (const part of parts) values.push(...part.values);
  const expected = parts.flatMap((part) => (part.expect ? [part.expect] : []));
  values.push(...expected.map(({ rows }) => rows));
  let text = texts.get(name);
  if (text === undefined) {
    text = composeText(parts);
    texts.set(name, text);
  }
  // PostgreSQL cuts names at 63 bytes, so long ones would meet.
  return { name: name.length < 60 ? name : `ledger_write_${numberOf(name)}`, text, values };
}

const numbers = new Map<string, number>();
function numberOf(name: string): number {
  const known = numbers.get(name) ?? numbers.size;
  numbers.set(name, known);
  return known;
}

function composeText(parts: readonly Part[]): string {
  let next = 2;
  const ctes = parts.map(({ name, sql }) => `w_${name} AS (${sql.replace(/\?/g, () => `$${next++}`)})`);
  const checks = parts.flatMap(({ name, expect }) =>
    expect ? [`expect_rows('${expect.table}', $${next++}::bigint, (SELECT count(*) FROM w_${name}))`] : [],
  );
  return `WITH ${ctes.join(',\n')}\nSELECT pg_notify('ledger', $1), ${checks.join(', ')}`;
}

const headPart = (book: Book, block: Block): Part => ({
  name: 'h',
  sql: `UPDATE ledger_head SET seq = ?::bigint, height = ?::bigint, hash = ?::bytea, created = ?::timestamptz
        WHERE id = 1 AND seq = ?::bigint RETURNING 1`,
  values: [block.lastSeq, block.height, block.hash, instantText(block.createdMs), book.head.seq],
  expect: { table: 'ledger_head', rows: 1 },
});

const blockPart = (block: Block): Part => ({
  name: 'b',
  sql: `INSERT INTO block (height, first_seq, last_seq, record_count, first_created, created, moved_khr_minor, moved_usd_minor,
          kinds, leaves, merkle_root, previous_hash, hash)
        SELECT ?::bigint, ?::bigint, ?::bigint, ?::int, ?::timestamptz, ?::timestamptz, ?::numeric, ?::numeric,
          ?::bytea, ?::bytea, ?::bytea, ?::bytea, ?::bytea`,
  values: [
    block.height,
    block.firstSeq,
    block.lastSeq,
    block.recordCount,
    instantText(block.firstCreatedMs),
    instantText(block.createdMs),
    block.movedKhrMinor,
    block.movedUsdMinor,
    Buffer.from(block.kinds, 'latin1'),
    block.leaves,
    Buffer.from(block.merkleRoot, 'hex'),
    Buffer.from(block.previousHash, 'hex'),
    block.hash,
  ],
});

function openingParts({ openings }: BatchRows): Part[] {
  if (openings.length === 0) return [];
  const ids = textArray(openings.map(({ account }) => account.accountId));
  const kinds = textArray(openings.map(({ account }) => account.kind));
  const statuses = textArray(openings.map(({ status }) => status));
  return [
    {
      name: 'a',
      sql: `INSERT INTO account (seq, account_id, kind, bank_code, status, created)
            SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[])`,
      values: [
        arrayOf(openings.map(({ seq }) => seq)),
        ids,
        kinds,
        textArray(openings.map(({ bankCode }) => bankCode)),
        statuses,
        textArray(openings.map(({ createdMs }) => instantText(createdMs))),
      ],
    },
    {
      name: 's',
      sql: `INSERT INTO account_state (account_id, kind, status, day_limit_khr_minor, day_limit_usd_minor)
            SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[])`,
      values: [
        ids,
        kinds,
        statuses,
        arrayOf(openings.map(({ account }) => account.dayLimitsMinor[0])),
        arrayOf(openings.map(({ account }) => account.dayLimitsMinor[1])),
      ],
    },
    {
      name: 'n',
      sql: `INSERT INTO balance (account_id, asset_id, may_be_negative, balance_minor)
            SELECT o.account_id, b.asset_id, o.may_be_negative, b.balance_minor
            FROM unnest(?::text[], ?::boolean[], ?::bigint[], ?::bigint[]) AS o (account_id, may_be_negative, khr, usd),
              LATERAL (VALUES ('khr#nbc', o.khr), ('usd#nbc', o.usd)) AS b (asset_id, balance_minor)`,
      values: [
        ids,
        arrayOf(openings.map(({ account }) => mayBeNegative(account))),
        arrayOf(openings.map(({ account }) => account.balancesMinor[0])),
        arrayOf(openings.map(({ account }) => account.balancesMinor[1])),
      ],
    },
  ];
}

function registrationParts({ registrations }: BatchRows): Part[] {
  if (registrations.length === 0) return [];
  return [
    {
      name: 'k',
      sql: `INSERT INTO key_registration (seq, account_id, key_id, action, public_key, created)
            SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::timestamptz[])`,
      values: [
        arrayOf(registrations.map(({ seq }) => seq)),
        textArray(registrations.map(({ accountId }) => accountId)),
        textArray(registrations.map(({ keyId }) => keyId)),
        textArray(registrations.map(({ action }) => action)),
        byteaArray(registrations.map(({ publicKey }) => publicKey)),
        textArray(registrations.map(({ createdMs }) => instantText(createdMs))),
      ],
    },
  ];
}

/** The table's columns with their types, and each value from a row: what the insert and its arrays are made of. */
const transferTypes = [
  ['seq', 'bigint'],
  ['created', 'timestamptz'],
  ['hash', 'bytea'],
  ['nonce', 'bytea'],
  ['state', 'smallint'],
  ['amount_minor', 'bigint'],
  ['debit_account_id', 'text'],
  ['credit_account_id', 'text'],
  ['source_account_id', 'text'],
  ['destination_account_id', 'text'],
  ['paired_seq', 'bigint'],
  ['group_seq', 'bigint'],
  ['fi_transaction_id', 'text'],
  ['fast_transaction_id', 'text'],
  ['ext_ref', 'text'],
  ['description', 'text'],
  ['source_name', 'text'],
  ['source_phone_number', 'text'],
  ['destination_name', 'text'],
  ['destination_phone_number', 'text'],
  ['details', 'jsonb'],
  ['key_id', 'text'],
  ['signature', 'bytea'],
] as const;
const transferInsert = `INSERT INTO transfer (${transferTypes.map(([name]) => name).join(', ')})
  SELECT * FROM unnest(${transferTypes.map(([, type]) => `?::${type}[]`).join(', ')})`;

const text = (value: string | undefined): string | null => value || null;

function transferParts({ transfers, entries, posted }: BatchRows): Part[] {
  if (transfers.length === 0) return [];
  const drafts = transfers.map(({ prepared }) => prepared.draft);
  return [
    {
      name: 't',
      sql: transferInsert,
      values: [
        arrayOf(transfers.map(({ seq }) => seq)),
        textArray(transfers.map(({ createdMs }) => instantText(createdMs))),
        byteaArray(transfers.map(({ prepared }) => prepared.hash)),
        byteaArray(drafts.map(({ nonce }) => nonce)),
        arrayOf(transfers.map(({ state }) => state)),
        arrayOf(drafts.map(({ amountMinor }) => amountMinor)),
        textArray(drafts.map(({ debitAccountId }) => debitAccountId)),
        textArray(drafts.map(({ creditAccountId }) => creditAccountId)),
        textArray(drafts.map((draft) => draft.sourceAccountId || draft.debitAccountId)),
        textArray(drafts.map((draft) => draft.destinationAccountId || draft.creditAccountId)),
        arrayOf(transfers.map(({ pairedSeq }) => pairedSeq)),
        arrayOf(transfers.map(({ groupSeq }) => groupSeq)),
        textArray(drafts.map(({ fiTransactionId }) => fiTransactionId)),
        textArray(drafts.map(({ fastTransactionId }) => text(fastTransactionId))),
        textArray(drafts.map(({ extRef }) => text(extRef))),
        textArray(drafts.map(({ description }) => text(description))),
        textArray(drafts.map(({ sourceName }) => text(sourceName))),
        textArray(drafts.map(({ sourcePhoneNumber }) => text(sourcePhoneNumber))),
        textArray(drafts.map(({ destinationName }) => text(destinationName))),
        textArray(drafts.map(({ destinationPhoneNumber }) => text(destinationPhoneNumber))),
        textArray(drafts.map(({ details }) => storedDetails(details))),
        textArray(transfers.map(({ prepared }) => prepared.signed?.keyId)),
        byteaArray(transfers.map(({ prepared }) => prepared.signed?.signature ?? null)),
      ],
    },
    {
      name: 'e',
      sql: `INSERT INTO entry (account_id, kind, seq, amount_minor, balance_after_minor)
            SELECT * FROM unnest(?::text[], ?::smallint[], ?::bigint[], ?::bigint[], ?::bigint[])`,
      values: [
        textArray(entries.map(({ accountId }) => accountId)),
        arrayOf(entries.map(({ kind }) => kind)),
        arrayOf(entries.map(({ seq }) => seq)),
        arrayOf(entries.map(({ amountMinor }) => amountMinor)),
        arrayOf(entries.map(({ balanceAfterMinor }) => balanceAfterMinor)),
      ],
    },
    {
      name: 'l',
      sql: `INSERT INTO transaction_list (seq, state, incoming, outgoing, history, paired_seq, last_event_seq)
            SELECT * FROM unnest(?::bigint[], ?::smallint[], ?::boolean[], ?::boolean[], ?::boolean[], ?::bigint[], ?::bigint[])`,
      values: [
        arrayOf(posted.map(({ seq }) => seq)),
        arrayOf(posted.map(({ state }) => state)),
        arrayOf(posted.map(({ incoming }) => incoming)),
        arrayOf(posted.map(({ outgoing }) => outgoing)),
        arrayOf(posted.map(({ history }) => history)),
        arrayOf(posted.map(({ pairedSeq }) => pairedSeq)),
        arrayOf(posted.map(({ lastEventSeq }) => lastEventSeq)),
      ],
    },
  ];
}

function eventParts({ events, changed }: BatchRows): Part[] {
  if (events.length === 0) return [];
  const parts: Part[] = [
    {
      name: 'v',
      sql: `INSERT INTO event (seq, transfer_seq, created, previous_state, state, paired_seq, message_id, details)
            SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::timestamptz[], ?::smallint[], ?::smallint[], ?::bigint[],
              ?::text[], ?::jsonb[])`,
      values: [
        arrayOf(events.map(({ seq }) => seq)),
        arrayOf(events.map(({ transferSeq }) => transferSeq)),
        textArray(events.map(({ createdMs }) => instantText(createdMs))),
        arrayOf(events.map(({ previousState }) => previousState)),
        arrayOf(events.map(({ state }) => state)),
        arrayOf(events.map(({ pairedSeq }) => pairedSeq)),
        textArray(events.map(({ messageId }) => messageId)),
        textArray(events.map(({ details }) => details)),
      ],
    },
  ];
  if (changed.size === 0) return parts;
  const rows = [...changed];
  parts.push({
    name: 'c',
    sql: `UPDATE transaction_list l SET state = n.state, paired_seq = n.paired_seq, last_event_seq = n.last_event_seq
          FROM unnest(?::bigint[], ?::smallint[], ?::bigint[], ?::bigint[]) AS n (seq, state, paired_seq, last_event_seq)
          WHERE l.seq = n.seq RETURNING 1`,
    values: [
      arrayOf(rows.map(({ seq }) => seq)),
      arrayOf(rows.map(({ state }) => state)),
      arrayOf(rows.map(({ pairedSeq }) => pairedSeq)),
      arrayOf(rows.map(({ lastEventSeq }) => lastEventSeq)),
    ],
    expect: { table: 'transaction_list', rows: rows.length },
  });
  return parts;
}

function commandKeyParts({ commandKeys }: BatchRows): Part[] {
  if (commandKeys.length === 0) return [];
  return [
    {
      name: 'i',
      sql: `INSERT INTO command_key (principal, key, seq, first_seq, request_hash)
            SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[])`,
      values: [
        textArray(commandKeys.map(({ principal }) => principal)),
        textArray(commandKeys.map(({ key }) => key)),
        arrayOf(commandKeys.map(({ seq }) => seq)),
        arrayOf(commandKeys.map(({ firstSeq }) => firstSeq)),
        byteaArray(commandKeys.map(({ requestHash }) => requestHash)),
      ],
    },
  ];
}

/** Accounts opened in this batch have their balances inserted with them. */
function balanceParts({ touched, openings }: BatchRows): Part[] {
  const opened = new Set(openings.map(({ account }) => account));
  const rows = [...touched.values()].filter(([account]) => !opened.has(account));
  if (rows.length === 0) return [];
  return [
    {
      name: 'm',
      sql: `UPDATE balance b SET balance_minor = n.balance_minor
            FROM unnest(?::text[], ?::text[], ?::bigint[]) AS n (account_id, asset_id, balance_minor)
            WHERE b.account_id = n.account_id AND b.asset_id = n.asset_id RETURNING 1`,
      values: [
        textArray(rows.map(([account]) => account.accountId)),
        textArray(rows.map(([, asset]) => (asset === 0 ? 'khr#nbc' : 'usd#nbc'))),
        arrayOf(rows.map(([account, asset]) => account.balancesMinor[asset])),
      ],
      expect: { table: 'balance', rows: rows.length },
    },
  ];
}

/**
 * A delta below zero takes from a row that is there already, and is an UPDATE: as an INSERT its row would break the table's
 * CHECKs before any conflict was looked for.
 */
function rollupParts({ rollups }: BatchRows): Part[] {
  const all = rollups.all();
  const arrays = (rows: typeof all) => [
    textArray(rows.map(({ list }) => list)),
    arrayOf(rows.map(({ day }) => day)),
    arrayOf(rows.map(({ state }) => state)),
    arrayOf(rows.map(({ count }) => count)),
    arrayOf(rows.map(({ sumMinor }) => sumMinor)),
    arrayOf(rows.map(({ minSeq }) => minSeq)),
    arrayOf(rows.map(({ maxSeq }) => maxSeq)),
  ];
  const rowsOf = `unnest(?::text[], ?::date[], ?::smallint[], ?::bigint[], ?::numeric[], ?::bigint[], ?::bigint[])`;
  const parts: Part[] = [];
  const added = all.filter(({ count, sumMinor }) => count >= 0 && sumMinor >= 0n);
  const taken = all.filter(({ count, sumMinor }) => count < 0 || sumMinor < 0n);
  if (added.length > 0) {
    parts.push({
      name: 'r',
      sql: `INSERT INTO rollup AS r (list, day, state, count, sum_minor, min_seq, max_seq) SELECT * FROM ${rowsOf}
            ON CONFLICT (list, day, state) DO UPDATE SET count = r.count + excluded.count,
              sum_minor = r.sum_minor + excluded.sum_minor, min_seq = least(r.min_seq, excluded.min_seq),
              max_seq = greatest(r.max_seq, excluded.max_seq)`,
      values: arrays(added),
    });
  }
  if (taken.length > 0) {
    parts.push({
      name: 'q',
      sql: `UPDATE rollup r SET count = r.count + n.count, sum_minor = r.sum_minor + n.sum_minor,
              min_seq = least(r.min_seq, n.min_seq), max_seq = greatest(r.max_seq, n.max_seq)
            FROM ${rowsOf} AS n (list, day, state, count, sum_minor, min_seq, max_seq)
            WHERE r.list = n.list AND r.day = n.day AND r.state = n.state RETURNING 1`,
      values: arrays(taken),
      expect: { table: 'rollup', rows: taken.length },
    });
  }
  return parts;
}

const identifier = (name: string): string => `"${name.replace(/"/g, '""')}"`;

function attachedParts({ attached }: BatchRows, tables: AttachmentTables): Part[] {
  return [...attached].map(([name, rows]) => attachedPart(name, rows, tables[name]));
}

function attachedPart(
  name: string,
  rows: readonly AttachedRow[],
  declared: AttachmentTable | undefined,
): Part {
  if (!declared) throw new Error(`no attachment table is called ${name}`);
  const { table, columns } = declared;
  return {
    name: `x${name.replace(/[^a-z0-9]/gi, '')}`,
    sql: `INSERT INTO ${identifier(table)} (${columns.map((column) => identifier(column.name)).join(', ')})
          SELECT * FROM unnest(${columns.map((column) => `?::${column.pgType}[]`).join(', ')})`,
    values: columns.map(({ name: column, from = 'row' }) =>
      from === 'seq'
        ? arrayOf(rows.map(({ firstSeq }) => firstSeq))
        : from === 'created'
          ? textArray(rows.map(({ createdMs }) => instantText(createdMs)))
          : mixedArray(rows.map(({ row }) => row[column])),
    ),
  };
}
