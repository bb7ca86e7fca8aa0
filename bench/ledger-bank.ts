import { createHash, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import {
  type Command,
  createLedger,
  type PreparedTransfer,
  prepareTransfer,
  signTransfer,
} from '@tonle/ledger';
import pg from 'pg';
import { auditAttachmentTable } from '../server/src/areas/audit-log/audit-log.public.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { openPool } from '../server/src/db/pool.ts';

const mainAccountId = 'chktkhppxxx@chkt';
const issuanceId = 'issuance@settle';
const customers = 2_000;
const owner = 'bench_owner';
const serving = 'bench_serving';

/** A bank to measure with: a database of its own, a funded main account with a key, customers. */
export interface Bench {
  readonly superuserUrl: string;
  /** Without pipelining, as an application's pool is. */
  readonly plainPool: pg.Pool;
  readonly ownerPool: pg.Pool;
  /** Pipelining, as the ledger's own connection is. */
  bareClient(): Promise<pg.PoolClient>;
  prepared(): PreparedTransfer;
  /** Prepared and signed. */
  command(): Promise<Command>;
  submit(command: Command): Promise<void>;
  transfer(): Promise<void>;
  height(): Promise<bigint>;
  close(): Promise<void>;
}

async function makeDatabase(
  superuserUrl: string,
): Promise<{ name: string; urlFor: (role?: string) => string }> {
  const name = `ledger_bench_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(8).toString('hex');
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  for (const role of [owner, serving]) {
    await client.query(`DROP ROLE IF EXISTS ${role}`).catch(() => {});
    const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (known.rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
    await client.query(`ALTER ROLE ${role} PASSWORD '${password}'`);
  }
  await client.query(`CREATE DATABASE ${name} OWNER ${owner}`);
  await client.end();
  const urlFor = (role?: string) => {
    const url = new URL(superuserUrl);
    url.pathname = `/${name}`;
    if (role !== undefined) {
      url.username = role;
      url.password = password;
    }
    return url.href;
  };
  return { name, urlFor };
}

/** The same tables again, for the usual way and for the bare insert: same columns, indexes and checks, no rows. */
const copiedTables = ['block', 'transfer', 'entry', 'transaction_list', 'command_key', 'audit_log'];
const makeCopies = `
CREATE SCHEMA bare; CREATE SCHEMA usual; CREATE SCHEMA plain;
${[...copiedTables, 'account_state', 'balance', 'rollup']
  .map((table) =>
    ['bare', 'usual']
      .map((schema) => `CREATE TABLE ${schema}.${table} (LIKE public.${table} INCLUDING ALL);`)
      .join(' '),
  )
  .join('\n')}
CREATE SEQUENCE usual.seq;
CREATE TABLE plain.counter (id int PRIMARY KEY, value bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO plain.counter VALUES (1, 0);
GRANT USAGE ON SCHEMA bare, usual, plain TO ${serving};
GRANT ALL ON ALL TABLES IN SCHEMA bare, usual, plain TO ${serving};
GRANT ALL ON ALL SEQUENCES IN SCHEMA bare, usual TO ${serving};`;

const audited = (prepared: PreparedTransfer) => ({
  user_id: '1',
  login: 'manager',
  full_name: 'Chan Sophea',
  roles: '["ROLE_MANAGER"]',
  activity: 'TRANSFER_SENT',
  description: 'Sent money from the main account',
  subject: Buffer.from(prepared.hash).toString('hex'),
  new_values: JSON.stringify({ to: prepared.draft.creditAccountId, amount: `${prepared.draft.amountMinor}` }),
  request_id: randomBytes(8).toString('hex'),
  address: '127.0.0.1',
});

function draftTransfer(): PreparedTransfer {
  const customer = randomInt(customers);
  return prepareTransfer({
    nonce: randomBytes(16),
    assetId: 'khr#nbc',
    amountMinor: BigInt(randomInt(1_000, 1_000_000)),
    type: 'SEND_PAY',
    standing: { status: 'SUCCESS', businessStatus: null },
    debitAccountId: mainAccountId,
    creditAccountId: `customer_${customer}@chkt`,
    fiTransactionId: randomBytes(12).toString('hex'),
    extRef: `INV-${randomBytes(5).toString('hex')}`,
    description: 'Payment of an invoice',
    destinationName: `Sok Dara ${customer}`,
    destinationPhoneNumber: `8551${String(customer).padStart(7, '0')}`,
    details: {
      sourceBankName: 'Chaktomuk Bank',
      destinationBankName: 'Chaktomuk Bank',
      sourceWalletType: 'BANK',
      destinationWalletType: 'MOBILE',
    },
  });
}

export async function openBench(superuserUrl: string): Promise<Bench> {
  const database = await makeDatabase(superuserUrl);
  await migrate({ ownerUrl: database.urlFor(owner), servingRole: serving });
  const ownerPool = openPool(database.urlFor(), { max: 2 });
  await ownerPool.query(makeCopies);
  const ledgerPool = openPool(database.urlFor(serving), { max: 2, pipeline: true });
  const plainPool = openPool(database.urlFor(serving), { max: 16 });
  const ledger = createLedger({ pool: ledgerPool, attachments: { audit: auditAttachmentTable } });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = { keyId: 'bench', privateKey };
  const rawPublicKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const submit = async (command: Command) => {
    const result = await ledger.submit(command);
    if (result.outcome === 'refused') throw new Error(`refused: ${result.reason.name}`);
  };
  await submit({
    openings: [
      { accountId: mainAccountId, kind: 'MAIN' },
      { accountId: issuanceId, kind: 'ISSUANCE' },
    ],
    registrations: [
      { accountId: mainAccountId, keyId: key.keyId, action: 'REGISTER', publicKey: rawPublicKey },
    ],
  });
  await Promise.all(
    Array.from({ length: customers }, (_, i) =>
      submit({ openings: [{ accountId: `customer_${i}@chkt`, kind: 'CUSTOMER' }] }),
    ),
  );
  const funding = draftTransfer().draft;
  await submit({
    transfers: [
      prepareTransfer({
        ...funding,
        type: 'DEPOSIT',
        amountMinor: 10n ** 15n,
        debitAccountId: issuanceId,
        creditAccountId: mainAccountId,
      }),
    ],
  });
  await ownerPool.query(`
    INSERT INTO usual.account_state SELECT * FROM account_state;
    INSERT INTO usual.balance SELECT * FROM balance;
    ANALYZE`);
  const command = async (): Promise<Command> => {
    const transfer = await signTransfer(draftTransfer(), key);
    return {
      key: {
        principal: 'manager',
        key: randomBytes(16).toString('hex'),
        requestHash: createHash('sha256').update(transfer.hash).digest(),
      },
      deadline: new Date(Date.now() + 30_000),
      requires: [{ kind: 'account-open', accountId: transfer.draft.creditAccountId }],
      transfers: [transfer],
      attach: [{ table: 'audit', row: audited(transfer) }],
    };
  };
  return {
    superuserUrl: database.urlFor(),
    plainPool,
    ownerPool,
    bareClient: () => ledgerPool.connect(),
    prepared: draftTransfer,
    command,
    submit,
    transfer: async () => submit(await command()),
    height: async () => (await ownerPool.query('SELECT height FROM ledger_head')).rows[0]?.height,
    close: async () => {
      await ledger.close();
      await Promise.all([ledgerPool.end(), plainPool.end(), ownerPool.end()]);
      const client = new pg.Client({ connectionString: superuserUrl });
      await client.connect();
      await client.query(`DROP DATABASE ${database.name} WITH (FORCE)`);
      await client.end();
    },
  };
}
