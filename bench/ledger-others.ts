import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Bench } from './ledger-bank.ts';

const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);

const usualStatements = {
  lock: `SELECT s.account_id, s.frozen, s.status, b.balance_minor
    FROM usual.account_state s JOIN usual.balance b ON b.account_id = s.account_id AND b.asset_id = 'khr#nbc'
    WHERE s.account_id IN ($1, $2) ORDER BY s.account_id FOR UPDATE`,
  known: 'SELECT seq FROM usual.command_key WHERE principal = $1 AND key = $2',
  transfer: `INSERT INTO usual.transfer (seq, created, hash, nonce, state, amount_minor, debit_account_id, credit_account_id,
      source_account_id, destination_account_id, fi_transaction_id, ext_ref, description, destination_name,
      destination_phone_number, details, key_id, signature)
    VALUES (nextval('usual.seq'), now(), $1, $2, $3, $4, $5, $6, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING seq`,
  entry: `INSERT INTO usual.entry (account_id, kind, seq, amount_minor, balance_after_minor)
    VALUES ($1, 0, $3, -$4::bigint, $5), ($2, 2, $3, $4::bigint, $6)`,
  list: `INSERT INTO usual.transaction_list (seq, state, incoming, outgoing, history) VALUES ($1, 0, false, true, true)`,
  key: `INSERT INTO usual.command_key (principal, key, seq, first_seq, request_hash)
    VALUES ($1, $2, nextval('usual.seq'), $3, $4)`,
  balance: `UPDATE usual.balance SET balance_minor = balance_minor + CASE account_id WHEN $1 THEN -$3::bigint ELSE $3::bigint END
    WHERE account_id IN ($1, $2) AND asset_id = 'khr#nbc'`,
  rollup: `INSERT INTO usual.rollup AS r (list, day, state, count, sum_minor, min_seq, max_seq)
    VALUES ('OUTGOING', $1, 0, 1, $2, $3, $3), ('HISTORY', $1, 0, 1, $2, $3, $3), ($4, $1, 0, 1, $2, $3, $3),
      ($5, $1, 2, 1, $2, $3, $3)
    ON CONFLICT (list, day, state) DO UPDATE SET count = r.count + 1, sum_minor = r.sum_minor + excluded.sum_minor,
      min_seq = least(r.min_seq, excluded.min_seq), max_seq = greatest(r.max_seq, excluded.max_seq)`,
  audit: `INSERT INTO usual.audit_log (user_id, login, full_name, roles, activity, description, subject, new_values, request_id,
      address) VALUES (1, 'manager', 'Chan Sophea', '["ROLE_MANAGER"]', 'TRANSFER_SENT', 'Sent money from the main account',
      $1, $2, $3, '127.0.0.1')`,
} as const;

/** One transfer as most systems write it: lock both accounts, check, insert and update row by row, commit. */
async function usualTransfer(client: pg.PoolClient, bench: Bench): Promise<void> {
  const { draft, hash } = bench.prepared();
  const key = randomBytes(16).toString('hex');
  const ask = (name: keyof typeof usualStatements, values: unknown[]) =>
    client.query({ name: `usual_${name}`, text: usualStatements[name], values });
  const { debitAccountId: from, creditAccountId: to, amountMinor } = draft;
  await client.query('BEGIN');
  const locked = await ask('lock', [from, to]);
  const balanceOf = new Map<string, bigint>(locked.rows.map((row) => [row.account_id, row.balance_minor]));
  await ask('known', ['manager', key]);
  const inserted = await ask('transfer', [
    hash,
    draft.nonce,
    0,
    amountMinor,
    from,
    to,
    draft.fiTransactionId,
    draft.extRef,
    draft.description,
    draft.destinationName,
    draft.destinationPhoneNumber,
    draft.details,
    'bench',
    randomBytes(64),
  ]);
  const seq = inserted.rows[0]?.seq;
  const after = (accountId: string, change: bigint) => (balanceOf.get(accountId) ?? 0n) + change;
  await ask('entry', [from, to, seq, amountMinor, after(from, -amountMinor), after(to, amountMinor)]);
  await ask('list', [seq]);
  await ask('key', ['manager', key, seq, hash]);
  await ask('balance', [from, to, amountMinor]);
  await ask('rollup', [day, amountMinor, seq, from, to]);
  await ask('audit', [
    Buffer.from(hash).toString('hex'),
    JSON.stringify({ to, amount: `${amountMinor}` }),
    randomBytes(8).toString('hex'),
  ]);
  await client.query('COMMIT');
}

/** Transfers a second, the callers taking turns on a pool of sixteen connections. */
export async function usualRound(bench: Bench, transfers: number, callers: number): Promise<number> {
  const perCaller = Math.ceil(transfers / callers);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let i = 0; i < perCaller; i++) {
        const client = await bench.plainPool.connect();
        try {
          await usualTransfer(client, bench);
        } finally {
          client.release();
        }
      }
    }),
  );
  return (perCaller * callers) / ((performance.now() - started) / 1000);
}

