import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, holdBack, signIn, test, traverse } from './fixtures.ts';
import { press, reach, type } from './keys.ts';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const tick = (within: Locator, name: string) => within.getByRole('checkbox', { name, exact: true });
const permissions = (within: Locator): Locator =>
  within.getByRole('region', { name: 'Permissions of the role' });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

test.use({ user: 'access' });

// By keyboard: Build a role from pages
test('a role built from pages, given to somebody, opens exactly those pages with their buttons', async ({
  page,
  browser,
  bank,
}) => {
  test.slow();
  await page.goto('/roles');
  await press(page.getByRole('button', { name: 'Add role' }));
  const add = dialog(page, 'Add role');
  const create = add.getByRole('button', { name: 'Create role' });
  await expect(create).toBeDisabled();
  // Escape closes one thing at a time: the list, not the dialog around it.
  await reach(add.getByRole('combobox', { name: 'Add a permission' }));
  await page.keyboard.press('ArrowDown');
  await expect(add.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(add.getByRole('listbox')).toHaveCount(0);
  // A page that was chosen and left out again is nothing to lose.
  await press(tick(add, 'Incoming'), 'Space');
  await page.keyboard.press('Space');
  await expect(create).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(add).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Add role' }));
  await press(tick(add, 'Incoming'), 'Space');
  // A page chosen is as little lost to a slip as what is typed.
  await page.keyboard.press('Escape');
  // A page is chosen, a name is not.
  await expect(create).toBeDisabled();
  await type(add.getByLabel('Role name'), ' ');
  await add.getByLabel('Role name').blur();
  await expect(add.getByLabel('Role name')).toHaveAccessibleDescription('Role name is required');
  await type(add.getByLabel('Role name'), 'Cash desk');
  await press(tick(add, 'Main account'), 'Space');
  await expect(permissions(add)).toContainText('3 pages · 6 permissions');
  await press(tick(add, 'Manage main account'), 'Space');
  await expect(tick(add, 'Main account')).not.toBeChecked();
  await expect(permissions(add).getByRole('listitem')).toHaveText([
    'main-account.balance',
    'transactions.acknowledge',
    'transactions.incoming',
    'transactions.incoming.export',
    'transactions.refund',
  ]);
  await press(create);
  await expect(page.getByText('Role Cash desk successfully created.')).toBeVisible();
  await expect(row(page, 'Cash desk')).toContainText('Main account balance, Incoming');

  await page.goto('/users?search=teller');
  await press(page.getByRole('button', { name: 'Edit teller' }));
  const edit = dialog(page, 'Edit teller');
  await press(tick(edit, 'Teller'), 'Space');
  await press(tick(edit, 'Cash desk'), 'Space');
  await press(edit.getByRole('button', { name: 'Save user' }));
  await expect(page.getByText('User teller successfully changed.')).toBeVisible();

  const context = await browser.newContext({ baseURL: bank.url });
  const teller = await context.newPage();
  await signIn(teller, 'teller');
  const links = teller.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  const menu = async () => links.evaluateAll((all) => all.map((it) => it.getAttribute('href')));
  await expect.poll(menu).toEqual(expect.arrayContaining(['/main_account', '/incoming_transactions']));
  // What comes with every export permission, and nothing more.
  expect((await menu()).filter((it) => it !== '/download')).toEqual([
    '/main_account',
    '/incoming_transactions',
  ]);
  for (const path of ['/manage_main_account', '/outgoing_transactions', '/history', '/roles', '/users']) {
    await teller.goto(path);
    await expect(teller, path).toHaveURL('/404');
  }
  await teller.goto('/incoming_transactions?businessStatus=RECEIVED_AT_FI&fromDate=2000-01-01');
  await press(teller.getByRole('link', { name: /^View/ }).first());
  await expect(teller.getByRole('button', { name: 'Refund' })).toBeVisible();
  await expect(teller.getByRole('button', { name: 'Acknowledge' })).toBeVisible();

  // Without the whole page's permissions the page is gone at once.
  await page.goto('/roles');
  await press(page.getByRole('button', { name: 'Edit permissions of Cash desk' }));
  const narrow = dialog(page, 'Edit permissions of Cash desk');
  await expect(narrow.getByLabel('Role name')).toBeDisabled();
  await press(tick(narrow, 'Incoming'), 'Space');
  await press(narrow.getByRole('button', { name: 'Save permissions' }));
  await expect(page.getByText('Permissions of role Cash desk successfully changed.')).toBeVisible();
  await teller.goto('/incoming_transactions');
  await expect(teller).toHaveURL('/404');
  await context.close();
});

test('roles are cloned and deleted, not while somebody holds them; permissions added and deleted', async ({
  page,
}) => {
  test.slow();
  await page.goto('/users');
  await press(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Roles' }));
  await expect(row(page, 'Teller')).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Clone Teller' }));
  const clone = dialog(page, 'Clone Teller');
  await expect(clone.getByLabel('Role name')).toHaveValue('Teller (copy)');
  await expect(permissions(clone)).toContainText('3 pages · 4 permissions');
  await expectAccessible(page);
  await type(clone.getByLabel('Role name'), 'Teller');
  await press(clone.getByRole('button', { name: 'Create role' }));
  await expect(clone.getByLabel('Role name')).toHaveAccessibleDescription('There is a role Teller already');
  await expect(clone.getByLabel('Role name')).toBeFocused();
  await type(clone.getByLabel('Role name'), 'Night teller');
  // The server makes the role, and its answer is lost: trying again finds it as it is.
  const left = Promise.withResolvers<void>();
  await page.route(
    '**/role/create*',
    async (route) => {
      await left.promise;
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await press(clone.getByRole('button', { name: 'Create role' }));
  // Whoever leaves meanwhile is told, and loses nothing.
  await traverse(page, -1);
  await expect(dialog(page, 'This is still being sent')).toBeVisible();
  left.resolve();
  await expect(dialog(page, 'This is still being sent')).toHaveCount(0);
  const error = dialog(page, 'Error');
  await press(error.getByRole('button', { name: 'Close' }));
  await expect(page).toHaveURL('/roles');
  await press(clone.getByRole('button', { name: 'Create role' }));
  await expect(page.getByText('Role Night teller successfully created.')).toBeVisible();
  await expect(row(page, 'Night teller')).toContainText(
    'Main account balance, Manage main account, Outgoing',
  );

  const remove = async (name: string) => {
    await press(page.getByRole('button', { name: `Delete ${name}`, exact: true }));
    const sure = dialog(page, `Are you sure you want to delete ${name} role?`);
    await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(sure.getByRole('button', { name: 'Delete role' }));
  };
  await remove('Teller');
  await expect(error).toContainText('Role Teller cannot be deleted: it is in use by teller');
  await press(error.getByRole('button', { name: 'Close' }));
  await remove('Night teller');
  await expect(page.getByText('Role Night teller removed successfully.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);

  await press(page.getByRole('button', { name: 'Add permission' }));
  const add = dialog(page, 'Add permission');
  await press(add.getByRole('button', { name: 'Create permission' }));
  await expect(add.getByText('Permission name is required')).toBeVisible();
  await type(add.getByLabel('Permission name'), 'Vault access');
  await traverse(page, -1);
  await press(dialog(page, 'Leave without saving?').getByRole('button', { name: 'Stay' }));
  await press(add.getByRole('button', { name: 'Create permission' }));
  await expect(page.getByText('Permission Vault access successfully created.')).toBeVisible();
  await page.getByRole('radio', { name: 'Permissions' }).press('Space');
  await expect(page).toHaveURL(/view=permissions/);
  await type(page.getByRole('textbox', { name: 'Permission name' }), 'vault');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await press(page.getByRole('button', { name: 'Delete Vault access' }));
  await press(dialog(page, /Vault access/).getByRole('button', { name: 'Delete permission' }));
  await expect(page.getByText('Permission Vault access removed successfully.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Clear search' }));
  // Those of the product have no button.
  await expect(row(page, 'audit-log')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});

test('what stands below a list moves neither for the bars nor for the rows that come late', async ({
  page,
}) => {
  const release = await holdBack(page, '**/role-permission/permissions*');
  await page.goto('/roles?view=permissions');
  const below = page.getByLabel('Rows per page');
  await below.waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  const top = async () => (await below.boundingBox())?.y ?? 0;
  const before = await top();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Loading' })).toBeVisible();
  expect(await top()).toBe(before);
  release();
  await expect(row(page, 'audit-log.list')).toBeVisible();
  // A row with a shape in it may be a hair taller than its bars.
  expect(Math.abs((await top()) - before)).toBeLessThan(8);
});

test('pages and endpoints are told straight from the contract, in Khmer and the dark too', async ({
  page,
}) => {
  await page.goto('/pages');
  await expect(row(page, '/incoming_transactions')).toContainText('transactions.acknowledge');
  await page.goto('/endpoints');
  const search = page.getByRole('textbox', { name: 'Path or permission' });
  await type(search, 'users/block');
  await page.keyboard.press('Enter');
  await expect(row(page, '/api/users/block/{id}')).toContainText('console-users.change');
  await page.getByRole('radio', { name: 'TPS' }).press('Space');
  await type(search, 'pg-wallet-transfer');
  await page.keyboard.press('Enter');
  await expect(row(page, 'POST /tps/api/pg-wallet-transfer')).toContainText('main-account.transfer');
  // Each tab keeps its own search in the address.
  await page.getByRole('radio', { name: 'Auth' }).press('Space');
  await expect(search).toHaveValue('users/block');

  await page.evaluate(() => {
    localStorage.setItem('tonle.theme', 'dark');
    localStorage.setItem('tonle.language', 'km');
  });
  for (const path of ['/pages', '/endpoints', '/roles']) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'បន្ថែមតួនាទី' }).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
