import type { AccountSummary, Branch, DomainAccount, MovedAccount } from '@tonle/contract/domain-accounts';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { mainAccountId, settlementId, startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { openedBy } from '../channel/test-customers.ts';
import { someoneWith } from '../customers/test-people.ts';
import { checkTotals } from './domain-accounts.public.ts';
import { advanceTotals, lockTotals } from './domain-totals.store.ts';

const base = '/tps/api/participant-bank-branches';
let bank: TestBank;
let manager: Caller;
let app: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  manager = await bank.as('manager');
  app = await bank.asApp();
});
afterAll(() => bank?.close());

const summary = async (branch: string, type = 'ALL') =>
  (await manager.get<AccountSummary>(`/tps/api/iroha-account-summary?type=${type}&branch=${branch}`)).body;
type Page = { data: DomainAccount[]; total: number };
const page = async (group: 'DIRECT' | 'INDIRECT', more = '') =>
  (await manager.get<Page>(`${base}/accounts?branch=${group}_ACCOUNT&size=100${more}`)).body;
const move = (
  way: 'add' | 'remove',
  irohaAccounts: readonly string[],
  caller = manager,
  branchId: unknown = '1',
) =>
  caller.send<{ accounts: MovedAccount[] }>({
    method: 'PUT',
    path: `${base}/${way}-accounts`,
    body: { branchId, irohaAccounts },
  });
const outcomes = (answer: Answer<{ accounts: MovedAccount[] }>) =>
  answer.body.accounts.map((it) => [it.accountId, it.outcome]);
const errorOf = ({ status, body }: Answer): [number, string] => [status, (body as RefusalBody).status.error];

/** The same from the entries alone. */
async function fromEntries(where: string): Promise<AccountSummary> {
  const { rows } = await bank.database.owner.pool.query<{ n: number; khr: string; usd: string }>(
    `WITH own AS (
       SELECT a.account_id FROM account a LEFT JOIN customer c ON c.account_id = a.account_id WHERE ${where})
     SELECT (SELECT count(*)::int FROM own) AS n,
       (SELECT coalesce(sum(amount_minor), 0)::text FROM entry WHERE kind < 3 AND account_id IN (SELECT * FROM own)) AS khr,
       (SELECT coalesce(sum(amount_minor), 0) / 100.0 FROM entry WHERE kind >= 3 AND account_id IN (SELECT * FROM own))::numeric(38, 2)::text AS usd`,
  );
  const row = rows[0];
  return {
    totalAccount: row?.n ?? 0,
    totalAmounts: { 'khr#nbc': row?.khr ?? '', 'usd#nbc': row?.usd ?? '' },
  };
}
const parts = {
  DOMAIN: "a.kind IN ('MAIN', 'CUSTOMER')",
  DIRECT_ACCOUNT: "a.kind = 'MAIN' OR c.branch_id IS NOT NULL",
  BRANCH: 'c.branch_id IS NOT NULL',
  CUSTOMER: "a.kind = 'CUSTOMER' AND c.branch_id IS NULL",
};
async function expectRight(): Promise<void> {
  for (const [scope, where] of Object.entries(parts))
    expect(await summary(scope), scope).toEqual(await fromEntries(where));
  for (const type of ['MOBILE', 'DESKTOP', 'WEB']) {
    expect(await summary('DOMAIN', type), type).toEqual(await fromEntries(`c.account_type = '${type}'`));
  }
}

/** What the server does every few seconds. */
const advance = () => inTransaction(bank.database.db, async (tx) => advanceTotals(tx, await lockTotals(tx)));

