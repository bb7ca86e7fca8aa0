import type { Dashboard } from '@tonle/contract/dashboard';
import { addDays, dayOf, startOfDay } from '@tonle/contract/phnom-penh-day';
import { assetOf, type Currency, currencies, formatAmount, parseAmount } from '@tonle/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  mainAccountId,
  settlementId,
  startTestBank,
  type TestBank,
  type TestTransfer,
} from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';
import { someoneWith } from '../customers/test-people.ts';

const path = '/tps/api/dashboard';
const lists = '/report-service/api/transfer-management/iroha-transactions';
const today = dayOf(new Date());
/** So long after the beginning of the Phnom Penh day so many days ago. */
const at = (daysAgo: number, afterMs = 0) =>
  new Date(startOfDay(addDays(today, -daysAgo)).getTime() + afterMs);
const lastMs = 24 * 3_600_000 - 1;

const deposit = (to: string, amountMinor: bigint, it: Partial<TestTransfer> = {}): TestTransfer => ({
  from: settlementId,
  to,
  amountMinor,
  type: 'DEPOSIT',
  standing: { status: 'SUCCESS', businessStatus: to === mainAccountId ? 'RECEIVED_AT_FI' : null },
  ...it,
});
const khr = { assetId: 'khr#nbc' } as const;

/** Days and their borders, both currencies, both ways, beside the main account too. */
const past: TestTransfer[] = [
  deposit(mainAccountId, 7_000n, { at: at(40) }),
  { from: mainAccountId, to: 'a_b@chkt', amountMinor: 11n, at: at(30, lastMs) },
  deposit(mainAccountId, 13n, { at: at(29), ...khr }),
  deposit(mainAccountId, 17n, { at: at(29) }),
  { from: mainAccountId, to: 'axb@chkt', amountMinor: 19n, at: at(10), ...khr },
  { from: 'a_b@chkt', to: settlementId, amountMinor: 5n, at: at(10, 1) },
  deposit('shop@chkt', 23n, { at: at(2, lastMs), ...khr }),
  deposit(mainAccountId, 29n, { at: at(1, lastMs) }),
  { from: 'a_b@chkt', to: 'axb@chkt', amountMinor: 1n, at: at(1, lastMs) },
  deposit(mainAccountId, 31n, { at: at(0) }),
  { from: mainAccountId, to: settlementId, amountMinor: 37n, at: at(0), ...khr },
];

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({ past, opened: at(60) });
  manager = await bank.as('manager');
});
afterAll(() => bank?.close());

const read = async (): Promise<Dashboard> => {
  const { status, body } = await manager.get<Dashboard>(path);
  expect(status).toBe(200);
  return body;
};

/** The same from the entries alone: what each day moved, and what the main account held at its end. */
async function fromEntries(currency: Currency, days: readonly string[]) {
  const { rows } = await bank.database.owner.pool.query<Record<string, string>>(
    `WITH day AS (SELECT unnest($2::date[]) AS day), moved AS (
       SELECT ((t.created AT TIME ZONE 'UTC') + interval '7 hours')::date AS day, c.amount_minor, da.kind AS pays, ca.kind AS is_paid
       FROM transfer t
       JOIN entry d ON d.seq = t.seq AND d.amount_minor < 0 JOIN entry c ON c.seq = t.seq AND c.amount_minor > 0
       JOIN account da ON da.account_id = d.account_id JOIN account ca ON ca.account_id = c.account_id
       JOIN entry_kind k ON k.kind = c.kind WHERE k.asset_id = $1)
     SELECT day.day::text AS day,
       (SELECT count(*) FROM moved m WHERE m.day = day.day AND (is_paid = 'MAIN' OR (pays NOT IN ('MAIN', 'CUSTOMER') AND is_paid = 'CUSTOMER')))::text AS in_count,
       (SELECT coalesce(sum(amount_minor), 0) FROM moved m WHERE m.day = day.day AND (is_paid = 'MAIN' OR (pays NOT IN ('MAIN', 'CUSTOMER') AND is_paid = 'CUSTOMER')))::text AS in_sum,
       (SELECT count(*) FROM moved m WHERE m.day = day.day AND (pays = 'MAIN' OR (pays = 'CUSTOMER' AND is_paid NOT IN ('MAIN', 'CUSTOMER'))))::text AS out_count,
       (SELECT coalesce(sum(amount_minor), 0) FROM moved m WHERE m.day = day.day AND (pays = 'MAIN' OR (pays = 'CUSTOMER' AND is_paid NOT IN ('MAIN', 'CUSTOMER'))))::text AS out_sum,
       (SELECT coalesce(sum(e.amount_minor), 0) FROM entry e JOIN entry_kind k ON k.kind = e.kind JOIN transfer t ON t.seq = e.seq
        WHERE e.account_id = $3 AND k.asset_id = $1
          AND ((t.created AT TIME ZONE 'UTC') + interval '7 hours')::date <= day.day)::text AS balance
     FROM day ORDER BY day.day`,
    [assetOf(currency), days, mainAccountId],
  );
  const amount = (minor: string | undefined) => formatAmount(BigInt(minor ?? 0), currency);
  return rows.map((it) => ({
    day: it.day,
    balance: amount(it.balance),
    incoming: { count: Number(it.in_count), amount: amount(it.in_sum) },
    outgoing: { count: Number(it.out_count), amount: amount(it.out_sum) },
  }));
}

const minor = (amount: string, currency: Currency) => {
  const read = parseAmount(amount, currency);
  if (typeof read !== 'bigint') throw new Error(`${amount} is no amount`);
  return read;
};