/** How each table's rows are found by the blocks' sequence numbers, `m`. */
const bareSources: Record<string, string> = {
  block: 'block r JOIN m ON m.seq = r.first_seq',
  transfer: 'transfer r JOIN m ON m.seq = r.seq',
  entry: 'entry r JOIN m ON m.seq = r.seq',
  transaction_list: 'transaction_list r JOIN m ON m.seq = r.seq',
  command_key: 'command_key r JOIN m ON m.seq = r.seq',
  audit_log: "audit_log r JOIN transfer t ON t.hash = decode(r.subject, 'hex') JOIN m ON m.seq = t.seq",
};

type BareTable = { table: string; columns: { name: string; type: string }[] };

async function bareTables(pool: pg.Pool): Promise<BareTable[]> {
  const tables: BareTable[] = [];
  for (const table of Object.keys(bareSources)) {
    const { rows } = await pool.query(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [`public.${table}`],
    );
    tables.push({ table, columns: rows.filter(({ name }) => table !== 'audit_log' || name !== 'id') });
  }
  return tables;
}

const bareText = (tables: readonly BareTable[]): string => {
  let next = 1;
  const parts = tables.map(({ table, columns }) => {
    const names = columns.map(({ name }) => name).join(', ');
    const arrays = columns.map(({ type }) => `$${next++}::${type}[]`).join(', ');
    return `w_${table} AS (INSERT INTO bare.${table} (${names}) SELECT * FROM unnest(${arrays}))`;
  });
  return `WITH ${parts.join(',\n')} SELECT 1`;
};

/** Every block's rows as arrays, read before the clock starts. */
async function bareBatches(
  pool: pg.Pool,
  tables: readonly BareTable[],
  fromHeight: bigint,
  toHeight: bigint,
): Promise<unknown[][]> {
  const batches = new Map<bigint, unknown[]>();
  for (const { table, columns } of tables) {
    const order = table === 'audit_log' ? 'id' : table === 'block' ? 'height' : 'seq';
    const { rows } = await pool.query(
      `WITH m AS MATERIALIZED (
         SELECT height, generate_series(first_seq, last_seq) AS seq FROM block WHERE height > $1 AND height <= $2)
       SELECT m.height, ${columns
         .map(({ name }) => `array_agg(r.${name} ORDER BY r.${order})::text AS ${name}_array`)
         .join(', ')}
       FROM ${bareSources[table]} GROUP BY m.height ORDER BY m.height`,
      [fromHeight, toHeight],
    );
    for (const row of rows) {
      const values = batches.get(row.height) ?? [];
      values.push(...columns.map(({ name }) => row[`${name}_array`]));
      batches.set(row.height, values);
    }
  }
  return [...batches.values()];
}

/** The same rows, of the ledger's own blocks, into empty copies: nothing read, decided, hashed, signed or updated. */
export async function bareInsertRound(
  bench: Bench,
  fromHeight: bigint,
  toHeight: bigint,
): Promise<{ perSecond: number }> {
  const tables = await bareTables(bench.ownerPool);
  const batches = await bareBatches(bench.ownerPool, tables, fromHeight, toHeight);
  const text = bareText(tables);
  const { rows } = await bench.ownerPool.query(
    `SELECT count(*) AS count FROM transfer WHERE seq BETWEEN
       (SELECT first_seq FROM block WHERE height = $1::bigint + 1) AND (SELECT last_seq FROM block WHERE height = $2)`,
    [fromHeight, toHeight],
  );
  const client = await bench.bareClient();
  const started = performance.now();
  for (const values of batches) {
    await Promise.all([
      client.query('BEGIN'),
      client.query({ name: 'bare', text, values }),
      client.query('COMMIT'),
    ]);
  }
  const seconds = (performance.now() - started) / 1000;
  client.release();
  return { perSecond: Number(rows[0]?.count) / seconds };
}

let pgbenchMade = false;

/** TPC-B by PostgreSQL's own tool, where it is installed. */
export function pgbenchRound(url: string): number | undefined {
  if (!pgbenchMade) {
    const made = spawnSync('pgbench', ['--initialize', '--quiet', '--scale=16', url], { encoding: 'utf8' });
    if (made.error) return undefined;
    pgbenchMade = true;
  }
  const run = spawnSync('pgbench', ['--client=16', '--jobs=2', '--time=4', '--protocol=prepared', url], {
    encoding: 'utf8',
  });
  const tps = /tps = ([\d.]+)/.exec(run.stdout)?.[1];
  return tps === undefined ? undefined : Number(tps);
}
