import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/src/db/test-database.ts';
import {
  deactivateAccount,
  deleteAccount,
  freezeAccount,
  giveDayLimit,
  putDayLimit,
  readAccount,
  setDayLimits,
} from './accounts.ts';
import type { Command, Result } from './command.ts';
import type { LedgerPool } from './database.ts';
import { findByKey } from './find-by-key.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { prepareTransfer } from './prepare.ts';
import { checkProof } from './proof.ts';
import { readProof } from './read-proof.ts';
import {
  acknowledged,
  bytesOf,
  customerId,
  issuanceId,
  keyed,
  mainId,
  openingCommands,
  received,
  refunded,
  settlementId,
  transferOf,
} from './testing/bank.ts';
import { verifyLedger } from './verify.ts';

let database: TestDatabase;
let ledger: Ledger;
let pool: TestDatabase['pool'];
let number = 0;

const attachments = {
  audit: {
    table: 'attached',
    columns: [
      { name: 'what', pgType: 'text' },
      { name: 'seq', pgType: 'bigint', from: 'seq' },
      { name: 'created', pgType: 'timestamptz', from: 'created' },
      { name: 'values', pgType: 'jsonb' },
      { name: 'bytes', pgType: 'bytea' },
    ],
  },
} as const;

const nameOf = (result: Result) => (result.outcome === 'refused' ? result.reason.name : 'posted');
const send = (amountMinor: bigint, to = customerId(0)) =>
  transferOf(++number, { debitAccountId: mainId, creditAccountId: to, amountMinor });
const fund = (amountMinor: bigint, to = mainId): Command => ({
  transfers: [transferOf(++number, { debitAccountId: issuanceId, creditAccountId: to, amountMinor })],
});
/** Whether somebody in this database waits for what another holds. */
const waitsForLock = async (): Promise<boolean> => {
  const { rowCount } = await database.owner.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
    [database.name],
  );
  return rowCount === 1;
};
const balanceOf = async (accountId: string) =>
  (await readAccount(database.pool, accountId))?.balancesMinor['khr#nbc'];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.open({ max: 4, pipeline: true }).pool;
  await database.owner.pool.query(`
    CREATE TABLE attached (what text CHECK (what <> 'poison'), seq bigint, created timestamptz(3), values jsonb, bytes bytea);
    GRANT INSERT, SELECT ON attached TO tonle_serving`);
  ledger = createLedger({ pool, attachments });
  for (const command of openingCommands(6)) await ledger.submit(command);
  await ledger.submit(fund(1_000_000n));
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});
afterEach(async () => {
  const client = await database.owner.pool.connect();
  expect(await verifyLedger(client, { signatures: false })).toMatchObject({ ok: true });
  client.release();
});

