import { channelAccountTypes } from '@tonle/contract/channel';
import { apiKeyHeader, channelScopes } from '@tonle/contract/channel-scopes';
import {
  type Command,
  deactivateAccount,
  deleteAccount,
  freezeAccount,
  issuanceAccountId,
  type Ledger,
  type Posted,
  prepareTransfer,
  type Standing,
  settlementAccountId,
  signTransfer,
  type TransferDraft,
} from '@tonle/ledger';
import { type AssetId, assetIds } from '@tonle/money';
import { systemActor } from './areas/audit-log/audit-log.public.ts';
import { addBanks } from './areas/bank-info/bank-info.public.ts';
import { addChannelKey, makeApiKey, type NewChannelKey } from './areas/channel/channel.public.ts';
import { addCustomers, type NewCustomer } from './areas/customers/customers.public.ts';
import { installBankKey, openBankKey, type Signer } from './areas/keyholders/keyholders.public.ts';
import type { Config } from './config.ts';
import type { TestDatabase } from './db/test-database.ts';
import { inTransaction, rawTx } from './db/tx.ts';
import { chaktomuk, otherBanks } from './demo/demo-bank.ts';
import { submitAll } from './demo/submit-all.ts';
import { openLedger, openLedgerPool } from './ledger.ts';
import { Caller, startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

export const mainAccountId = chaktomuk.mainAccountId;
export const ownBankOfTests = chaktomuk;
export const otherBankOfTests = otherBanks[0];
export const settlementId = settlementAccountId(otherBankOfTests.participantCode);

/** Who banks there: enough kinds of account for every rule. */
export const testCustomers: readonly NewCustomer[] = [
  person('a_b@chkt', 'Dara', 'Sok', '85512345678'),
  person('axb@chkt', 'Bopha', 'Chan', '855967654321'),
  person('khmer@chkt', 'សុខា', 'ម្ត៉ាយ', '85515222333'),
  person('frozen@chkt', 'Vuthy', 'Heng', '85516222333'),
  person('off@chkt', 'Piseth', 'Keo', '85517222333'),
  person('gone@chkt', 'Malis', 'Prak', '85569222333'),
  business('shop@chkt', 'DESKTOP', 'Blue River Coffee', '85577222333'),
  business('web@chkt', 'WEB', 'Lucky Star Mart', 'office@lucky.example'),
];

function person(accountId: string, first: string, last: string, contact: string): NewCustomer {
  return {
    account_id: accountId,
    account_type: 'MOBILE',
    first_name: first,
    last_name: last,
    primary_contact: contact,
    kyc_status: 'FULL_KYC',
  };
}

function business(accountId: string, type: 'DESKTOP' | 'WEB', name: string, contact: string): NewCustomer {
  return {
    account_id: accountId,
    account_type: type,
    organization_name: name,
    primary_contact: contact,
    kyc_status: 'FULL_KYC',
  };
}

/** A transfer as tests write it; what is left out does not matter to them. */
export type TestTransfer = Partial<TransferDraft> & {
  from: string;
  to: string;
  amountMinor: bigint;
  at?: Date;
};

export interface TestBank extends TestServer {
  /** One of the bank's own apps, with a key for everything unless told otherwise. */
  asApp(key?: Partial<NewChannelKey>): Promise<Caller>;
  /** Posts without any area: the network's and the customers' side of a test. */
  post(...transfers: TestTransfer[]): Promise<Posted>;
  /** Puts a transaction into another state. */
  happen(transactionHash: string, standing: Standing, details?: Record<string, string>): Promise<void>;
  balanceMinor(accountId: string, assetId: AssetId): Promise<bigint>;
}

export interface TestBankOptions extends Omit<TestServerOptions, 'prepare'> {
  readonly mainKhrMinor?: bigint;
  readonly mainUsdMinor?: bigint;
  /** In the order of time; posted before the server starts. */
  readonly past?: readonly TestTransfer[];
  /** When the bank opened; before everything in `past`. */
  readonly opened?: Date;
  readonly withoutKey?: boolean;
}

/** A server over a bank with a key, customers of each kind, and money on its main account. */
export async function startTestBank(options: TestBankOptions = {}): Promise<TestBank> {
  let signer: Signer | undefined;
  const server = await startTestServer({
    ...options,
    prepare: async (database, config) => {
      signer = await openTestBank(database, config, options);
    },
  });
  const { owner } = server.database;
  const ledgerPool = openLedgerPool(owner);
  const ledger = openLedger(ledgerPool);
  const submit = async (command: Command): Promise<Posted> => {
    const result = await ledger.submit(command);
    if (result.outcome === 'refused') throw new Error(`refused: ${result.reason.name}`);
    return result;
  };
  const close = async () => {
    await ledger.close();
    await ledgerPool.end();
    await server.close();
  };
  return {
    ...server,
    asApp: async (key = {}) => {
      const apiKey = makeApiKey();
      const everything = { app: 'test-app', scopes: channelScopes, accountTypes: channelAccountTypes };
      await addChannelKey(owner.db, apiKey, { ...everything, ...key }, systemActor('Test set-up'));
      return new Caller(server.app, undefined, { [apiKeyHeader]: apiKey });
    },
    post: async (...transfers) =>
      submit({ transfers: await Promise.all(transfers.map((it) => preparedOf(it, signer))) }),
    happen: async (transactionHash, standing, details = {}) => {
      const event = { transactionHash: Buffer.from(transactionHash, 'hex'), standing, details };
      await submit({ events: [event] });
    },
    balanceMinor: async (accountId, assetId) => {
      const { rows } = await owner.pool.query<{ balance_minor: bigint }>(
        'SELECT balance_minor FROM balance WHERE account_id = $1 AND asset_id = $2',
        [accountId, assetId],
      );
      return rows[0]?.balance_minor ?? 0n;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

let made = 0;

async function preparedOf({ from, to, at: _, ...it }: TestTransfer, signer: Signer | undefined) {
  made += 1;
  const prepared = prepareTransfer({
    nonce: Buffer.from(`test ${made}`),
    assetId: 'usd#nbc',
    type: 'SEND_PAY',
    standing: { status: 'SUCCESS', businessStatus: null },
    debitAccountId: from,
    creditAccountId: to,
    fiTransactionId: `TEST${String(made).padStart(8, '0')}`,
    ...it,
  });
  if (from !== mainAccountId || signer === undefined) return prepared;
  return signTransfer(prepared, signer);
}

async function openTestBank(
  database: TestDatabase,
  config: Config,
  options: TestBankOptions,
): Promise<Signer | undefined> {
  // As the owner, whom the audit guard lets through: what is set up here no person did.
  const { db } = database.owner;
  await inTransaction(db, async (tx) => {
    await addBanks(tx, [chaktomuk, ...otherBanks]);
    await addCustomers(tx, testCustomers);
  });
  const ledgerPool = openLedgerPool(database.owner);
  const ledger = openLedger(ledgerPool, { seeding: true });
  const opened = options.opened ?? new Date();
  try {
    await submitOrFail(ledger, openingsAt(opened));
    const signer = options.withoutKey ? undefined : await installKey(database, config, ledger, opened);
    const money = [options.mainKhrMinor ?? 10_000_000_000n, options.mainUsdMinor ?? 100_000_000n];
    for (const [index, assetId] of assetIds.entries()) {
      const amountMinor = money[index] ?? 0n;
      if (amountMinor > 0n) {
        const it = {
          from: issuanceAccountId,
          to: mainAccountId,
          amountMinor,
          assetId,
          type: 'DEPOSIT' as const,
        };
        await submitOrFail(ledger, { created: opened, transfers: [await preparedOf(it, signer)] });
      }
    }
    const past = await Promise.all(
      (options.past ?? []).map(async (it) => ({
        created: it.at ?? opened,
        transfers: [await preparedOf(it, signer)],
      })),
    );
    await submitAll(ledger, past);
    await closeSome(database);
    return signer;
  } finally {
    await ledger.close();
    await ledgerPool.end();
  }
}

const openingsAt = (created: Date): Command => ({
  created,
  openings: [
    { accountId: mainAccountId, kind: 'MAIN', bankCode: chaktomuk.participantCode },
    { accountId: issuanceAccountId, kind: 'ISSUANCE' },
    { accountId: settlementId, kind: 'SETTLEMENT', bankCode: otherBankOfTests.participantCode },
    ...testCustomers.map((it) => ({ accountId: it.account_id, kind: 'CUSTOMER' as const })),
  ],
});

async function installKey(database: TestDatabase, config: Config, ledger: Ledger, at: Date): Promise<Signer> {
  const { db, pool } = database.owner;
  const { rows } = await pool.query<{ id: bigint; login: string }>(
    "SELECT id, login FROM console_user WHERE login LIKE 'keyholder%' ORDER BY login",
  );
  const { dataDir, keyWrapSecret } = config;
  await installBankKey({
    db,
    ledger,
    dataDir,
    keyWrapSecret,
    accountId: mainAccountId,
    keyholders: rows.map(({ id, login }) => ({
      actor: {
        userId: id,
        login,
        fullName: login,
        roles: ['ROLE_KEYHOLDER'],
        requestId: null,
        address: null,
      },
      secret: `Secret-of-${login}`,
    })),
    at,
  });
  return (await openBankKey({ db, dataDir, keyWrapSecret })).signer();
}

async function closeSome(database: TestDatabase): Promise<void> {
  await inTransaction(database.owner.db, async (tx) => {
    await freezeAccount(rawTx(tx), 'frozen@chkt');
    await deactivateAccount(rawTx(tx), 'off@chkt');
    await deleteAccount(rawTx(tx), 'gone@chkt');
  });
}

async function submitOrFail(ledger: Ledger, command: Command): Promise<void> {
  const result = await ledger.submit(command);
  if (result.outcome === 'refused') throw new Error(`the test bank was refused: ${result.reason.name}`);
}
