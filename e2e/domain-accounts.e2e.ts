import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { press, type } from './keys.ts';
import { wear } from './looks.ts';

test.use({ user: 'manager' });

const tableOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const rowOf = (table: Locator, accountId: string) =>
  table.getByRole('row').filter({ has: table.page().getByTitle(accountId, { exact: true }) });
const sumsOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const countOf = async (page: Page, card: string, line: string) => {
  const row = sumsOf(page, card).getByRole('row', { name: new RegExp(`^${line}`) });
  return Number((await row.getByRole('cell').first().textContent())?.replaceAll(',', ''));
};

// By keyboard: Accounts under the domain
test('accounts become direct, many at once with each outcome, and indirect, by button', async ({
  page,
  bank,
}) => {
  test.slow();
  await page.goto('/total_account');
  const indirect = tableOf(page, 'Indirect accounts');
  const direct = tableOf(page, 'Direct accounts');
  await expect(indirect.getByRole('checkbox')).toHaveCount(11);
  await expect(page.getByRole('region', { name: 'Total under the domain in Riel' })).toContainText('៛');
  await expect.poll(() => countOf(page, 'Direct account', 'Branch account balance')).toBeGreaterThan(0);
  const before = await countOf(page, 'Direct account', 'Branch account balance');
  const titles = await indirect
    .getByTitle(/@chkt$/)
    .evaluateAll((all) => all.map((it) => it.getAttribute('title')));
  const [first, second, deleted] = titles;
  if (!first || !second || !deleted) throw new Error('the demo bank has too few accounts');
  for (const it of [first, second, deleted]) await press(rowOf(indirect, it).getByRole('checkbox'), 'Space');
  await expectAccessible(page);
  // A colleague was faster with one of them.
  const { pool } = bank.database.owner;
  await pool.query("UPDATE account_state SET status = 'DELETED' WHERE account_id = $1", [deleted]);
  await press(page.getByRole('button', { name: 'Make direct' }));
  const outcomes = page.getByRole('dialog', { name: '2 of 3 accounts made direct' });
  for (const [account, outcome] of [
    [first, 'Moved'],
    [second, 'Moved'],
    [deleted, 'Deleted, stays where it is'],
  ] as const) {
    await expect(outcomes.getByRole('listitem').filter({ hasText: account })).toContainText(outcome);
  }
  await expectAccessible(page);
  await press(outcomes.getByRole('button', { name: 'Close' }).last());
  await expect(rowOf(indirect, first)).toHaveCount(0);
  await expect.poll(() => countOf(page, 'Direct account', 'Branch account balance')).toBe(before + 2);

  await type(direct.page().getByPlaceholder('Name or account ID').first(), first);
  await expect(direct.getByRole('checkbox')).toHaveCount(2);
  await press(rowOf(direct, first).getByRole('checkbox'), 'Space');
  await press(page.getByRole('button', { name: 'Make indirect' }));
  await expect(page.getByText(`${first} is an indirect account now`)).toBeVisible();
  await expect(page.getByText('No account matches this search')).toBeVisible();
  await expect.poll(() => countOf(page, 'Direct account', 'Branch account balance')).toBe(before + 1);
  const { rows } = await pool.query(
    "SELECT login, activity FROM audit_log WHERE activity LIKE 'ACCOUNTS_MADE%' AND login = 'manager' ORDER BY id DESC LIMIT 2",
  );
  expect(rows.map((it) => it.activity)).toEqual(['ACCOUNTS_MADE_INDIRECT', 'ACCOUNTS_MADE_DIRECT']);
});

test('an account is moved to the other table by dragging', async ({ page }) => {
  await page.goto('/total_account');
  const indirect = tableOf(page, 'Indirect accounts');
  const direct = tableOf(page, 'Direct accounts');
  const account =
    (await direct
      .getByTitle(/@chkt$/)
      .first()
      .getAttribute('title')) ?? '';
  await rowOf(direct, account).dragTo(indirect.getByRole('row').nth(1));
  await expect(page.getByText(`${account} is an indirect account now`)).toBeVisible();
  await expect(rowOf(direct, account)).toHaveCount(0);
});

test('each table has its own page, type and order in the address; the list is exported; a phone shows it all', async ({
  page,
}) => {
  test.slow();
  const askedFor = (...parts: string[]) =>
    page.waitForRequest((it) => parts.every((part) => decodeURIComponent(it.url()).includes(part)));
  const both = [
    askedFor('branch=DIRECT_ACCOUNT', 'page=1'),
    askedFor('branch=INDIRECT_ACCOUNT', 'type=WEB', 'sort=name,desc'),
  ];
  await page.goto('/total_account?indirect.type=WEB&indirect.sort=name,desc&direct.page=2');
  await Promise.all(both);
  const indirect = tableOf(page, 'Indirect accounts');
  await expect(page.getByRole('button', { name: /Account type Only web/ })).toBeVisible();
  await expect(indirect.getByText('Web', { exact: true }).first()).toBeAttached();
  await expect(indirect.getByText('Mobile', { exact: true })).toHaveCount(0);
  await press(page.getByRole('button', { name: /Account type Only web/ }));
  await press(page.getByRole('button', { name: /Only desktop/ }));
  await expect(page).toHaveURL(/indirect\.type=DESKTOP/);
  await expect(indirect.getByText('Desktop', { exact: true }).first()).toBeAttached();
  const asked = page.waitForResponse((it) => it.url().includes('/tps/api/report/list-iroha-account'));
  await press(page.getByRole('button', { name: 'Export CSV' }));
  expect((await asked).status()).toBe(200);
  await press(indirect.getByRole('link').first());
  await expect(page).toHaveURL(/\/account_detail\//);
  await page.goBack();
  await expect(page).toHaveURL(/indirect\.type=DESKTOP/);

  await wear(page, { language: 'km', theme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'សរុបក្រោមដែនជាប្រាក់រៀល' })).toContainText('៛');
  const account = page.getByRole('listitem').getByRole('link').filter({ visible: true }).first();
  expect((await account.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
