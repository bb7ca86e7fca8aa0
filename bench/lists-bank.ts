/**
 * A bank with millions of transactions for `bench/lists.ts`, made by SQL in minutes. Rows are as the ledger would have written
 * them, and so are lists and rollups; what no list reads is left out: leaves of blocks, signatures, balances. Of the customers'
 * own rollups only those of the first two hundred are there. Each step is noted, so that a broken-off run goes on.
 */
import pg from 'pg';
import { systemActor } from '../server/src/areas/audit-log/audit-log.public.ts';
import { addBanks } from '../server/src/areas/bank-info/bank-info.public.ts';
import { createConsoleUser, hashPassword } from '../server/src/areas/sign-in/sign-in.public.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { migrate, migrationsHash, readMigrations } from '../server/src/db/migrate.ts';
import { openDatabase } from '../server/src/db/pool.ts';
import { inTransaction } from '../server/src/db/tx.ts';
import { chaktomuk, otherBanks } from '../server/src/demo/demo-bank.ts';

export const benchUser = { login: 'bench', password: 'Tonle-bench-2026' } as const;
export const firstSeq = 1_000_000;
const customers = 20_000;
const chunk = 250_000;
const rowsInBlock = 500;

export type ListsBank = {
  postgres: EmbeddedPostgres;
  servingUrl: string;
  superuserUrl: string;
  transactions: number;
  /** The first Phnom Penh day with transactions. */
  firstDay: string;
};

export type ListsBankOptions = { folder: string; transactions: number; days: number };

/** Opens the bank in the folder, making what is not there yet. */
export async function openListsBank(options: ListsBankOptions): Promise<ListsBank> {
  const { folder, transactions, days } = options;
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    forTests: true,
    settings: { shared_buffers: '2GB', maintenance_work_mem: '1GB', max_wal_size: '8GB' },
  });
  const name = `lists_${transactions}_${days}_${migrationsHash(readMigrations())}`;
  await dropOthers(postgres, name);
  await postgres.ensureDatabase(name);
  await migrate({ ownerUrl: postgres.urlFor(name, 'owner'), servingRole: postgres.roles.serving });
  const superuserUrl = postgres.urlFor(name, 'superuser');
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 2 });
  try {
    await fill(pool, superuserUrl, options);
    const { rows } = await pool.query<{ day: string }>(
      "SELECT to_char(min(day), 'YYYY-MM-DD') AS day FROM rollup",
    );
    return {
      postgres,
      superuserUrl,
      servingUrl: postgres.urlFor(name, 'serving'),
      transactions,
      firstDay: rows[0]?.day ?? '',
    };
  } finally {
    await pool.end();
  }
}

/** A bank of another schema, or of other figures, serves no more. */
async function dropOthers(postgres: EmbeddedPostgres, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'lists\\_%' AND datname <> $1`,
    [name],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  await client.end();
}

async function fill(pool: pg.Pool, superuserUrl: string, options: ListsBankOptions): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS bench_step (name text PRIMARY KEY)');
  await pool.query(
    'CREATE TABLE IF NOT EXISTS bench_index (name text, "table" text, definition text, "primary" boolean)',
  );
  const done = new Set((await pool.query('SELECT name FROM bench_step')).rows.map((it) => it.name as string));
  const step = async (name: string, work: (client: pg.ClientBase) => Promise<unknown>) => {
    if (done.has(name)) return;
    const begun = performance.now();
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await work(client);
      await client.query('INSERT INTO bench_step VALUES ($1)', [name]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
    console.log(`  ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  };
  await step('people', async (client) => {
    await openBank(superuserUrl);
    await client.query(accountRows, [customers]);
  });
  await step('indexes put away', putIndexesAway);
  const start = await startOf(pool, options.days);
  const stepMs = (options.days * 86_400_000) / options.transactions;
  const starts = Array.from({ length: Math.ceil(options.transactions / chunk) }, (_, index) => index * chunk);
  const next = async (): Promise<void> => {
    const from = starts.shift();
    if (from === undefined) return;
    const to = Math.min(from + chunk, options.transactions);
    await step(`transactions to ${to}`, (client) => addTransactions(client, { from, to, start, stepMs }));
    await next();
  };
  await Promise.all([next(), next()]);
  const { rows: indexes } = await pool.query<IndexRow>('SELECT * FROM bench_index ORDER BY name');
  for (const index of indexes) await step(index.name, (client) => bringIndexBack(client, index));
  await step('rollups', (client) => client.query(rollupRows));
  await step('rollups of accounts', (client) => client.query(accountRollupRows, [customerId('200')]));
  await step('blocks', (client) => client.query(blockRows, [firstSeq, rowsInBlock]));
  await step('head', (client) => client.query(headRow));
  if (!done.has('vacuum')) await pool.query('VACUUM (ANALYZE)');
  await step('vacuum', async () => undefined);
}

