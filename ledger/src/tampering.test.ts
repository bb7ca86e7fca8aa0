import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/src/db/test-database.ts';
import { createLedger } from './ledger.ts';
import { prepareTransfer, signTransfer } from './prepare.ts';
import {
  acknowledged,
  bytesOf,
  customerId,
  issuanceId,
  keyed,
  mainId,
  openingCommands,
  pending,
  received,
  settlementId,
  transferOf,
} from './testing/bank.ts';
import { verifyLedger } from './verify.ts';

/** Every sealed and projected table, by its primary key. Of account_state, what the opening says. */
const tables: Record<string, { key: string[]; only?: string[] }> = {
  ledger_head: { key: ['id'] },
  block: { key: ['height'] },
  account: { key: ['seq'] },
  account_state: { key: ['account_id'], only: ['account_id', 'kind'] },
  key_registration: { key: ['seq'] },
  transfer: { key: ['seq'] },
  entry: { key: ['account_id', 'kind', 'seq'] },
  event: { key: ['seq'] },
  command_key: { key: ['principal', 'key'] },
  balance: { key: ['account_id', 'asset_id'] },
  transaction_list: { key: ['seq'] },
  rollup: { key: ['list', 'day', 'state'] },
  transaction_state: { key: ['state'] },
  entry_kind: { key: ['kind'] },
};

type Column = { name: string; type: string };
type Row = Record<string, string | null>;
/** A change of one row: what is said of it, the statement that does it. */
type Tampering = { table: string; what: string; row: Row; change: string };

let database: TestDatabase;
const connect = () => database.owner.pool.connect();
let client: Awaited<ReturnType<typeof connect>>;

const verify = () => verifyLedger(client);

const literal = (value: string | null | undefined, type: string) =>
  value === null || value === undefined ? 'NULL' : `'${value.replace(/'/g, "''")}'::${type}`;

/** Another value of the column, whatever it holds. */
function otherValue({ name, type }: Column, value: string | null): string {
  if (value === null) {
    if (type === 'bytea') return "'\\x01'::bytea";
    return type === 'text' ? "'tampered'" : '1';
  }
  if (type === 'boolean') return `NOT ${name}`;
  if (type === 'bytea') return `set_byte(${name}, 0, get_byte(${name}, 0) # 1)`;
  if (type === 'jsonb') return `${name} || '{"tampered": "yes"}'`;
  if (type.startsWith('timestamp')) return `${name} + interval '1 millisecond'`;
  if (type === 'date') return `${name} + 1000`;
  if (type === 'text') return `${name} || 'x'`;
  return type === 'smallint' ? `${name} + 1000` : `${name} + 1000000`;
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, regexp_replace(format_type(atttypid, atttypmod), '\\(.*?\\)', '') AS type
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  return rows;
}