describe('posting', () => {
  it('answers with what was posted, and reads back exactly the time that was hashed', async () => {
    const transfer = send(5n);
    const result = await ledger.submit({ transfers: [transfer] });
    if (result.outcome !== 'posted') throw new Error('refused');
    const { rows } = await database.pool.query('SELECT seq, created FROM transfer WHERE hash = $1', [
      transfer.hash,
    ]);
    expect(rows[0]).toEqual({ seq: result.firstSeq, created: result.created });
    expect(result.transfers[0]).toMatchObject({ status: 'SUCCESS', businessStatus: null });
  });

  it('writes attached rows with what they belong to, and none for what is refused', async () => {
    const row = { what: 'said "so"', values: { amount: '1', nothing: null }, bytes: Buffer.from([0, 255]) };
    const result = await ledger.submit({ transfers: [send(1n)], attach: [{ table: 'audit', row }] });
    if (result.outcome !== 'posted') throw new Error('refused');
    await ledger.submit({
      transfers: [send(10n ** 12n)],
      attach: [{ table: 'audit', row: { what: 'never' } }],
    });
    const { rows } = await database.pool.query('SELECT * FROM attached');
    expect(rows).toEqual([{ ...row, seq: result.firstSeq, created: result.created }]);
  });

  it('refuses the one command whose rows the database refuses, and posts the others of its batch', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ledger.submit({
          transfers: [send(1n)],
          attach: [{ table: 'audit', row: { what: n === 13 ? 'poison' : 'fine' } }],
        }),
      ),
    );
    expect(results.map(nameOf).filter((name) => name !== 'posted')).toEqual(['REFUSED_BY_DATABASE']);
    expect(results[13]).toMatchObject({ reason: { sqlState: '23514', constraint: 'attached_what_check' } });
  });

  it('moves money once for one key and answers the same again, also by another server', async () => {
    const before = await balanceOf(mainId);
    const command: Command = { key: keyed('once'), transfers: [send(7n)] };
    const first = await ledger.submit(command);
    const again = await ledger.submit({ ...command, transfers: [send(7n)] });
    const other = createLedger({ pool });
    const elsewhere = await other.submit({ ...command, transfers: [send(7n)] });
    await other.close();
    expect(again).toEqual({ ...first, replayed: true });
    expect(elsewhere).toEqual({ ...first, replayed: true });
    expect(await balanceOf(mainId)).toBe((before ?? 0n) - 7n);
    const otherBody = await ledger.submit({ key: keyed('once', 'another body'), transfers: [send(7n)] });
    expect(otherBody).toMatchObject({ outcome: 'refused', reason: { name: 'KEY_REUSED' } });
  });

  it('judges anew what was refused, and a key that another server posted meanwhile is no refusal', async () => {
    const poor = customerId(1);
    const pay = () =>
      transferOf(++number, { debitAccountId: poor, creditAccountId: customerId(0), amountMinor: 30n });
    expect(nameOf(await ledger.submit({ key: keyed('anew'), transfers: [pay()] }))).toBe(
      'INSUFFICIENT_FUNDS',
    );
    await ledger.submit(fund(30n, poor));
    expect(nameOf(await ledger.submit({ key: keyed('anew'), transfers: [pay()] }))).toBe('posted');
    await ledger.submit(fund(30n, poor));
    const other = createLedger({ pool });
    expect(nameOf(await other.submit({ key: keyed('race'), transfers: [pay()] }))).toBe('posted');
    await other.close();
    expect(await ledger.submit({ key: keyed('race'), transfers: [pay()] })).toMatchObject({ replayed: true });
  });

  it('spends a balance to the last cent and not one more', async () => {
    const account = customerId(2);
    const usd = (from: string, to: string, amountMinor: bigint) =>
      transferOf(++number, { debitAccountId: from, creditAccountId: to, amountMinor, assetId: 'usd#nbc' });
    await ledger.submit({ transfers: [usd(issuanceId, account, 30n)] });
    const over = await ledger.submit({ transfers: [usd(account, mainId, 31n)] });
    expect(over).toMatchObject({
      reason: { name: 'INSUFFICIENT_FUNDS', balanceMinor: 30n, amountMinor: 31n },
    });
    expect(nameOf(await ledger.submit({ transfers: [usd(account, mainId, 30n)] }))).toBe('posted');
  });

  it('keeps 9,007,199,254,740,993 exactly and refuses what no bigint holds', async () => {
    const account = customerId(3);
    await ledger.submit(fund(9_007_199_254_740_993n, account));
    expect(await balanceOf(account)).toBe(9_007_199_254_740_993n);
    expect(nameOf(await ledger.submit(fund(9_223_372_036_854_775_807n, account)))).toBe(
      'BALANCE_OUT_OF_RANGE',
    );
  });

  it('lets money out of the main account only with its registered key', async () => {
    const { draft } = send(1n);
    const unsigned = prepareTransfer(draft);
    expect(nameOf(await ledger.submit({ transfers: [unsigned] }))).toBe('SIGNATURE_MISSING');
    const signed = { ...unsigned, signed: { keyId: 'nobody', signature: bytesOf('x') } };
    expect(nameOf(await ledger.submit({ transfers: [signed] }))).toBe('SIGNING_KEY_MISSING');
  });

  it('is all or nothing for linked transfers', async () => {
    const before = await balanceOf(mainId);
    const rich = transferOf(++number, { debitAccountId: mainId, creditAccountId: customerId(4), group: 1 });
    const poor = transferOf(++number, { debitAccountId: customerId(5), creditAccountId: mainId, group: 1 });
    expect(nameOf(await ledger.submit({ transfers: [rich, poor] }))).toBe('INSUFFICIENT_FUNDS');
    expect(await balanceOf(mainId)).toBe(before);
    const linked = await ledger.submit({
      transfers: [send(1n), { ...send(2n) }].map((one) => ({ ...one, draft: { ...one.draft, group: 4 } })),
    });
    if (linked.outcome !== 'posted') throw new Error('refused');
    const { rows } = await database.pool.query('SELECT group_seq FROM transfer WHERE seq >= $1', [
      linked.firstSeq,
    ]);
    expect(rows).toEqual([{ group_seq: linked.firstSeq }, { group_seq: linked.firstSeq }]);
  });

  it('lets exactly one of 100 refunds and acknowledges of one deposit win', async () => {
    const deposit = transferOf(++number, {
      debitAccountId: settlementId,
      creditAccountId: mainId,
      type: 'DEPOSIT',
      standing: received,
      amountMinor: 40n,
    });
    await ledger.submit({ transfers: [deposit] });
    const before = (await balanceOf(mainId)) ?? 0n;
    const requires = [{ kind: 'transaction-in' as const, hash: deposit.hash, standings: [received] }];
    const acknowledge = (): Command => ({
      requires,
      events: [{ transactionHash: deposit.hash, standing: acknowledged }],
    });
    const refund = (): Command => ({
      requires,
      transfers: [
        transferOf(++number, {
          debitAccountId: mainId,
          creditAccountId: settlementId,
          amountMinor: 40n,
          pairedHash: deposit.hash,
        }),
      ],
      events: [{ transactionHash: deposit.hash, standing: refunded, pairedTransfer: 0 }],
    });
    const other = createLedger({ pool });
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 3 ? ledger : other).submit(n % 2 ? refund() : acknowledge()),
      ),
    );
    await other.close();
    expect(results.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1);
    const lost = results.find(({ outcome }) => outcome === 'refused');
    const won = results.find(({ outcome }) => outcome === 'posted');
    const wasRefund = won?.outcome === 'posted' && won.transfers.length === 1;
    expect(lost).toMatchObject({ reason: { name: 'WRONG_STATE', ...(wasRefund ? refunded : acknowledged) } });
    expect(await balanceOf(mainId)).toBe(before - (wasRefund ? 40n : 0n));
  });
});

