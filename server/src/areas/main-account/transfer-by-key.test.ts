import type { TransferResult } from '@tonle/contract/main-account';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import { createConsoleUser, hashPassword } from '../sign-in/sign-in.public.ts';

const path = '/tps/api/pg-wallet-transfer';
type Sent = { status: { code: 0 }; data: TransferResult };
type Outcome = { outcome: 'POSTED' | 'UNKNOWN' | 'ABSENT'; transfer: TransferResult | null };

let bank: TestBank;
let manager: Caller;
let colleague: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  manager = await bank.as('manager');
  const passwordHash = await hashPassword('Another-manager-2026');
  await inTransaction(bank.database.db, (tx) =>
    createConsoleUser(
      tx,
      {
        login: 'manager2',
        firstName: 'Second',
        lastName: 'Manager',
        email: null,
        passwordHash,
        authorities: ['ROLE_MANAGER'],
      },
      systemActor('Test'),
    ),
  );
  const answer = await bank.signIn('manager2', 'Another-manager-2026');
  colleague = bank.withToken(answer.body.data?.id_token ?? '');
});
afterAll(() => bank.close());

const order = (amount: string) => ({ destAccountId: 'axb@chkt', assetId: 'usd#nbc', amount });
const send = (key: string | undefined, amount: string, caller = manager) =>
  caller.post<Sent>(path, order(amount), key === undefined ? {} : { 'idempotency-key': key });
const byKey = async (key: string, caller = manager) =>
  (await caller.get<Outcome>(`${path}/by-key/${key}`)).body;
const errorOf = (answer: { body: unknown }) => (answer.body as RefusalBody).status.error;
const received = () => bank.balanceMinor('axb@chkt', 'usd#nbc');

describe('one key', () => {
  test('Known fault (openMF/web-app PR 3609): double click, in parallel, is one transfer with one answer', async () => {
    const before = await received();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('double-click-1', '3.00')));
    expect(answers.map((it) => it.status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map((it) => it.text)).size).toBe(1);
    expect(await received()).toBe(before + 300n);
  });

  test('the same request written otherwise is the same request', async () => {
    const before = await received();
    const first = await send('same-amount-1', '4');
    const again = await send('same-amount-1', '4.00');
    expect(again.body).toEqual(first.body);
    expect(await received()).toBe(before + 400n);
  });

  test('Known fault (midaz-sdk-golang PR 236): another body is 422 and moves nothing', async () => {
    await send('another-body-1', '5.00');
    const before = await received();
    const answer = await send('another-body-1', '6.00');
    expect(answer.status).toBe(422);
    expect(errorOf(answer)).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await received()).toBe(before);
  });

  test('belongs to its user: a colleague’s equal key is another transfer', async () => {
    const before = await received();
    const mine = await send('shared-key-1', '7.00');
    const theirs = await send('shared-key-1', '7.00', colleague);
    expect(theirs.status).toBe(200);
    expect(theirs.body.data.transactionHash).not.toBe(mine.body.data.transactionHash);
    expect(await received()).toBe(before + 1400n);
  });

  test('Known fault (midaz 1436): two equal transfers, each confirmed, are two; a retry of one is still two', async () => {
    const before = await received();
    await send('confirmed-1', '1.00');
    await send('confirmed-2', '1.00');
    await send('confirmed-2', '1.00');
    expect(await received()).toBe(before + 200n);
    await send(undefined, '1.00');
    await send(undefined, '1.00');
    expect(await received()).toBe(before + 400n);
  });

  test('that is no key is 400', async () => {
    expect((await send('short', '1.00')).status).toBe(400);
    expect((await manager.get(`${path}/by-key/short`)).status).toBe(400);
  });

  test('is answered again although the recipient was closed since', async () => {
    const first = await send('closed-since', '2.00');
    const { pool } = bank.database.owner;
    await pool.query("UPDATE account_state SET frozen = true WHERE account_id = 'axb@chkt'");
    const again = await send('closed-since', '2.00');
    await pool.query("UPDATE account_state SET frozen = false WHERE account_id = 'axb@chkt'");
    expect(again.body).toEqual(first.body);
  });
});

describe('what became of a key', () => {
  test('needs the permission', async () => {
    expect((await bank.anyone.get(`${path}/by-key/some-key-1`)).status).toBe(401);
    expect((await (await bank.as('auditor')).get(`${path}/by-key/some-key-1`)).status).toBe(403);
  });

  test('POSTED gives the posting’s own answer, to its user alone', async () => {
    const sent = await send('became-posted', '1.50');
    expect(await byKey('became-posted')).toEqual({ outcome: 'POSTED', transfer: sent.body.data });
    expect(await byKey('became-posted', colleague)).toEqual({ outcome: 'ABSENT', transfer: null });
  });

  test('ABSENT can be relied on: the request that arrives afterwards is refused', async () => {
    const before = await received();
    expect(await byKey('never-arrived')).toEqual({ outcome: 'ABSENT', transfer: null });
    const late = await send('never-arrived', '9.00');
    expect(late.status).toBe(409);
    expect(errorOf(late)).toBe('DEADLINE_PASSED');
    expect(await received()).toBe(before);
    expect(await byKey('never-arrived')).toEqual({ outcome: 'ABSENT', transfer: null });
  });

  test('UNKNOWN while it may still be posted, then POSTED', async () => {
    const holder = await bank.database.owner.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM ledger_head FOR UPDATE');
    const sending = send('on-its-way', '2.50');
    const isNoted = () => holder.query("SELECT FROM transfer_request WHERE key = 'on-its-way'");
    await expect.poll(async () => (await isNoted()).rowCount, { timeout: 5_000 }).toBe(1);
    expect(await byKey('on-its-way')).toEqual({ outcome: 'UNKNOWN', transfer: null });
    await holder.query('ROLLBACK');
    holder.release();
    expect((await sending).status).toBe(200);
    expect((await byKey('on-its-way')).outcome).toBe('POSTED');
  });
});

test('a request whose turn comes after its deadline is refused, and then ABSENT', async () => {
  // Every deadline has passed when the ledger judges.
  await using slow = await startTestBank({ deadlineMs: -1_000 });
  const caller = await slow.as('manager');
  const answer = await caller.post(path, order('1.00'), { 'idempotency-key': 'deadline-key' });
  expect(answer.status).toBe(409);
  expect(errorOf(answer)).toBe('DEADLINE_PASSED');
  expect(await byKey('deadline-key', caller)).toEqual({ outcome: 'ABSENT', transfer: null });
});

test.each([-3_600_000, 3_600_000])(
  'a server whose clock is %d ms off sets deadlines by the database’s',
  async (offMs) => {
    await using off = await startTestBank({ clock: () => new Date(Date.now() + offMs) });
    const caller = await off.as('manager');
    const answer = await caller.post(path, order('1.00'), { 'idempotency-key': 'clock-key' });
    expect(answer.status, answer.text).toBe(200);
    const { rows } = await off.database.owner.pool.query<{ seconds: number }>(
      'SELECT extract(epoch FROM deadline - clock_timestamp())::float8 AS seconds FROM transfer_request',
    );
    expect(rows[0]?.seconds).toBeLessThan(31);
  },
);
