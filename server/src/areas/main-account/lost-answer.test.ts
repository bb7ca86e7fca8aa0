import { TransferRequest, type TransferResult } from '@tonle/contract/main-account';
import type { RefusalBody } from '@tonle/contract/refusal';
import { LedgerError } from '@tonle/ledger';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf, statusOf } from '../../http/refusals.ts';
import { openLedgerPool } from '../../ledger.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import { openBankKey } from '../keyholders/keyholders.public.ts';
import { sendTransfer } from './transfer.service.ts';

/** What goes wrong between the server and its database. */
let fault: 'none' | 'cut-after-commit' | 'cut-then-doubtful' | 'doubtful-commit' | 'away' = 'none';
let doubtful = 0;
let real: pg.Pool;

/** A batch's COMMIT, or the one statement of a batch that was decided on memory. */
const commits = (text: string) => text === 'COMMIT' || text.includes('guard AS MATERIALIZED');

/** The ledger's connections, failing as told. Commits are real. */
const faultyPool = {
  end: async () => {},
  connect: async () => {
    if (fault === 'away') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const client = await real.connect();
    return new Proxy(client, {
      get: (target, name) => {
        if (name !== 'query') {
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (statement: { text: string; values?: unknown[] }) => {
          if (fault === 'away') throw new Error('Connection terminated unexpectedly');
          const result = await target.query(statement);
          if (!commits(statement.text)) return result;
          if (fault === 'doubtful-commit') {
            doubtful += 1;
            target.emit('notice', { code: '01000' } as never);
          }
          if (fault === 'cut-after-commit' || fault === 'cut-then-doubtful') {
            fault = fault === 'cut-then-doubtful' ? 'doubtful-commit' : 'none';
            throw new Error('Connection terminated unexpectedly');
          }
          return result;
        };
      },
    });
  },
} as unknown as pg.Pool;

const path = '/tps/api/pg-wallet-transfer';
type Sent = { status: { code: 0 }; data: TransferResult };
let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({ ledgerPool: faultyPool });
  real = openLedgerPool(bank.database);
  manager = await bank.as('manager');
});
afterAll(async () => {
  await bank.app.close();
  await real.end();
  await bank.close();
});
beforeEach(() => {
  fault = 'none';
  doubtful = 0;
});

const send = (key?: string) =>
  manager.post<Sent>(
    path,
    { destAccountId: 'axb@chkt', assetId: 'usd#nbc', amount: '1.00' },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const received = () => bank.balanceMinor('axb@chkt', 'usd#nbc');

test('Known fault (express-idempotency 32): cut off between posting and answering, the retry gets the posting’s own answer', async () => {
  const before = await received();
  fault = 'cut-after-commit';
  const first = await send('lost-answer-1');
  expect(first.status).toBe(200);
  const again = await send('lost-answer-1');
  expect(again.body).toEqual(first.body);
  expect(await received()).toBe(before + 100n);
});

test('a commit that may not outlive the server is never success by itself: 503 without a key', async () => {
  fault = 'doubtful-commit';
  const answer = await send();
  expect(answer.status).toBe(503);
  expect((answer.body as unknown as RefusalBody).status.error).toBe('OUTCOME_UNKNOWN');
  expect(answer.headers['retry-after']).toBeDefined();
  expect(doubtful).toBe(1);
});

test('cut off, and while it is looked for the standby is not waited for: not success either', async () => {
  fault = 'cut-then-doubtful';
  const answer = await send();
  expect(answer.status).toBe(503);
  expect((answer.body as unknown as RefusalBody).status.error).toBe('OUTCOME_UNKNOWN');
  expect(doubtful).toBeGreaterThan(1);
});

test('with a key it is looked up first, and answered as it stands', async () => {
  const before = await received();
  fault = 'doubtful-commit';
  const answer = await send('doubtful-1');
  expect(answer.status).toBe(200);
  expect(await received()).toBe(before + 100n);
  expect(doubtful).toBe(1);
  const outcome = await manager.get(`${path}/by-key/doubtful-1`);
  expect(outcome.body).toEqual({ outcome: 'POSTED', transfer: answer.body.data });
});

test('while the ledger’s database is away: 503, nothing moves, and the retry is judged anew', async () => {
  // The batch after a good one is sent without reading first, so the first fault strikes its only statement.
  expect((await send()).status).toBe(200);
  const before = await received();
  fault = 'away';
  const answer = await send('away-key-1');
  expect(answer.status).toBe(503);
  expect((answer.body as unknown as RefusalBody).status.error).toBe('OUTCOME_UNKNOWN');
  expect((await manager.get(`${path}/by-key/away-key-1`)).body).toEqual({
    outcome: 'UNKNOWN',
    transfer: null,
  });
  const later = await send('away-key-2');
  expect((later.body as unknown as RefusalBody).status.error).toBe('UNAVAILABLE');
  fault = 'none';
  expect((await send('away-key-1')).status).toBe(200);
  expect(await received()).toBe(before + 100n);
});

test('a ledger that is full refuses at once: 503, to be tried again', async () => {
  const full = {
    db: bank.database.db,
    ledger: { submit: () => Promise.reject(new LedgerError('BUSY', 'too many wait')) },
    bankKey: await openBankKey({ db: bank.database.db, ...bank.config }),
    clock: () => new Date(),
  };
  const attempt = sendTransfer(full, {
    request: TransferRequest.parse({ destAccountId: 'axb@chkt', assetId: 'usd#nbc', amount: '1.00' }),
    userId: 1n,
    actor: systemActor('Test'),
    deadline: new Date(Date.now() + 30_000),
  });
  const error: unknown = await attempt.catch((it: unknown) => it);
  expect(statusOf[refusalOf(error).refusalName]).toBe(503);
});
