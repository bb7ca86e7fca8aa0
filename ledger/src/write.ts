import { arrayOf, instantText, mixedArray, textArray } from './array-literal.ts';
import type { AttachedRow, BatchRows, Book } from './book.ts';
import type { AttachmentTable, AttachmentTables, Statement } from './database.ts';
import type { Block } from './seal.ts';
import { type Part, rowParts } from './write-rows.ts';

/**
 * The one statement that writes a batch. PostgreSQL runs it whole or not at all, and it goes out together with COMMIT, so
 * a batch costs two round trips whatever its size. Statements of the same parts share one plan.
 */
export function writeStatement(book: Book, block: Block, attachments: AttachmentTables): Statement {
  const { rows } = book;
  const parts = [
    headPart(book, block),
    blockPart(block),
    ...rowParts(rows),
    ...attachedParts(rows, attachments),
  ];
  return compose(parts, `${block.firstSeq}-${block.lastSeq}`);
}

const statementTexts = new Map<string, string>();

function compose(parts: readonly Part[], notice: string): Statement {
  const name = `ledger_write_${parts.map((part) => part.name).join('_')}`;
  const values: unknown[] = [notice];
  for (const part of parts) values.push(...part.values);
  const expected = parts.flatMap((part) => (part.expect ? [part.expect] : []));
  values.push(...expected.map(({ rows }) => rows));
  let text = statementTexts.get(name);
  if (text === undefined) {
    text = composeText(parts);
    statementTexts.set(name, text);
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
    expect
      ? [`(SELECT count(*) FROM w_${name}) = $${next++}::bigint OR refuse_batch('${expect.table}')`]
      : [],
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