async function openBank(url: string): Promise<void> {
  const database = openDatabase(url, { applicationName: 'tonle-bench' });
  try {
    const passwordHash = await hashPassword(benchUser.password);
    await inTransaction(database.db, async (tx) => {
      await addBanks(tx, [chaktomuk, ...otherBanks]);
      const user = { login: benchUser.login, firstName: 'Bench', lastName: 'Manager', email: null };
      await createConsoleUser(
        tx,
        { ...user, passwordHash, authorities: ['ROLE_MANAGER'], roleIds: [] },
        systemActor('Bench'),
      );
    });
  } finally {
    await database.close();
  }
}

const firstNames = `'{Dara,Bopha,Sokha,Vuthy,Malis,Piseth,Rith,Sophea,Kanha,Narin,Vanna,Leak,Chanthy,Borey,Mony,Ratha,Sreymom,Thida,Visal,Kosal}'::text[]`;
const lastNames = `'{Sok,Chan,Heng,Keo,Chea,Lim,Mao,Nuon,Ouk,Prak,Pen,Ros,Sam,Seng,Sin,Som,Suon,Tep,Thy,Yim}'::text[]`;
const nameOf = (n: string) => `(${firstNames})[1 + ${n} % 20] || ' ' || (${lastNames})[1 + (${n} / 20) % 20]`;
const customerId = (n: string) => `c${n.padStart(6, '0')}@chkt`;
const customerIdOf = (n: string) => `'c' || lpad(${n}::text, 6, '0') || '@chkt'`;
const phoneOf = (n: string) => `'85510' || lpad(${n}::text, 6, '0')`;
/** A number below a bound that looks like chance and is the same each time. */
const chance = (seed: string, bound: number) => `((hashint8(${seed}) & 2147483647) % ${bound})`;

const accountRows = `
  WITH opened AS (
    INSERT INTO account (seq, account_id, kind, bank_code, status, created)
    SELECT 1, '${chaktomuk.mainAccountId}', 'MAIN', NULL, 'ACTIVATED', '2020-01-01'::timestamptz
    UNION ALL SELECT 10 + n, ${customerIdOf('n')}, 'CUSTOMER', NULL, 'ACTIVATED', '2020-01-01' FROM generate_series(0, $1::int - 1) AS n
    RETURNING account_id, kind),
  stated AS (INSERT INTO account_state (account_id, kind, status) SELECT account_id, kind, 'ACTIVATED' FROM opened)
  INSERT INTO balance (account_id, asset_id, may_be_negative, balance_minor)
  SELECT account_id, asset_id, false, 1000000 FROM opened CROSS JOIN (VALUES ('khr#nbc'), ('usd#nbc')) AS a (asset_id)`;

type IndexRow = { name: string; table: string; definition: string; primary: boolean };

