import { arrayOf, instantText, mixedArray, textArray } from './array-literal.ts';
import type { AttachedRow, BatchRows, Book } from './book.ts';
import type { AttachmentTable, AttachmentTables, Statement } from './database.ts';
import type { Guard } from './guard.ts';
import type { Block } from './seal.ts';
import { type Part, rowParts } from './write-rows.ts';

/**
 * The one statement that writes a batch; PostgreSQL runs it whole or not at all, and statements of the same parts share one
 * plan. After a load it goes out together with COMMIT. With a guard it is the whole transaction: everything in it waits for
 * the guard's locks.
 */
export function writeStatement(
  book: Book,
  block: Block,
  attachments: AttachmentTables,
  guard?: Guard,
): Statement {
  const { rows } = book;
  const parts = [
    headPart(book, block),
    blockPart(block),
    ...rowParts(rows),
    ...attachedParts(rows, attachments),
  ];
  return compose(parts, `${block.firstSeq}-${block.lastSeq}`, guard);
}

const statements = new Map<string, { name: string; text: string }>();

function compose(parts: readonly Part[], notice: string, guard: Guard | undefined): Statement {
  const shape = `${guard ? 'guarded' : 'locked'} ${parts.map((part) => part.name).join(' ')}`;
  const values: unknown[] = [notice, ...(guard?.values ?? [])];
  for (const part of parts) values.push(...part.values);
  for (const { expect } of parts) if (expect) values.push(expect.rows);
  let statement = statements.get(shape);
  if (!statement) {
    statement = { name: `ledger_write_${statements.size}`, text: composeText(parts, guard) };
    statements.set(shape, statement);
  }
  return { ...statement, values };
}

function composeText(parts: readonly Part[], guard: Guard | undefined): string {
  let next = 2;
  const numbered = (sql: string) => sql.replace(/\?/g, () => `$${next++}`);
  const ctes = guard ? [numbered(guard.sql)] : [];
  for (const { name, sql } of parts) {
    if (!sql.includes(':held')) throw new Error(`part ${name} would not wait for the locks`);
    ctes.push(
      `w_${name} AS (${numbered(sql.replace(':held', guard ? '(SELECT held FROM guard)' : 'true'))})`,
    );
  }
  const checks = parts.flatMap(({ name, expect }) =>
    expect
      ? [`(SELECT count(*) FROM w_${name}) = $${next++}::bigint OR refuse_batch('${expect.table}')`]
      : [],
  );
  return `WITH ${ctes.join(',\n')}\nSELECT pg_notify('ledger', $1), ${checks.join(', ')}`;
}

const headPart = (book: Book, block: Block): Part => ({
  name: 'h',
  sql: `UPDATE ledger_head SET seq = ?::bigint, height = ?::bigint, hash = ?::bytea, created = ?::timestamptz
        WHERE id = 1 AND seq = ?::bigint AND :held RETURNING 1`,
  values: [block.lastSeq, block.height, block.hash, instantText(block.createdMs), book.head.seq],
  expect: { table: 'ledger_head', rows: 1 },
});

const blockPart = (block: Block): Part => ({
  name: 'b',
  sql: `INSERT INTO block (height, first_seq, last_seq, record_count, first_created, created, moved_khr_minor, moved_usd_minor,
          kinds, leaves, merkle_root, previous_hash, hash)
        SELECT ?::bigint, ?::bigint, ?::bigint, ?::int, ?::timestamptz, ?::timestamptz, ?::numeric, ?::numeric,
          ?::bytea, ?::bytea, ?::bytea, ?::bytea, ?::bytea
        WHERE :held`,
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
          SELECT * FROM unnest(${columns.map((column) => `?::${column.pgType}[]`).join(', ')}) AS n WHERE :held`,
    values: columns.map(({ name: column, from = 'row' }) =>
      from === 'seq'
        ? arrayOf(rows.map(({ firstSeq }) => firstSeq))
        : from === 'created'
          ? textArray(rows.map(({ createdMs }) => instantText(createdMs)))
          : mixedArray(rows.map(({ row }) => row[column])),
    ),
  };
}
