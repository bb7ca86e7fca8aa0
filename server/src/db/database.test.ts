import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAbortably } from './copy.ts';
import { isDatabaseUnavailable, pgCode } from './errors.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { inTransaction, rawTx } from './tx.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a test database is a copy: no migration runs again for it', async () => {
  const migrated = 'SELECT name, applied_at FROM schema_migration ORDER BY name';
  const other = await createTestDatabase();
  const { rows } = await other.owner.pool.query(migrated);
  await other.drop();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual((await database.owner.pool.query(migrated)).rows);
});

describe('reading', () => {
  test('whole numbers are exact, days are text, instants are dates', async () => {
    const { rows } = await database.pool.query(
      `SELECT 9007199254740993::int8 AS big, ARRAY[1, NULL]::int8[] AS bigs, '2026-01-02'::date AS day,
              '2026-01-02T00:05:00+07:00'::timestamptz(3) AS instant`,
    );
    expect(rows[0]).toEqual({
      big: 9007199254740993n,
      bigs: [1n, null],
      day: '2026-01-02',
      instant: new Date('2026-01-01T17:05:00.000Z'),
    });
  });
});

describe('transactions', () => {
  test('plain SQL runs in the same transaction and is rolled back with it', async () => {
    const attempt = inTransaction(database.db, async (tx) => {
      const raw = rawTx(tx);
      await raw.query('CREATE TEMPORARY TABLE note (text text) ON COMMIT DROP');
      const { rowCount } = await raw.query('INSERT INTO note VALUES ($1), ($2)', ['a', 'b']);
      expect(rowCount).toBe(2);
      const seen = await sql<{ text: string }>`SELECT text FROM note`.execute(tx);
      expect(seen.rows).toHaveLength(2);
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });

  test('a connection given back in the middle of a transaction is not lent out again', async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    client.release();
    const next = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    expect(next.rows[0]?.pid).not.toBe(rows[0]?.pid);
  });

  test('a connection given back in the middle of a query is not lent out again', async () => {
    const client = await database.pool.connect();
    const cut = client.query('SELECT pg_sleep(0.3)').catch(() => {});
    client.release();
    const { rows } = await database.pool.query('SELECT 1 AS one');
    expect(rows).toEqual([{ one: 1 }]);
    await cut;
  });
});

test('calling a statement off that has just ended calls off nobody else’s', async () => {
  const reader = database.open({ max: 2 });
  const stop = new AbortController();
  await readAbortably(reader, stop.signal, async () => stop.abort()).catch(() => {});
  const sleeps = [1, 2].map(() => reader.pool.query('SELECT pg_sleep(0.2)'));
  expect(await Promise.allSettled(sleeps)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
});

test('connections that the server ends, idle or in use, are replaced', async () => {
  const inUse = await database.pool.connect();
  await database.pool.query('SELECT 1');
  await database.owner.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'tonle_serving' AND datname = current_database()`,
  );
  const failure = await inUse.query('SELECT 1').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  inUse.release();
  await expect
    .poll(() => database.pool.query('SELECT 1 AS one').then(({ rows }) => rows))
    .toEqual([{ one: 1 }]);
});

test('the serving role reads the installation and cannot write it', async () => {
  const failure = await database.pool
    .query("INSERT INTO installation (kind) VALUES ('production')")
    .catch((error: unknown) => error);
  expect(pgCode(failure)).toBe('42501');
});

describe('migrations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonle-migrations-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const known = {
    '901-house-first.sql': 'CREATE TABLE first (id int8); GRANT SELECT ON first TO :"serving";',
    '902-house-second.sql': 'SELECT pg_sleep(0.2); ALTER TABLE first ADD COLUMN name text;',
  };

  const run = (files: Record<string, string>) => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return migrate({ ownerUrl: database.ownerUrl, servingRole: 'tonle_serving', directory: folder });
  };

  test('are applied once, in order, by one of two servers that start together', async () => {
    await database.owner.pool.query('DELETE FROM schema_migration');
    const both = await Promise.all([run(known), run(known)]);
    expect(both.map(({ applied }) => applied.length).sort()).toEqual([0, 2]);
    expect((await database.pool.query('SELECT id, name FROM first')).rows).toEqual([]);
  });

  test('that fail leave nothing behind and name the line', async () => {
    const files = { ...known, '903-house-third.sql': 'CREATE TABLE third (id int8);\nSELECT nonsense;' };
    await expect(run(files)).rejects.toThrow('903-house-third.sql, line 2, failed');
    const { rows } = await database.owner.pool.query("SELECT to_regclass('third') AS third");
    expect(rows[0]).toEqual({ third: null });
  });

  test('refuse a newer database, an edited file and a late one', async () => {
    const { '901-house-first.sql': first, '902-house-second.sql': second } = known;
    await expect(run({ '901-house-first.sql': first })).rejects.toThrow('newer than this version');
    await expect(run({ ...known, '901-house-first.sql': `${first} ` })).rejects.toThrow('never edited');
    await expect(run({ ...known, '900-house-late.sql': second })).rejects.toThrow('comes before');
  });
});
