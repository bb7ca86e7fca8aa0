import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizerChangeStatuses } from '@tonle/contract/authorizers';
import { recoveryStatuses } from '@tonle/contract/key-recovery-states';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { phonePattern } from '@tonle/contract/phone';
import { readReason } from '@tonle/contract/reasons';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { makeCustomers } from './demo-customers.ts';
import type { DemoStep } from './scene.ts';
import { seedDemo, smallSize } from './seed-demo.ts';
import { makeTraffic } from './traffic.ts';

const noon = new Date('2026-03-10T05:00:00Z');
const hashesOf = (steps: readonly DemoStep[]) =>
  steps.flatMap((it) => (it.transfers ?? []).map(({ hash }) => Buffer.from(hash).toString('hex')));

describe('what the demo bank is made of', () => {
  const customers = makeCustomers(400, dayOf(noon));

  test('is the same each time it is made', () => {
    expect(makeCustomers(400, dayOf(noon))).toEqual(customers);
    expect(hashesOf(makeTraffic(customers, noon, 20))).toEqual(hashesOf(makeTraffic(customers, noon, 20)));
  });

  test('is the same on the same day, only that the day goes on', () => {
    const evening = new Date('2026-03-10T15:00:00Z');
    const atNoon = hashesOf(makeTraffic(customers, noon, 20));
    const later = hashesOf(makeTraffic(customers, evening, 20));
    expect(later.length).toBeGreaterThan(atNoon.length);
    expect(later.slice(0, atNoon.length)).toEqual(atNoon);
  });

  test('has 400 customers of three kinds, each with an id and a phone of their own', () => {
    expect(new Set(customers.map((it) => it.accountId)).size).toBe(400);
    expect(new Set(customers.map((it) => it.primaryContact)).size).toBe(400);
    expect(customers.every((it) => phonePattern.test(it.primaryContact))).toBe(true);
    expect(new Set(customers.map((it) => it.accountType))).toEqual(new Set(['MOBILE', 'DESKTOP', 'WEB']));
    expect(new Set(customers.map((it) => it.fate)).size).toBe(4);
  });

  test('goes on at every hour of the day, in the order of time, with 5,000 transactions in 30 days', () => {
    for (const now of [new Date('2026-03-09T17:01:00Z'), new Date('2026-02-28T16:59:00Z')]) {
      const steps = makeTraffic(makeCustomers(400, dayOf(now)), now, 185);
      const window = now.getTime() - 29 * 86_400_000;
      const recent = steps.filter((it) => it.at.getTime() > window);
      expect(hashesOf(recent).length).toBeGreaterThan(5_000);
      expect(steps.every((it, index) => index === 0 || it.at >= (steps[index - 1]?.at ?? it.at))).toBe(true);
      expect(steps.every((it) => it.at <= now)).toBe(true);
    }
  });
});

describe('the seeded bank', () => {
  let database: TestDatabase;
  let dataDir: string;
  const lines: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'tonle-demo-'));
    await seedDemo({
      config: { dataDir, keyWrapSecret: 'test-wrapping-9876543210-lkjihgfedcba' },
      database,
      progress: (line) => lines.push(line),
      now: noon,
      size: smallSize,
    });
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const statesOf = async () => {
    const { rows } = await database.pool.query<{ state: string }>(
      `SELECT DISTINCT s.status || ' ' || coalesce(s.business_status, '-') AS state
       FROM transaction_list l JOIN transaction_state s ON s.state = l.state`,
    );
    return rows.map((it) => it.state).sort();
  };

  test('shows every state', async () => {
    expect(await statesOf()).toEqual([
      'FAILED FAILED_AT_FI',
      'PENDING PENDING',
      'PENDING RECEIVED_AT_ACH',
      'PENDING RECEIVE_AT_ACH',
      'PENDING RECEIVE_AT_RECEIVER_BANK',
      'REJECTED FAILED_AT_ACH',
      'SUCCESS -',
      'SUCCESS ACKNOWLEDGED_BY_FI',
      'SUCCESS RECEIVED_AT_FI',
      'SUCCESS REFUNDED_BY_RECEIVER',
    ]);
  });

  test('shows recoveries of keys in every state', async () => {
    const { rows } = await database.pool.query('SELECT DISTINCT status FROM key_recovery_request');
    expect(rows.map((it) => it.status).sort()).toEqual([...recoveryStatuses].sort());
  });

  test('shows changes of authorizers in every state', async () => {
    const { rows } = await database.pool.query('SELECT DISTINCT status, reason FROM authorizer_change');
    expect(rows.map((it) => it.status).sort()).toEqual([...authorizerChangeStatuses].sort());
    const failed = rows.find((it) => it.status === 'FAILED');
    expect(readReason(failed.reason)?.key).toBe('refusal.ACCOUNT_DELETED');
  });

  test('has a ledger that verifies, and says how it goes', async () => {
    const client = await database.owner.pool.connect();
    try {
      expect(await verifyLedger(client)).toMatchObject({ ok: true });
    } finally {
      client.release();
    }
    expect(lines.length).toBeGreaterThan(3);
  });

  test('has a deposit of 45 days ago, accounts that are frozen or closed, and a dozen people', async () => {
    const { rows } = await database.pool.query(
      `SELECT (SELECT (created AT TIME ZONE 'Asia/Phnom_Penh')::date::text FROM transfer WHERE ext_ref = 'ASB-SETTLE-0045') AS day,
              (SELECT count(*)::int FROM account_state WHERE frozen OR status <> 'ACTIVATED') AS closed,
              (SELECT count(*)::int FROM console_user) AS people`,
    );
    expect(rows[0]).toMatchObject({ day: '2026-01-24', people: 12 });
    expect(rows[0].closed).toBeGreaterThan(2);
  });
});

test('before the ceremony there are people and customers, no key and no traffic', async () => {
  await using database = await createTestDatabase();
  await seedDemo({
    config: { dataDir: '/nowhere', keyWrapSecret: 'test-wrapping-9876543210-lkjihgfedcba' },
    database,
    progress: () => {},
    now: noon,
    size: smallSize,
    ceremony: true,
  });
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*)::int FROM transfer) AS transfers, (SELECT count(*)::int FROM key_registration) AS keys,
            (SELECT count(*)::int FROM customer) AS customers,
            (SELECT status FROM account_state WHERE kind = 'MAIN') AS main`,
  );
  expect(rows[0]).toEqual({ transfers: 0, keys: 0, customers: smallSize.customers, main: 'DEACTIVATED' });
});
