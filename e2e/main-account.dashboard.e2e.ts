import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { choose, press } from './keys.ts';
import { wear } from './looks.ts';
import { NetworkDouble } from './network-double.ts';

test.use({ user: 'manager' });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const flows = (page: Page) =>
  page.getByRole('table', { name: /Incoming and outgoing transactions of each of the last 30 days/ });

// By keyboard: The dashboard
test('the dashboard’s figures are the lists’; a new deposit shows; every chart has its table', async ({
  page,
  bank,
}) => {
  test.slow();
  await page.goto('/dashboard');
  const riel = card(page, 'Riel account');
  const { rows } = await bank.database.owner.pool.query<{ riel: string; waits: number }>(
    `SELECT (SELECT balance_minor FROM balance WHERE account_id = 'chktkhppxxx@chkt' AND asset_id = 'khr#nbc')::text AS riel,
       (SELECT count(*)::int FROM transaction_list l JOIN transaction_state s ON s.state = l.state
        WHERE l.incoming AND s.type = 'DEPOSIT' AND s.business_status = 'RECEIVED_AT_FI') AS waits`,
  );
  const balance = (rows[0]?.riel ?? '').replace(/\B(?=(\d{3})+$)/g, ',');
  await expect(riel).toContainText(balance);
  const past = riel.getByRole('table', { name: /Balance at the end of each of the last 30 days/ });
  await expect(past.getByRole('row')).toHaveCount(31);
  await expect(past.getByRole('row').last()).toContainText(balance);
  await expectAccessible(page);

  const waiting = card(page, `Deposits waiting ${rows[0]?.waits}`);
  await expect(waiting).toBeVisible();
  await new NetworkDouble(bank, 0).deposit('641.75');
  await expect(card(page, `Deposits waiting ${Number(rows[0]?.waits) + 1}`)).toBeVisible();

  await expect(flows(page).getByRole('row')).toHaveCount(32);
  await choose(page.getByRole('radio', { name: 'USD' }));
  await press(page.getByRole('button', { name: 'Show as table' }));
  const today = flows(page).getByRole('row').nth(1);
  const [, incoming] = await today.getByRole('cell').allTextContents();
  await expectAccessible(page);
  await press(card(page, 'Dollar account').getByRole('link', { name: /In today/ }));
  await expect(page).toHaveURL(/\/incoming_transactions\?fromDate=\d{4}-\d\d-\d\d&toDate=/);
  await expect(page.getByRole('main')).toContainText(incoming ?? '');

  await wear(page, { language: 'km', theme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'គណនីប្រាក់រៀល' })).toContainText('៛');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('whoever has no dashboard is sent away; one that cannot be loaded says so, with a reference', async ({
  page,
  bank,
  browser,
}) => {
  test.slow();
  await page.route('**/tps/api/dashboard', (route) =>
    route.fulfill({
      status: 500,
      json: { status: { code: 1, error: 'INTERNAL', message: 'Something went wrong.', reference: 'ref-1' } },
    }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('The dashboard could not be loaded')).toBeVisible();
  await expect(page.getByText('ref-1')).toBeVisible();
  await page.unroute('**/tps/api/dashboard');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Riel account')).toContainText('៛');

  const elsewhere = await browser.newContext({ baseURL: bank.url });
  const auditor = await elsewhere.newPage();
  await signIn(auditor, 'auditor');
  for (const path of ['/dashboard', '/total_account']) {
    await auditor.goto(path);
    await expect(auditor.getByText("Oops! You're lost.")).toBeVisible();
  }
  await elsewhere.close();
});