async function rowsOf(table: string, columns: readonly Column[], order: readonly string[]): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT ${columns.map(({ name }) => `${name}::text`).join(', ')} FROM ${table} ORDER BY ${order.map((name) => `${table}.${name}`).join(', ')}`,
  );
  return rows;
}

/** Each column of one row in each table, and each row's removal. */
async function tamperings(): Promise<Tampering[]> {
  const all: Tampering[] = [];
  for (const [table, { key, only }] of Object.entries(tables)) {
    const columns = await columnsOf(table);
    const rows = await rowsOf(table, columns, key);
    const where = (row: Row) =>
      key.map((name) => `${name} = ${literal(row[name], typeOf(columns, name))}`).join(' AND ');
    const removed = (row: Row): Tampering => ({
      table,
      what: 'removed',
      row,
      change: `DELETE FROM ${table} WHERE ${where(row)}`,
    });
    const sample = table.startsWith('transaction_s') || table === 'entry_kind' ? rows.slice(-1) : rows;
    all.push(...sample.map(removed));
    for (const [index, column] of columns.entries()) {
      if (only && !only.includes(column.name)) continue;
      // A row that has a value in the column, another one for each column, so that all kinds of rows are met.
      const having = sample.filter((row) => row[column.name] !== null);
      const row = having[(index * 7) % Math.max(having.length, 1)] ?? sample[0];
      if (row) {
        all.push({
          table,
          what: `${column.name} changed`,
          row,
          change: `UPDATE ${table} SET ${column.name} = ${otherValue(column, row[column.name] ?? null)} WHERE ${where(row)}`,
        });
      }
    }
  }
  return all;
}

const typeOf = (columns: readonly Column[], name: string) =>
  columns.find((column) => column.name === name)?.type ?? 'text';

/** A ledger with something of everything: openings, keys, deposits, a refund, a payment out, a group, a key, two assets. */
async function fillLedger(): Promise<void> {
  const { pool } = database.open({ max: 2, pipeline: true });
  const ledger = createLedger({ pool });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = { keyId: 'bank-key', privateKey };
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  for (const command of openingCommands(3)) await ledger.submit(command);
  await ledger.submit({
    registrations: [{ accountId: mainId, keyId: key.keyId, action: 'REGISTER', publicKey: raw }],
  });
  const deposit = (n: number, assetId: 'khr#nbc' | 'usd#nbc') =>
    transferOf(n, {
      debitAccountId: settlementId,
      creditAccountId: mainId,
      sourceAccountId: 'someone@aba',
      assetId,
      amountMinor: 10_000n,
      type: 'DEPOSIT',
      standing: received,
      fastTransactionId: `fast-${n}`,
      sourceName: 'សុខ ដារ៉ា',
      sourcePhoneNumber: '85512345678',
      details: { sourceBankName: 'Other Bank', qrCode: '' },
    });
  const send = (n: number, draft: Partial<Parameters<typeof prepareTransfer>[0]>) =>
    signTransfer(
      prepareTransfer({
        ...transferOf(n, { debitAccountId: mainId, creditAccountId: customerId(1) }).draft,
        ...draft,
      }),
      key,
    );
  const first = deposit(1, 'khr#nbc');
  await ledger.submit({ transfers: [first], key: keyed('message 1') });
  await ledger.submit({
    transfers: [
      deposit(2, 'usd#nbc'),
      transferOf(3, { debitAccountId: issuanceId, creditAccountId: customerId(0), amountMinor: 500n }),
    ],
  });
  await ledger.submit({
    key: keyed('send 4'),
    transfers: [
      await send(4, {
        extRef: 'INV-1',
        description: 'an invoice',
        destinationName: 'Chan',
        destinationPhoneNumber: '85598765432',
      }),
    ],
  });
  const out = await send(5, {
    creditAccountId: settlementId,
    destinationAccountId: 'other@aba',
    standing: pending,
  });
  await ledger.submit({ transfers: [out] });
  await ledger.submit({
    transfers: [
      await send(6, { group: 1, assetId: 'usd#nbc' }),
      transferOf(7, { debitAccountId: customerId(0), creditAccountId: customerId(2), group: 1 }),
    ],
  });
  const back = transferOf(8, {
    debitAccountId: settlementId,
    creditAccountId: mainId,
    amountMinor: out.draft.amountMinor,
    type: 'RECEIVE',
    pairedHash: out.hash,
  });
  await ledger.submit({
    transfers: [back],
    events: [
      {
        transactionHash: out.hash,
        standing: { status: 'FAILED', businessStatus: 'FAILED_AT_FI' },
        messageId: 'message 9',
        pairedTransfer: 0,
        details: { errorMessage: 'closed' },
      },
    ],
  });
  await ledger.submit({
    key: keyed('acknowledge'),
    events: [{ transactionHash: first.hash, standing: acknowledged }],
  });
  await ledger.submit({ events: [{ transactionHash: first.hash, messageId: 'noted' }] });
  await ledger.submit({
    registrations: [
      { accountId: customerId(0), keyId: 'phone', action: 'REGISTER', publicKey: bytesOf('phone') },
    ],
  });
  await ledger.submit({
    registrations: [
      { accountId: customerId(0), keyId: 'phone', action: 'REVOKE', publicKey: bytesOf('phone') },
    ],
  });
  await ledger.close();
}

describe('tampering', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    await fillLedger();
    client = await connect();
  });
  afterAll(async () => {
    client?.release();
    await database?.drop();
  });

  it('finds nothing in a ledger that nobody touched', async () => {
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('refuses every change of a sealed row, even to a superuser', async () => {
    for (const table of [
      'block',
      'account',
      'key_registration',
      'transfer',
      'entry',
      'event',
      'command_key',
    ]) {
      for (const statement of [
        `UPDATE ${table} SET ${table === 'block' ? 'height = height' : 'seq = seq'}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]) {
        await expect(client.query(statement)).rejects.toThrow(/sealed/);
        await expect(database.pool.query(statement)).rejects.toThrow(/permission denied/);
      }
    }
  });

  it('names the table and the row for any column changed and any row removed', async () => {
    for (const table of Object.keys(tables)) {
      await client.query(`CREATE TABLE untampered_${table} AS SELECT * FROM ${table}`);
      const { rows } = await client.query<{ name: string }>(
        `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
        [table],
      );
      for (const { name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      for (const { name } of await columnsOf(table)) {
        if (!tables[table]?.key.includes(name)) {
          await client.query(`ALTER TABLE ${table} ALTER COLUMN ${name} DROP NOT NULL`);
        }
      }
    }
    const all = await tamperings();
    const wrong: string[] = [];
    for (const { table, what, row, change } of all) {
      await client.query(change);
      const verified = await verify();
      const said = verified.ok
        ? 'nothing found'
        : `${verified.fault.table} ${verified.fault.key}: ${verified.fault.what}`;
      const named =
        !verified.ok && verified.fault.table === table && namesRow(verified.fault.key, table, row, what);
      if (!named) wrong.push(`${table} ${JSON.stringify(row).slice(0, 120)} ${what} -> ${said}`);
      await client.query(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM untampered_${table}`);
    }
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
    expect(await verify()).toMatchObject({ ok: true });
  }, 120_000);
});

/** A row whose own key was changed is named by the old key or the new one. */
function namesRow(key: string, table: string, row: Row, what: string): boolean {
  const own = tables[table]?.key ?? [];
  if (own.some((name) => what.startsWith(`${name} `)) || (table === 'command_key' && what.startsWith('seq ')))
    return true;
  if (table === 'command_key') return key.includes(`seq=${row.seq}`);
  return own.every((name) => key.includes(`${name}=${row[name]}`));
}