/** Rows first, indexes after: a tenth of the time. */
async function putIndexesAway(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<IndexRow>(
    `INSERT INTO bench_index
     SELECT c.relname, t.relname, pg_get_indexdef(i.indexrelid), i.indisprimary
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     WHERE t.relname IN ('transfer', 'entry', 'transaction_list') AND t.relnamespace = 'public'::regnamespace
     RETURNING *`,
  );
  for (const it of rows) {
    await client.query(
      it.primary ? `ALTER TABLE ${it.table} DROP CONSTRAINT ${it.name}` : `DROP INDEX ${it.name}`,
    );
  }
}

async function bringIndexBack(client: pg.ClientBase, it: IndexRow): Promise<void> {
  await client.query(it.definition);
  if (it.primary)
    await client.query(
      `ALTER TABLE ${it.table} ADD CONSTRAINT ${it.name} PRIMARY KEY USING INDEX ${it.name}`,
    );
}

/**
 * Thirty of a hundred go from the main account to customers, twenty come to it from another bank, twenty go from customers to
 * another bank, thirty stay among customers. The states are spread as a bank's would be: most are done, few wait or failed.
 */
const transferRows = `
  INSERT INTO transfer (seq, created, hash, nonce, state, amount_minor, debit_account_id, credit_account_id,
    source_account_id, destination_account_id, fi_transaction_id, fast_transaction_id, ext_ref, description,
    source_name, source_phone_number, destination_name, destination_phone_number, details)
  SELECT ${firstSeq} + i, made.created, sha256(('transaction ' || i)::bytea), '\\x00'::bytea,
    (luck2 < 40)::int * 120 + CASE
      WHEN kind < 30 OR kind >= 70 THEN 0
      WHEN kind < 50 THEN CASE WHEN luck < 90 THEN 15 WHEN luck < 95 THEN 27 ELSE 24 END + 1
      WHEN luck < 92 THEN 15 WHEN luck < 94 THEN 60 + 3 WHEN luck < 96 THEN 60 + 6 WHEN luck < 97 THEN 60 + 12
      ELSE 30 + 21 END,
    100 + ${chance('i * 23 + 9', 1_000_000)},
    CASE WHEN kind < 30 THEN main WHEN kind < 50 THEN settlement ELSE one END,
    CASE WHEN kind < 30 THEN one WHEN kind < 50 THEN main WHEN kind < 70 THEN settlement ELSE other END,
    CASE WHEN kind < 30 THEN main WHEN kind < 50 THEN abroad ELSE one END,
    CASE WHEN kind < 30 THEN one WHEN kind < 50 THEN main WHEN kind < 70 THEN abroad ELSE other END,
    'CHKT' || to_char(made.created, 'YYYYMMDD') || upper(substr(md5(i::text), 1, 12)),
    CASE WHEN kind BETWEEN 30 AND 69 THEN 'FAST' || lpad(i::text, 10, '0') END,
    CASE WHEN luck2 % 5 = 0 THEN 'INV' || lpad(i::text, 8, '0') END,
    'Payment', CASE WHEN kind >= 50 THEN ${nameOf('a')} END, CASE WHEN kind >= 50 THEN ${phoneOf('a')} END,
    CASE WHEN kind < 30 THEN ${nameOf('a')} WHEN kind >= 70 THEN ${nameOf('b')} END,
    CASE WHEN kind < 30 THEN ${phoneOf('a')} WHEN kind >= 70 THEN ${phoneOf('b')} END,
    '{"sourceWalletType": "MOBILE", "destinationWalletType": "MOBILE"}'
  FROM generate_series($1::bigint, $2::bigint - 1) AS i
  CROSS JOIN LATERAL (SELECT ${chance('i', 100)} AS kind, ${chance('i * 3 + 1', 100)} AS luck,
    ${chance('i * 5 + 2', 100)} AS luck2, ${chance('i * 7 + 3', customers)} AS a, ${chance('i * 11 + 4', customers)} AS b,
    $3::timestamptz + i * ($4::float8 * interval '1 millisecond') AS created) AS made
  CROSS JOIN LATERAL (SELECT '${chaktomuk.mainAccountId}' AS main, 'mekgkhppxxx@settlement' AS settlement,
    ${customerIdOf('a')} AS one, ${customerIdOf(`(CASE WHEN b = a THEN (b + 1) % ${customers} ELSE b END)`)} AS other,
    'payer' || ${chance('i * 29 + 6', 5_000)} || '@mekg' AS abroad) AS parties`;

