import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { press, type } from './keys.ts';

test.use({ user: 'access' });

// By keyboard: Find out who did what
test('an entry is found, unfolded to what was and is, and new ones come by themselves', async ({
  page,
  browser,
  bank,
}) => {
  test.slow();
  await page.goto('/users?search=auditor');
  await press(page.getByRole('button', { name: 'Edit auditor' }));
  const edit = page.getByRole('dialog', { name: 'Edit auditor' });
  await type(edit.getByLabel('First name'), 'Narin');
  await press(edit.getByRole('checkbox', { name: 'Sender', exact: true }), 'Space');
  await press(edit.getByRole('button', { name: 'Save user' }));
  await expect(page.getByText('User auditor successfully changed.')).toBeVisible();

  await page.goto('/audit-logs');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('Console user auditor changed');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Details of Console user auditor changed' }));
  await expect(page.getByText('Refreshing pauses while a row is open.')).toBeVisible();
  const values = page.getByRole('table').getByRole('table');
  await expect(values.getByRole('row').filter({ hasText: 'firstName' })).toHaveText('firstNameNarithNarin');
  await expect(values.getByRole('row').filter({ hasText: 'authorities' })).toContainText('ROLE_SENDER');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Details of Console user auditor changed' }));
  await expect(values).toHaveCount(0);

  // Somebody else signs in: without a click it is there.
  const context = await browser.newContext({ baseURL: bank.url });
  await signIn(await context.newPage(), 'manager');
  await context.close();
  await expect(rows.nth(1)).toContainText('Sophea Chan');

  await press(page.getByRole('button', { name: 'Activity' }));
  await press(page.getByRole('checkbox', { name: /^Console user changed/ }), 'Space');
  await press(page.getByRole('button', { name: 'Apply' }));
  await expect(page).toHaveURL(/activities=CONSOLE_USER_CHANGED/);
  await expect(rows).toHaveCount(2);
  await type(page.getByRole('textbox', { name: 'Person, subject or description' }), 'nobody at all');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No entry matches these filters')).toBeVisible();
});

test('the log reads in Khmer, in the dark and at 390 px', async ({ page }) => {
  await page.evaluate(() => {
    localStorage.setItem('tonle.theme', 'dark');
    localStorage.setItem('tonle.language', 'km');
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/audit-logs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('កំណត់ហេតុសវនកម្ម');
  await page.getByRole('listitem').getByRole('button').first().click();
  await expect(page.getByRole('listitem').getByText('តួនាទីនៅពេលនោះ')).toBeVisible();
  // It lies below its row, over the whole card.
  const values = await page.getByRole('listitem').locator('dl').first().boundingBox();
  expect(values?.width).toBeGreaterThan(300);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.route(/\/api\/v1\/logs\?/, async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as object[];
    const fullName = 'National network';
    await route.fulfill({ response, json: rows.map((it) => ({ ...it, fullName, username: null })) });
  });
  await page.reload();
  await expect(page.getByRole('listitem').first()).toContainText('បណ្តាញជាតិ');
  await page.unroute(/\/api\/v1\/logs\?/);
  // Who is no person is found by the name that is shown.
  await page.goto(`/audit-logs?q=${encodeURIComponent('ធនាគារសាកល្បង')}`);
  await expect(page.getByRole('listitem').first()).toContainText('ធនាគារសាកល្បង');
});
