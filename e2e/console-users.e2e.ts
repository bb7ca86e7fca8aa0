import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { press, type } from './keys.ts';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const tick = (within: Locator, name: string) => within.getByRole('checkbox', { name, exact: true });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

test.use({ user: 'access' });

// By keyboard: See what somebody may do; Add a user
test('somebody is added, signs in with what was mailed, and is shown with all they can do', async ({
  page,
  browser,
  bank,
}) => {
  test.slow();
  await page.goto('/users');
  await expect(page.getByRole('row')).toHaveCount(11);
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Add user' }));
  const add = dialog(page, 'Add user');
  const create = add.getByRole('button', { name: 'Create user' });
  // One begins to type at once, and nothing is blamed before anything was typed.
  await expect(add.getByLabel('First name')).toBeFocused();
  await expect(add.getByText("Please enter user's first name")).toHaveCount(0);
  await press(create);
  for (const text of [
    "Please enter user's first name",
    "Please enter user's last name",
    "Please enter user's login",
    "Please enter user's email",
    'User should have at least one role',
  ])
    await expect(add.getByText(text)).toBeVisible();
  await expectAccessible(page);
  await type(add.getByLabel('First name'), 'Sokha');
  await type(add.getByLabel('Last name'), 'ចាន់');
  await type(add.getByLabel('Login'), 'Teller');
  await type(add.getByLabel('Email'), 'sokha@bank');
  await add.getByLabel('Email').blur();
  await expect(add.getByText('Incorrect email. Please provide correct bank email')).toBeVisible();
  await type(add.getByLabel('Email'), 'sokha@chaktomuk.example');
  await press(tick(add, 'Auditor'), 'Space');
  await press(tick(add, 'Teller'), 'Space');
  await press(create);
  await expect(add.getByLabel('Login')).toHaveAccessibleDescription(/There is a user teller already/);
  await type(add.getByLabel('Login'), 'sokha');
  await press(create);
  await expect(page.getByText('User sokha successfully created.')).toBeVisible();

  const context = await browser.newContext({ baseURL: bank.url });
  const sokha = await context.newPage();
  await sokha.goto('/outbox');
  const mail = sokha.getByRole('article').filter({ hasText: 'sokha@chaktomuk.example' });
  const password =
    /([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}/.exec((await mail.textContent()) ?? '')?.[0] ?? '';
  await sokha.goto('/login');
  await type(sokha.locator('input[autocomplete="username"]'), 'sokha');
  await type(sokha.locator('input[autocomplete="current-password"]'), password);
  await sokha.keyboard.press('Enter');
  const due = dialog(sokha, 'Choose a new password');
  await type(due.getByLabel('New password', { exact: true }), 'river-Tonle-2026');
  await type(due.getByLabel('Re-enter password'), 'river-Tonle-2026');
  await press(due.getByRole('button', { name: 'Change password' }));
  await sokha.waitForURL((url) => url.pathname !== '/login' && url.pathname !== '/');
  await sokha.goto('/outgoing_transactions');
  await expect(sokha.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();

  await page.goto('/users?search=sokha');
  await press(page.getByRole('link', { name: 'View sokha' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What Sokha ចាន់ can do');
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(trail.locator('[aria-current]')).toHaveCount(1);
  const help = page.getByRole('link', { name: 'User manual' });
  await expect(help).toHaveAttribute('href', '/manual/en/help/users/id.html');
  const pages = page.getByRole('region', { name: 'Pages' });
  await expect(pages.getByRole('row').filter({ hasText: 'Outgoing' })).toContainText('Teller');
  await expect(pages.getByRole('row').filter({ hasText: 'Bank mobile users' })).toContainText('Auditor');
  await type(page.getByRole('textbox', { name: 'Find a page or permission' }), 'transactions.audit');
  await expect(page.getByRole('region', { name: 'Permissions' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
});

// By keyboard: Change, block or unblock a user
test('a block acts at once where the person is signed in; nobody has a button for their own', async ({
  page,
  browser,
  bank,
}) => {
  const context = await browser.newContext({ baseURL: bank.url });
  const manager = await context.newPage();
  await signIn(manager, 'manager');
  await page.goto('/users');
  await expect(page.getByRole('button', { name: 'Edit access', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block access', exact: true })).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Edit access', exact: true }));
  const own = dialog(page, 'Edit access');
  await expect(tick(own, 'Access manager')).toBeDisabled();
  await expect(own.getByLabel('Login')).toBeDisabled();
  await press(own.getByRole('button', { name: 'Cancel' }));

  await page.goto('/users?search=manager');
  await press(page.getByRole('button', { name: 'Block manager' }));
  const block = dialog(page, 'Do you want to block this user?');
  await press(block.getByRole('button', { name: 'Block', exact: true }));
  await expect(page.getByText('User blocked', { exact: true })).toBeVisible();
  await expect(row(page, 'manager')).toContainText('Blocked');
  await manager.goto('/main_account');
  await expect(manager).toHaveURL('/login');

  await press(page.getByRole('button', { name: 'Unblock manager' }));
  const unblock = dialog(page, 'Do you want to unblock this user?');
  await press(unblock.getByRole('button', { name: 'Unblock' }));
  await expect(page.getByText('User unblocked', { exact: true })).toBeVisible();
  await expect(row(page, 'manager')).toContainText('Active');
  await signIn(manager, 'manager');
  await context.close();
});

test('what another access manager has changed meanwhile is not overwritten; Khmer, dark and narrow', async ({
  page,
  browser,
  bank,
}) => {
  const context = await browser.newContext({ baseURL: bank.url });
  const other = await context.newPage();
  await signIn(other, 'access2');
  for (const one of [page, other]) {
    await one.goto('/users?search=auditor');
    await one.getByRole('button', { name: 'Edit auditor' }).click();
    await tick(dialog(one, 'Edit auditor'), one === page ? 'Sender' : 'Inputter').check();
  }
  await dialog(other, 'Edit auditor').getByRole('button', { name: 'Save user' }).click();
  await expect(other.getByText('User auditor successfully changed.')).toBeVisible();
  await dialog(page, 'Edit auditor').getByRole('button', { name: 'Save user' }).click();
  const error = dialog(page, 'Error');
  await expect(error).toContainText('Somebody has changed this meanwhile');
  await error.getByRole('button', { name: 'Close' }).click();
  await dialog(page, 'Edit auditor').getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'auditor')).toContainText('Inputter');
  await context.close();

  await page.evaluate(() => {
    localStorage.setItem('tonle.theme', 'dark');
    localStorage.setItem('tonle.language', 'km');
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'កែប្រែ auditor' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('link', { name: /Narith/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Narith');
  await expectAccessible(page);
});