describe('accounts', () => {
  const inTransaction = async <T>(work: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>) => {
    const client = await connect();
    await client.query('BEGIN');
    try {
      return await work(client);
    } finally {
      await client.query('COMMIT');
      client.release();
    }
  };
  const connect = () => database.pool.connect();
  const payTo = (accountId: string): Command => ({
    requires: [{ kind: 'account-open', accountId }],
    transfers: [send(1n, accountId)],
  });

  it('refuses what a door closed, from the very next command on', async () => {
    const account = customerId(4);
    expect(nameOf(await ledger.submit(payTo(account)))).toBe('posted');
    await inTransaction((tx) => freezeAccount(tx, account));
    expect(nameOf(await ledger.submit(payTo(account)))).toBe('ACCOUNT_FROZEN');
    await inTransaction((tx) => deactivateAccount(tx, account));
    expect(nameOf(await ledger.submit(payTo(account)))).toBe('ACCOUNT_CLOSED');
    expect(nameOf(await ledger.submit(payTo('nobody@chkt')))).toBe('ACCOUNT_MISSING');
  });

  it('makes a batch wait for the door that holds the account', async () => {
    const account = customerId(5);
    let answered = false;
    const paid = await inTransaction(async (tx) => {
      await freezeAccount(tx, account);
      const paying = ledger.submit(payTo(account)).finally(() => {
        answered = true;
      });
      await expect.poll(waitsForLock).toBe(true);
      expect(answered).toBe(false);
      return { paying };
    });
    expect(nameOf(await paid.paying)).toBe('ACCOUNT_FROZEN');
  });

  it('deletes only an empty account, for good', async () => {
    const account = 'short_lived@chkt';
    await ledger.submit({ openings: [{ accountId: account, kind: 'CUSTOMER' }] });
    await ledger.submit(payTo(account));
    expect(await inTransaction((tx) => deleteAccount(tx, account))).toMatchObject({
      reason: { name: 'BALANCE_LEFT' },
    });
    await ledger.submit({
      transfers: [
        transferOf(++number, { debitAccountId: account, creditAccountId: mainId, amountMinor: 1n }),
      ],
    });
    expect(await inTransaction((tx) => deleteAccount(tx, account))).toMatchObject({ outcome: 'changed' });
    expect(await inTransaction((tx) => freezeAccount(tx, account))).toMatchObject({
      reason: { name: 'ACCOUNT_CLOSED' },
    });
    expect(nameOf(await ledger.submit({ openings: [{ accountId: account, kind: 'CUSTOMER' }] }))).toBe(
      'ACCOUNT_EXISTS',
    );
  });

  it('never deletes an account under a payment that is on its way', async () => {
    for (let round = 0; round < 25; round++) {
      const account = `raced_${round}@chkt`;
      await ledger.submit({ openings: [{ accountId: account, kind: 'CUSTOMER' }] });
      const [paid, deleted] = await Promise.all([
        ledger.submit(payTo(account)),
        inTransaction((tx) => deleteAccount(tx, account)),
      ]);
      expect([nameOf(paid), deleted.outcome]).toBeOneOf([
        ['posted', 'refused'],
        ['ACCOUNT_CLOSED', 'changed'],
      ]);
    }
  });

  it('holds payments to the day limit, and a failed one does not count', async () => {
    const account = 'limited@chkt';
    await ledger.submit({ openings: [{ accountId: account, kind: 'CUSTOMER', dayLimitKhrMinor: 100n }] });
    await ledger.submit(fund(1_000n, account));
    const pay = (amountMinor: bigint) => {
      const transfer = transferOf(++number, {
        debitAccountId: account,
        creditAccountId: settlementId,
        amountMinor,
        standing: { status: 'PENDING', businessStatus: 'PENDING' },
      });
      const limit = {
        kind: 'day-limit' as const,
        accountId: account,
        assetId: 'khr#nbc' as const,
        amountMinor,
      };
      return { transfer, answer: ledger.submit({ requires: [limit], transfers: [transfer] }) };
    };
    const first = pay(60n);
    expect(nameOf(await first.answer)).toBe('posted');
    expect(await pay(41n).answer).toMatchObject({
      reason: { name: 'DAY_LIMIT_EXCEEDED', spentMinor: 60n, limitMinor: 100n },
    });
    const failed = { status: 'FAILED' as const, businessStatus: 'FAILED_AT_FI' as const };
    await ledger.submit({ events: [{ transactionHash: first.transfer.hash, standing: failed }] });
    const both = await Promise.all([pay(60n).answer, pay(60n).answer]);
    expect(both.map(nameOf)).toEqual(['posted', 'DAY_LIMIT_EXCEEDED']);
    await inTransaction((tx) => setDayLimits(tx, account, { khrMinor: null, usdMinor: null }));
    expect(nameOf(await pay(500n).answer)).toBe('posted');
  });

  it('judges by a shared day limit as it is now, also where the account is remembered', async () => {
    const account = 'sharing@chkt';
    await ledger.submit({ openings: [{ accountId: account, kind: 'CUSTOMER', dayLimitKhrMinor: 1n }] });
    await ledger.submit(fund(1_000n, account));
    const pay = async (amountMinor: bigint) => {
      const limit = {
        kind: 'day-limit' as const,
        accountId: account,
        assetId: 'khr#nbc' as const,
        amountMinor,
      };
      const transfer = transferOf(++number, {
        debitAccountId: account,
        creditAccountId: settlementId,
        amountMinor,
      });
      return nameOf(await ledger.submit({ requires: [limit], transfers: [transfer] }));
    };
    const put = (khrMinor: bigint) => inTransaction((tx) => putDayLimit(tx, 7n, { khrMinor, usdMinor: 0n }));
    expect(await pay(2n)).toBe('DAY_LIMIT_EXCEEDED');
    await put(100n);
    await inTransaction((tx) => giveDayLimit(tx, account, 7n));
    expect(await pay(60n)).toBe('posted');
    expect(await pay(41n)).toBe('DAY_LIMIT_EXCEEDED');
    await put(101n);
    expect(await pay(41n)).toBe('posted');
    await put(50n);
    expect(await pay(1n)).toBe('DAY_LIMIT_EXCEEDED');
    expect(await inTransaction((tx) => readAccount(tx, account))).toMatchObject({
      dayLimitId: 7n,
      dayLimitKhrMinor: 50n,
    });
    await inTransaction((tx) => setDayLimits(tx, account, { khrMinor: 102n, usdMinor: null }));
    expect(await pay(1n)).toBe('posted');
    expect(await pay(1n)).toBe('DAY_LIMIT_EXCEEDED');
  });
});