describe('the dashboard', () => {
  it('says what the entries say, each Phnom Penh day to its last millisecond, in both currencies', async () => {
    const seen = await read();
    for (const currency of currencies) {
      const { days, balance, openingBalance } = seen.currencies[currency];
      expect(days.map((it) => it.day)).toEqual(
        Array.from({ length: 30 }, (_, index) => addDays(days.at(-1)?.day ?? '', index - 29)),
      );
      expect(days).toEqual(
        await fromEntries(
          currency,
          days.map((it) => it.day),
        ),
      );
      expect(balance).toBe(days.at(-1)?.balance);
      const [before] = await fromEntries(currency, [addDays(days[0]?.day ?? '', -1)]);
      expect(openingBalance).toBe(before?.balance);
    }
  });

  it('shows deposits that wait, the oldest first, however old; the newest of the history', async () => {
    const { waiting, recent } = await read();
    expect(waiting.count).toBe(5);
    expect(waiting.sums).toEqual({ KHR: '13', USD: '70.77' });
    expect(waiting.rows.map((it) => it.transactionContent.commandList[0]?.amount)).toEqual([
      '70.00',
      '13',
      '0.17',
      '0.29',
      '0.31',
    ]);
    const history = await manager.get<Dashboard['recent']>(
      '/report-service/api/transfer-management/fast-transactions/web-history?size=5',
    );
    expect(recent).toEqual(history.body);
  });

  it('under traffic each answer tells of one moment; afterwards it equals lists and entries', async () => {
    const traffic = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? bank.post(deposit(mainAccountId, 100n + BigInt(index), index % 4 === 0 ? khr : {}))
        : bank.post({
            from: mainAccountId,
            to: 'axb@chkt',
            amountMinor: 3n + BigInt(index),
            ...(index % 4 === 1 ? khr : {}),
          }),
    );
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => read()),
      ...traffic.map(() => read()),
    ]);
    await Promise.all(traffic);
    for (const { currencies: told, waiting } of answers) {
      for (const currency of currencies) {
        const [yesterday, now] = told[currency].days.slice(-2);
        if (!yesterday || !now) throw new Error('no days');
        // Today all that came and went passed through the main account.
        expect(minor(now.balance, currency)).toBe(
          minor(yesterday.balance, currency) +
            minor(now.incoming.amount, currency) -
            minor(now.outgoing.amount, currency),
        );
      }
      const arrived = currencies.reduce((sum, it) => sum + (told[it].days.at(-1)?.incoming.count ?? 0), 0);
      expect(waiting.count).toBe(4 + arrived);
    }
    const after = await read();
    for (const currency of currencies) {
      const { days } = after.currencies[currency];
      expect(days).toEqual(
        await fromEntries(
          currency,
          days.map((it) => it.day),
        ),
      );
      for (const way of ['incoming', 'outgoing'] as const) {
        const { headers } = await manager.get(`${lists}/${way}/today?currencies=${currency}`);
        expect([Number(headers['x-total-count']), headers[`x-sum-${currency.toLowerCase()}`]]).toEqual([
          days.at(-1)?.[way].count,
          days.at(-1)?.[way].amount,
        ]);
      }
    }
  });

  it('a transfer that fails later counts as the lists count it, and its money is back in the balance', async () => {
    const before = await read();
    const { transfers } = await bank.post({
      from: mainAccountId,
      to: settlementId,
      amountMinor: 41n,
      standing: { status: 'PENDING', businessStatus: 'PENDING' },
    });
    await bank.happen(transfers[0]?.transactionHash ?? '', {
      status: 'FAILED',
      businessStatus: 'FAILED_AT_FI',
    });
    await bank.post({ from: settlementId, to: mainAccountId, amountMinor: 41n, type: 'RECEIVE' });
    const after = await read();
    expect(after.currencies.USD.balance).toBe(before.currencies.USD.balance);
    const { days } = after.currencies.USD;
    expect(days).toEqual(
      await fromEntries(
        'USD',
        days.map((it) => it.day),
      ),
    );
    expect(after.waiting).toEqual(before.waiting);
  });

  it('opens to whoever holds its permission, and to nobody else', async () => {
    expect((await bank.anyone.get(path)).status).toBe(401);
    for (const login of ['admin', 'access', 'auditor', 'authorizer', 'keyholder1', 'teller', 'inputter']) {
      expect((await (await bank.as(login)).get(path)).status, login).toBe(403);
    }
    const viewer = await someoneWith(bank, 'dashboard-viewer', ['main-account.dashboard']);
    const whole = await read();
    // Figures are the dashboard's, single transactions their lists' (decision 126).
    const seen = await viewer.get<Dashboard>(path);
    expect(seen).toMatchObject({
      status: 200,
      body: { ...whole, time: seen.body.time, waiting: { ...whole.waiting, rows: [] }, recent: [] },
    });
    const incoming = await someoneWith(bank, 'dashboard-incoming', [
      'main-account.dashboard',
      'transactions.incoming',
    ]);
    expect((await incoming.get<Dashboard>(path)).body).toMatchObject({ waiting: whole.waiting, recent: [] });
    const history = await someoneWith(bank, 'dashboard-history', [
      'main-account.dashboard',
      'transactions.history',
    ]);
    expect((await history.get<Dashboard>(path)).body).toMatchObject({
      waiting: { rows: [] },
      recent: whole.recent,
    });
    expect((await manager.get(`${path}?days=90`)).status).toBe(400);
  });
});