const listRows = `
  INSERT INTO transaction_list (seq, state, incoming, outgoing, history)
  SELECT seq, state, credit_account_id = '${chaktomuk.mainAccountId}',
    debit_account_id = '${chaktomuk.mainAccountId}' OR credit_account_id LIKE '%@settlement', true
  FROM transfer WHERE seq >= ${firstSeq} + $1::bigint AND seq < ${firstSeq} + $2::bigint`;

const entryRows = `
  INSERT INTO entry (account_id, kind, seq, amount_minor, balance_after_minor)
  SELECT side.account_id, (t.state >= 120)::int * 3 + side.type, t.seq, side.sign * t.amount_minor, 0
  FROM transfer t CROSS JOIN LATERAL (VALUES (t.debit_account_id, 0, -1),
    (t.credit_account_id, CASE WHEN t.state % 3 = 1 THEN 1 ELSE 2 END, 1)) AS side (account_id, type, sign)
  WHERE t.seq >= ${firstSeq} + $1::bigint AND t.seq < ${firstSeq} + $2::bigint`;

const dayOf = (created: string) => `((${created} + interval '7 hours') AT TIME ZONE 'UTC')::date`;

const rollupRows = `
  INSERT INTO rollup (list, day, state, count, sum_minor, min_seq, max_seq)
  SELECT list.name, ${dayOf('t.created')}, t.state, count(*), sum(t.amount_minor), min(t.seq), max(t.seq)
  FROM transfer t JOIN transaction_list l USING (seq)
  CROSS JOIN LATERAL (VALUES ('INCOMING', l.incoming), ('OUTGOING', l.outgoing), ('HISTORY', l.history)) AS list (name, held)
  WHERE list.held GROUP BY 1, 2, 3`;

const accountRollupRows = `
  INSERT INTO rollup (list, day, state, count, sum_minor, min_seq, max_seq)
  SELECT e.account_id, ${dayOf('t.created')}, t.state - t.state % 3 + e.kind % 3, count(*), sum(t.amount_minor),
    min(t.seq), max(t.seq)
  FROM entry e JOIN transfer t USING (seq)
  WHERE e.account_id < $1 GROUP BY 1, 2, 3`;

const blockRows = `
  INSERT INTO block (height, first_seq, last_seq, record_count, first_created, created, moved_khr_minor, moved_usd_minor,
    kinds, leaves, merkle_root, previous_hash, hash)
  SELECT (seq - $1) / $2 + 1, min(seq), max(seq), count(*), min(created), max(created), 0, 0, ''::bytea, ''::bytea,
    ''::bytea, ''::bytea, ''::bytea
  FROM transfer GROUP BY (seq - $1) / $2`;

const headRow = `
  UPDATE ledger_head SET (seq, height, created) = (SELECT max(last_seq), max(height), max(created) FROM block)`;

async function addTransactions(
  client: pg.ClientBase,
  { from, to, start, stepMs }: { from: number; to: number; start: Date; stepMs: number },
): Promise<void> {
  await client.query(transferRows, [from, to, start, stepMs]);
  await client.query(listRows, [from, to]);
  await client.query(entryRows, [from, to]);
}

/** When the first transaction happened: the same for all steps, also of a run that goes on. */
async function startOf(pool: pg.Pool, days: number): Promise<Date> {
  await pool.query('CREATE TABLE IF NOT EXISTS bench_start (start timestamptz)');
  await pool.query('INSERT INTO bench_start SELECT $1 WHERE NOT EXISTS (SELECT FROM bench_start)', [
    new Date(Date.now() - days * 86_400_000),
  ]);
  const { rows } = await pool.query<{ start: Date }>('SELECT start FROM bench_start');
  return rows[0]?.start ?? new Date();
}