describe('looking up by key', () => {
  it('says POSTED, UNKNOWN before the deadline, ABSENT after it', async () => {
    const result = await ledger.submit({ key: keyed('looked up'), transfers: [send(1n)] });
    const ask = (key: string, deadline?: Date) =>
      findByKey(database.pool, { principal: 'manager', key, ...(deadline ? { deadline } : {}) });
    expect(await ask('looked up')).toMatchObject({
      found: 'POSTED',
      requestHash: bytesOf('looked up').toString('hex'),
      posted: { ...result, replayed: true },
    });
    expect(await ask('other', new Date(Date.now() + 20_000))).toEqual({ found: 'UNKNOWN' });
    expect(await ask('other', new Date(Date.now() - 1))).toEqual({ found: 'ABSENT' });
    const late = await ledger.submit({
      key: keyed('late'),
      deadline: new Date(Date.now() - 1),
      transfers: [send(1n)],
    });
    expect(nameOf(late)).toBe('DEADLINE_PASSED');
  });
});

describe('faults', () => {
  it('tells callers when the queue is full, when it closes, and when a command makes no sense', async () => {
    const small = createLedger({ pool, queueMax: 2 });
    const results = await Promise.allSettled(
      [1n, 1n, 1n].map((amount) => small.submit({ transfers: [send(amount)] })),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { code: 'BUSY' } });
    const draining = small.submit({ transfers: [send(1n)] });
    const closed = small.close();
    await expect(small.submit({ transfers: [send(1n)] })).rejects.toMatchObject({ code: 'CLOSED' });
    expect(nameOf(await draining)).toBe('posted');
    await closed;
    await expect(ledger.submit({})).rejects.toMatchObject({ code: 'INVALID' });
    await expect(ledger.submit({ transfers: [send(1n)], created: new Date() })).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('goes on after its connection was cut, idle or under load, and posts everything once', async () => {
    const before = (await balanceOf(mainId)) ?? 0n;
    const cut = () =>
      database.owner.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = 'tonle_serving' AND query LIKE '%COMMIT%' OR query LIKE '%ledger_head%' AND pid <> pg_backend_pid()`,
      );
    await cut();
    expect(nameOf(await ledger.submit({ transfers: [send(1n)] }))).toBe('posted');
    const unanswered: string[] = [];
    let posted = 1n;
    for (let round = 0; round < 8; round++) {
      const commands = Array.from({ length: 20 }, (_, n) => ({
        key: keyed(`cut ${round} ${n}`),
        transfers: [send(1n)],
      }));
      const all = Promise.allSettled(commands.map((command) => ledger.submit(command)));
      await cut();
      for (const [n, outcome] of (await all).entries()) {
        if (outcome.status === 'fulfilled') posted += 1n;
        else unanswered.push(`cut ${round} ${n}`);
      }
    }
    for (const key of unanswered) {
      const found = await findByKey(database.pool, { principal: 'manager', key });
      if (found.found === 'POSTED') posted += 1n;
    }
    expect(await balanceOf(mainId)).toBe(before - posted);
  });

  it('says UNAVAILABLE where no connection is to be had', async () => {
    const away: LedgerPool = {
      connect: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
    };
    const lonely = createLedger({ pool: away });
    await expect(lonely.submit({ transfers: [send(1n)] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await lonely.close();
  });

  it('keeps entries that do not sum to zero out, whoever writes them', async () => {
    await expect(
      database.owner.pool.query(
        `INSERT INTO entry VALUES ('a@chkt', 0, 1000000, -5, 0), ('b@chkt', 2, 1000000, 4, 0)`,
      ),
    ).rejects.toThrow(/sum to zero/);
  });

  it('works without pipelining too', async () => {
    const plain = createLedger({ pool: database.pool });
    const results = await Promise.all(
      [1n, 10n ** 15n, 1n].map((amount) => plain.submit({ transfers: [send(amount)] })),
    );
    expect(results.map(nameOf)).toEqual(['posted', 'INSUFFICIENT_FUNDS', 'posted']);
    await plain.close();
  });
});

describe('proof and seeding', () => {
  it('proves any record, and the proof fits JSON', async () => {
    const { rows } = await database.pool.query('SELECT seq FROM ledger_head');
    const last = Number(rows[0]?.seq);
    for (let seq = 1; seq <= last; seq += 7) {
      const proof = JSON.parse(JSON.stringify(await readProof(database.pool, BigInt(seq))));
      expect(await checkProof(proof)).toMatchObject({ holds: true, record: { seq: `${seq}` } });
    }
    expect(await readProof(database.pool, BigInt(last + 1))).toBeUndefined();
  });

  it('lets past times in only while an empty ledger is seeded', async () => {
    const seeding = createLedger({ pool, seeding: true });
    await expect(seeding.submit({ ...fund(1n), created: new Date(0) })).rejects.toMatchObject({
      code: 'INVALID',
    });
    await seeding.close();
    await using fresh = await createTestDatabase();
    const seeder = createLedger({ pool: fresh.open({ max: 2, pipeline: true }).pool, seeding: true });
    const at = (day: number) => new Date(Date.UTC(2025, 0, day, 3));
    const commands: Command[] = openingCommands(2).map((command) => ({ ...command, created: at(1) }));
    for (let day = 2; day < 30; day++) commands.push({ ...fund(5n), created: at(day) });
    await Promise.all(commands.map((command) => seeder.submit(command)));
    await seeder.close();
    const { rows } = await fresh.pool.query(`SELECT day FROM rollup WHERE list = 'INCOMING' ORDER BY day`);
    expect(rows).toHaveLength(28);
    expect(rows[0]).toEqual({ day: '2025-01-02' });
    const client = await fresh.pool.connect();
    expect(await verifyLedger(client, { signatures: false })).toMatchObject({ ok: true });
    client.release();
  });
});
