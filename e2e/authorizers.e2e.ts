import type { Locator, Page } from '@playwright/test';
import { type Bank, expect, expectAccessible, holdBack, signIn, test } from './fixtures.ts';
import { press } from './keys.ts';

test.use({ user: 'admin' });

const tableOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const signerOf = (page: Page, account: string): Locator =>
  tableOf(page, 'Authorizers')
    .getByRole('row')
    .filter({ hasText: account.split('@')[0] ?? '' });
const candidateOf = (page: Page, account: string): Locator =>
  tableOf(page, 'Desktop users')
    .getByRole('row')
    .filter({ hasText: account.split('@')[0] ?? '' })
    .first();

async function twoOrganizations(bank: Bank): Promise<[string, string]> {
  const { rows } = await bank.database.owner.pool.query<{ account_id: string }>(
    `SELECT c.account_id FROM customer c JOIN account_state s USING (account_id)
     WHERE account_type = 'DESKTOP' AND s.status = 'ACTIVATED' AND NOT s.frozen ORDER BY account_id LIMIT 2`,
  );
  const [one, other] = rows.map((it) => it.account_id);
  if (!one || !other) throw new Error('the demo bank has too few desktop accounts');
  return [one, other];
}

// By keyboard: Add or remove an authorizer
test('authorizers are added and removed by button; the history says who did it; auditors are kept out', async ({
  page,
  bank,
  browser,
}) => {
  test.slow();
  const [shop, lotus] = await twoOrganizations(bank);
  await page.goto(`/kyc_info/${shop}`);
  await press(page.getByRole('link', { name: 'Manage authorizers' }));
  await expect(page).toHaveURL(/\/manage_authorizers\//);
  await expect(page.getByText('Nobody else signs for this account yet.')).toBeVisible();
  // Three lists, one stamp.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Printed /).filter({ visible: true })).toHaveCount(1);
  await page.emulateMedia({ media: null });

  await press(candidateOf(page, lotus).getByRole('checkbox'), 'Space');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Add as authorizer' }));
  await expect(
    page.getByText(
      `User ${lotus} is in the process of being added as an authorizer! Please check the page later.`,
    ),
  ).toBeVisible();
  const signer = signerOf(page, lotus);
  await expect(signer).toBeVisible();
  const history = tableOf(page, 'History');
  await expect(history.getByRole('row').nth(1)).toContainText('Addition');

  await press(signer.getByRole('checkbox'), 'Space');
  await press(page.getByRole('button', { name: 'Remove authorizer' }));
  await expect(
    page.getByText(`Authorizer ${lotus} is in the process of being removed! Please check the page later.`),
  ).toBeVisible();
  await expect(signer).toHaveCount(0);
  await expect(history.getByRole('row').nth(1)).toContainText('Removal');
  await expect(history.getByRole('row').nth(1)).toContainText('Done');

  // Each change has its timeline, from which one gets to both accounts and back.
  await press(history.getByRole('link', { name: `View change of ${lotus}` }).first());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Removal of ${lotus}`);
  await expect(page.getByRole('listitem').filter({ hasText: /By (\S+ \S+ \(admin\)|Tonle)\./ })).toHaveText([
    /^Removal asked for.*\(admin\)/,
    /^Removed as authorizer.*Tonle/,
  ]);
  await expectAccessible(page);
  await press(page.getByRole('link', { name: shop, exact: true }).last());
  await expect(page).toHaveURL(new RegExp(`/kyc_info/${encodeURIComponent(shop)}$`));
  await page.goBack();
  await expect(page.getByText('Removal asked for')).toBeVisible();
  await press(page.getByRole('link', { name: 'Manage authorizers' }));
  await expect(history.getByRole('row')).toHaveCount(3);
  // Loaded whole, so that nothing is on its way any more that would bring the next change by itself.
  await page.reload();

  // What a colleague asks for shows by itself where it moves nothing, and is offered where it would.
  await expect(history.getByRole('row')).toHaveCount(3);
  await bank.database.owner.pool.query(
    `INSERT INTO authorizer_change (account_id, authorizer_account_id, direction, made_by_name)
     VALUES ($1, $2, 'ADD_SIGNATORY', 'App desktop-app')`,
    [shop, lotus],
  );
  await expect(page.getByRole('button', { name: '1 new', exact: true })).toBeVisible();
  await expect(history.getByRole('row')).toHaveCount(3);
  await press(page.getByRole('button', { name: '1 new', exact: true }));
  await expect(history.getByRole('row').nth(1)).toContainText('App desktop-app');
  await expect(history.getByRole('row').nth(1)).toContainText('Done');
  await expect(signer).toBeVisible();

  // Why one could not be carried out, and who asked for it, are said in the reader's language.
  const { rows: failing } = await bank.database.owner.pool.query<{ id: string }>(
    `INSERT INTO authorizer_change (account_id, authorizer_account_id, direction, made_by_name)
     VALUES ($1, $2, 'ADD_SIGNATORY', 'App desktop-app') RETURNING id`,
    [shop, lotus],
  );
  await page.evaluate(() => {
    localStorage.setItem('tonle.language', 'km');
    localStorage.setItem('tonle.theme', 'dark');
  });
  await page.goto(`/manage_authorizers/${shop}/${failing[0]?.id}`);
  await expect(page.getByRole('definition').filter({ hasText: /^កម្មវិធី desktop-app$/ })).toBeVisible();
  await expect(page.getByText(`${lotus} ជាអ្នកអនុញ្ញាតរួចហើយ`).first()).toBeVisible();
  await page.goto(`/manage_authorizers/${shop}`);
  await expect(page.getByRole('cell', { name: 'កម្មវិធី desktop-app' })).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('គ្រប់គ្រងអ្នកអនុញ្ញាត');
  await expect(page.getByText('កម្មវិធី desktop-app', { exact: true })).toHaveCount(2);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const elsewhere = await browser.newContext({ baseURL: bank.url });
  const auditor = await elsewhere.newPage();
  await signIn(auditor, 'auditor');
  await auditor.goto(`/manage_authorizers/${shop}`);
  await expect(auditor.getByText("Oops! You're lost.")).toBeVisible();
  await elsewhere.close();
});

test('on a phone what stands below a list appears where it stays, once the rows above have come', async ({
  page,
  bank,
}) => {
  const { rows } = await bank.database.owner.pool.query<{ account_id: string }>(
    `SELECT account_id FROM customer WHERE account_type = 'DESKTOP' ORDER BY account_id LIMIT 1`,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdBack(page, '**/user/desktop/authorizers?*');
  await page.goto(`/manage_authorizers/${rows[0]?.account_id}`);
  const below = page.locator('h2').filter({ hasText: /Desktop users|History/ });
  await expect(below).toHaveCount(2);
  for (const it of await below.all()) await expect(it).toBeHidden();
  await expect(page.getByLabel('Rows per page').first()).toBeHidden();
  release();
  for (const it of await below.all()) await expect(it).toBeVisible();
});

test('whose change failed stays chosen; an authorizer is removed by dragging', async ({ page, bank }) => {
  const [shop, lotus] = await twoOrganizations(bank);
  await page.goto(`/manage_authorizers/${shop}`);
  const choice = candidateOf(page, lotus).getByRole('checkbox');
  await press(choice, 'Space');
  const calls = '**/v1/user/add-authorizer';
  await page.route(calls, (route) => route.abort());
  await press(page.getByRole('button', { name: 'Add as authorizer' }));
  const error = page.getByRole('dialog', { name: 'This change was refused' });
  await expect(error).toContainText(lotus);
  await press(error.getByRole('button', { name: 'Close' }));
  await expect(choice).toBeChecked();
  await page.unroute(calls);
  await press(page.getByRole('button', { name: 'Add as authorizer' }));
  await expect(choice).toHaveCount(0);
  const signer = signerOf(page, lotus);
  await expect(signer).toBeVisible();
  await signer.dragTo(tableOf(page, 'Desktop users').getByRole('row').nth(1));
  await expect(
    page.getByText(`Authorizer ${lotus} is in the process of being removed! Please check the page later.`),
  ).toBeVisible();
  await expect(signer).toHaveCount(0);
});