describe('accounts under the domain', () => {
  it('the head branch is there; all are indirect until they are moved', async () => {
    const { body, headers } = await manager.get<Branch[]>(base);
    expect(body).toEqual([{ id: '1', name: 'Head branch', headBranch: true }]);
    expect(headers['x-total-count']).toBe('1');
    expect(await page('DIRECT')).toEqual({ data: [], total: 0 });
    const { data, total } = await page('INDIRECT');
    expect(data.map((it) => it.accountId)).toEqual([
      'a_b@chkt',
      'axb@chkt',
      'frozen@chkt',
      'gone@chkt',
      'khmer@chkt',
      'off@chkt',
      'shop@chkt',
      'web@chkt',
    ]);
    expect(total).toBe(8);
    await expectRight();
  });

  it('moves many at once, each with its outcome, and one entry tells of it', async () => {
    await bank.post({ from: mainAccountId, to: 'shop@chkt', amountMinor: 900n, assetId: 'khr#nbc' });
    const { rows: last } = await bank.database.owner.pool.query('SELECT max(id) AS id FROM audit_log');
    const answer = await move('add', ['shop@chkt', 'gone@chkt', 'nobody@chkt', 'SHOP@chkt', 'a_b@chkt']);
    expect(outcomes(answer)).toEqual([
      ['shop@chkt', 'MOVED'],
      ['gone@chkt', 'ACCOUNT_DELETED'],
      ['nobody@chkt', 'ACCOUNT_NOT_FOUND'],
      ['a_b@chkt', 'MOVED'],
    ]);
    expect((await page('DIRECT')).data.map((it) => [it.accountId, it.balanceKhr])).toEqual([
      ['a_b@chkt', '0'],
      ['shop@chkt', '900'],
    ]);
    await expectRight();
    expect(outcomes(await move('add', ['shop@chkt'], manager, 1))).toEqual([['shop@chkt', 'ALREADY_THERE']]);
    expect(outcomes(await move('remove', ['axb@chkt', 'a_b@chkt']))).toEqual([
      ['axb@chkt', 'ALREADY_THERE'],
      ['a_b@chkt', 'MOVED'],
    ]);
    await expectRight();
    const { rows } = await bank.database.owner.pool.query(
      'SELECT activity, login, subject, new_values FROM audit_log WHERE id > $1 ORDER BY id',
      [last[0].id],
    );
    expect(rows).toEqual([
      {
        activity: 'ACCOUNTS_MADE_DIRECT',
        login: 'manager',
        subject: null,
        new_values: { group: 'DIRECT', accounts: ['shop@chkt', 'a_b@chkt'] },
      },
      {
        activity: 'ACCOUNTS_MADE_INDIRECT',
        login: 'manager',
        subject: 'a_b@chkt',
        new_values: { group: 'INDIRECT', accounts: ['a_b@chkt'] },
      },
    ]);
  });

  it('the totals stay right while money moves, accounts open and accounts are moved, at once', async () => {
    const before = await summary('DOMAIN');
    const opened = Array.from({ length: 5 }, (_, index) =>
      openedBy(app, { accountName: `opened_${index}`, primaryContact: `85510${String(710_000 + index)}` }),
    );
    const money = Array.from({ length: 30 }, (_, index) =>
      bank.post({
        from: mainAccountId,
        to: index % 3 === 0 ? 'shop@chkt' : 'khmer@chkt',
        amountMinor: BigInt(index + 1),
        ...(index % 2 === 0 ? { assetId: 'khr#nbc' as const } : {}),
      }),
    );
    const moves = Array.from({ length: 12 }, (_, index) =>
      move(index % 2 === 0 ? 'add' : 'remove', ['khmer@chkt', 'shop@chkt', 'web@chkt']),
    );
    const seen = Array.from({ length: 12 }, () => summary('DOMAIN'));
    const advanced = Array.from({ length: 4 }, () => advance());
    const checked = Array.from({ length: 4 }, () => checkTotals(bank.database.db));
    await Promise.all([...opened, ...money, ...moves, ...advanced]);
    expect(await Promise.all(checked)).toEqual(checked.map(() => true));
    expect((await Promise.all(moves)).map((it) => it.status)).toEqual(moves.map(() => 200));
    // Nothing left the domain: each moment says the same sums.
    for (const it of await Promise.all(seen)) expect(it.totalAmounts).toEqual(before.totalAmounts);
    expect((await summary('DOMAIN')).totalAccount).toBe(before.totalAccount + 5);
    await expectRight();
    await advance();
    await expectRight();
    expect(await checkTotals(bank.database.db)).toBe(true);
    await bank.post({ from: 'khmer@chkt', to: settlementId, amountMinor: 2n });
    await expectRight();
    expect((await page('INDIRECT')).total + (await page('DIRECT')).total).toBe(
      (await summary('DOMAIN')).totalAccount - 1,
    );
  });

  it('20 move the same account at once: one moves it, the others find it there', async () => {
    await move('remove', ['web@chkt']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => move('add', ['web@chkt'])));
    const told = answers.map((it) => it.body.accounts[0]?.outcome).sort();
    expect(told).toEqual([...Array.from({ length: 19 }, () => 'ALREADY_THERE'), 'MOVED']);
    await expectRight();
  });

  it('wrong totals are found and counted anew', async () => {
    await bank.database.owner.pool.query(
      "UPDATE domain_total SET count = count + 1, khr_minor = khr_minor - 5 WHERE branch_id = 0 AND account_type = 'MOBILE'",
    );
    expect(await checkTotals(bank.database.db)).toBe(false);
    expect(await checkTotals(bank.database.db)).toBe(true);
    await expectRight();
  });

  it('pages, types, orders and searches both groups; nothing typed is a pattern', async () => {
    await move('remove', ['shop@chkt', 'web@chkt', 'khmer@chkt', 'a_b@chkt']);
    const ids = (it: Page) => it.data.map((row) => row.accountId);
    const all = ids(await page('INDIRECT'));
    expect(ids(await page('INDIRECT', '&sort=accountId,desc'))).toEqual(all.toReversed());
    const paged: string[] = [];
    for (let number = 0; number * 3 < all.length; number += 1) {
      const { body } = await manager.get<Page>(
        `${base}/accounts?branch=INDIRECT_ACCOUNT&size=3&page=${number}`,
      );
      expect(body.total).toBe(all.length);
      paged.push(...ids(body));
    }
    expect(paged).toEqual(all);
    expect(ids(await page('INDIRECT', '&type=DESKTOP'))).toEqual(['shop@chkt']);
    expect((await page('INDIRECT', '&type=WEB')).total).toBe(1);
    expect(ids(await page('INDIRECT', '&filter=a_b'))).toEqual(['a_b@chkt']);
    expect(ids(await page('INDIRECT', '&filter=%25%25%25'))).toEqual([]);
    expect(ids(await page('INDIRECT', `&filter=${encodeURIComponent('ម្ត៉ាយ')}`))).toEqual(['khmer@chkt']);
    // Khmer names as a Khmer dictionary has them, before Latin ones.
    const { rows: named } = await bank.database.owner.pool.query<{ account_id: string }>(
      `SELECT c.account_id FROM customer c JOIN account USING (account_id)
       ORDER BY coalesce(organization_name, full_name) COLLATE "km-x-icu", c.account_id`,
    );
    expect(ids(await page('INDIRECT', '&sort=name,asc'))).toEqual(named.map((it) => it.account_id));
    expect(ids(await page('INDIRECT', '&sort=name,desc'))).toEqual(
      (await page('INDIRECT', '&sort=name,asc')).data.map((it) => it.accountId).toReversed(),
    );
    const beyond = await manager.get<Page>(`${base}/accounts?branch=INDIRECT_ACCOUNT&page=900000`);
    expect(beyond.body).toEqual({ data: [], total: all.length });
    const { data } = await page('INDIRECT');
    expect(data.find((it) => it.accountId === 'gone@chkt')?.status).toBe('DELETED');
    expect(data.find((it) => it.accountId === 'frozen@chkt')?.frozen).toBe(true);
  });

  it('refuses what is no question, no branch, no account', async () => {
    for (const query of [
      '',
      '?branch=ALL',
      '?branch=BRANCH',
      '?branch=DIRECT_ACCOUNT&filter=ab',
      "?branch=DIRECT_ACCOUNT&sort=(case when 1=1 then 'a' end),asc",
      '?branch=DIRECT_ACCOUNT&size=101',
      '?branch=DIRECT_ACCOUNT&type=BANK',
    ]) {
      expect(errorOf(await manager.get(`${base}/accounts${query}`)), query).toEqual([400, 'INVALID_REQUEST']);
    }
    expect((await manager.get('/tps/api/iroha-account-summary?branch=EVERYTHING')).status).toBe(400);
    expect(await summary('')).toEqual(await summary('DOMAIN'));
    for (const body of [
      {},
      { branchId: '1' },
      { branchId: '1', irohaAccounts: [] },
      { branchId: '1', irohaAccounts: 'shop@chkt' },
      { branchId: '1', irohaAccounts: ["x'; DROP TABLE customer"] },
      { branchId: '1', irohaAccounts: Array.from({ length: 101 }, (_, index) => `a${index}@chkt`) },
      { branchId: '-1', irohaAccounts: ['shop@chkt'] },
      { branchId: '1', irohaAccounts: ['shop@chkt'], headBranch: true },
    ]) {
      const answer = await manager.send({ method: 'PUT', path: `${base}/add-accounts`, body });
      expect(errorOf(answer), JSON.stringify(body)).toEqual([400, 'INVALID_REQUEST']);
    }
    expect(errorOf(await move('add', ['shop@chkt'], manager, '2'))).toEqual([404, 'NOT_FOUND']);
    // The main account is no customer's: it is direct for good.
    expect(outcomes(await move('remove', [mainAccountId]))).toEqual([[mainAccountId, 'ACCOUNT_NOT_FOUND']]);
  });

  it('opens to whoever holds the permissions, and to nobody else', async () => {
    const reads = [base, `${base}/accounts?branch=DIRECT_ACCOUNT`, '/tps/api/iroha-account-summary'];
    for (const login of ['admin', 'access', 'auditor', 'authorizer', 'keyholder1', 'teller', 'inputter']) {
      const caller = await bank.as(login);
      for (const path of reads) expect((await caller.get(path)).status, `${login} ${path}`).toBe(403);
      expect((await move('add', ['shop@chkt'], caller)).status, login).toBe(403);
      expect((await move('remove', ['shop@chkt'], caller)).status, login).toBe(403);
    }
    for (const path of reads) expect((await bank.anyone.get(path)).status).toBe(401);
    const viewer = await someoneWith(bank, 'domain-viewer', ['domain-accounts.list']);
    for (const path of reads) expect((await viewer.get(path)).status).toBe(200);
    expect((await move('add', ['shop@chkt'], viewer)).status).toBe(403);
  });
});
