import type { Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD, expect, expectAccessible, signIn, test } from './fixtures.ts';

const userName = (page: Page): Locator => page.getByLabel('User name');
const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });
const submit = (page: Page): Locator => page.getByRole('button', { name: 'Sign in' });
const alert = (page: Page): Locator => page.getByRole('alert');

async function tryPassword(page: Page, login: string, secret: string): Promise<void> {
  await userName(page).fill(login);
  await password(page).fill(secret);
  const answer = page.waitForResponse('**/api/v2/authenticate');
  await submit(page).click();
  await answer;
}

test.describe('the sign-in page', () => {
  test('asks for both fields, fills them from a demo card, and lands', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveTitle('Sign in · Tonle');
    await expect(userName(page)).toBeFocused();
    await expect(submit(page)).toBeDisabled();
    await userName(page).fill('manager');
    await expect(submit(page)).toBeDisabled();
    await password(page).fill('x');
    await expect(submit(page)).toBeEnabled();
    await userName(page).fill('');
    await expect(submit(page)).toBeDisabled();

    const demo = page.getByRole('region', { name: 'Demo accounts' });
    await expect(demo.getByRole('button')).toHaveCount(12);
    await demo.getByRole('button', { name: /^Manager/ }).click();
    await expect(userName(page)).toHaveValue('manager');
    await expect(password(page)).toHaveValue(DEMO_PASSWORD);
    await expect(submit(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/blank-page');
    await expect(page.getByText('Please select any page to continue.')).toBeVisible();
  });

  test('names version, support, manual, and who can replace a forgotten password', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByText(/^Version \d/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'support@tonle.example' })).toHaveAttribute(
      'href',
      'mailto:support@tonle.example',
    );
    const manual = page.getByRole('link', { name: 'User manual' });
    const answer = await page.request.get((await manual.getAttribute('href')) ?? '');
    expect(await answer.text()).toContain('Signing in');
    await page.getByRole('button', { name: /^Forgot password/ }).click();
    await expect(page.getByRole('dialog', { name: 'Ask your access manager' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Forgot password/ })).toBeFocused();
  });

  test('switches language and theme without losing what is typed', async ({ page }) => {
    await page.goto('/login');
    await userName(page).fill('manager');
    await password(page).fill('half a pass');
    await page.getByRole('radio', { name: 'ខ្មែរ' }).press('Space');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ចូលប្រើប្រាស់');
    await page.getByRole('radio', { name: 'ងងឹត' }).press('Space');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.locator('#username')).toHaveValue('manager');
    await expect(page.locator('#password')).toHaveValue('half a pass');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ចូលប្រើប្រាស់');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});

test.describe('who is not let in', () => {
  test('a wrong password is told with a reference and keeps the fields; the fifth locks', async ({
    page,
  }) => {
    await page.goto('/login');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await tryPassword(page, ' Manager ', `wrong-${attempt}`);
      await expect(alert(page)).toContainText('The user name or password is incorrect.');
    }
    await expect(alert(page)).toContainText('Reference');
    await expect(userName(page)).toHaveValue(' Manager ');
    await expect(password(page)).toHaveValue('wrong-5');
    await expect(password(page)).toBeFocused();
    // Locked: the right password is answered like a wrong one, and the page says how locks come about.
    await tryPassword(page, 'manager', DEMO_PASSWORD);
    await expect(alert(page)).toContainText('The user name or password is incorrect.');
    await expect(alert(page)).toContainText('locked for 15 minutes');
    await expect(page).toHaveURL('/login');
  });

  test('too many failures from one address answer when to try again', async ({ page, bank }) => {
    await page.goto('/login');
    await tryPassword(page, 'nobody', 'wrong');
    await expect(alert(page)).toContainText('The user name or password is incorrect.');
    await bank.database.owner.pool.query('UPDATE sign_in_address SET failures = 100');
    await tryPassword(page, 'manager', DEMO_PASSWORD);
    await expect(alert(page)).toContainText(/Too many requests\. Please try again in \d+ seconds\./);
  });

  test('a server that is away is told as that, and the fields stay', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/api/v2/authenticate', (route) => route.abort('connectionrefused'));
    await userName(page).fill('manager');
    await password(page).fill(DEMO_PASSWORD);
    await submit(page).click();
    await expect(alert(page)).toContainText('could not be reached');
    await expect(password(page)).toHaveValue(DEMO_PASSWORD);
    await page.unroute('**/api/v2/authenticate');
    await submit(page).click();
    await expect(page).toHaveURL('/blank-page');
  });
});

test.describe('where one lands', () => {
  test('an address asked for before signing in is reached after it; logging out forgets the page', async ({
    page,
  }) => {
    await page.goto('/main_account');
    await expect(page).toHaveURL('/login');
    await userName(page).fill('manager');
    await password(page).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/main_account');
    await page.getByTitle('User menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await signIn(page, 'manager');
    await expect(page).toHaveURL('/blank-page');
  });

  test('a session that ended leads its own person back, and nobody else', async ({ page, bank }) => {
    const endAll = () =>
      bank.database.owner.pool.query('UPDATE session SET ended_at = now() WHERE ended_at IS NULL');
    await signIn(page, 'manager');
    await page.goto('/main_account');
    await expect(page.getByRole('region', { name: 'Riel account' })).toContainText('៛');
    await endAll();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await userName(page).fill('manager');
    await password(page).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/main_account');
    await expect(page.getByRole('region', { name: 'Riel account' })).toContainText('៛');
    await endAll();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).toHaveURL('/login');
    await signIn(page, 'auditor');
    await expect(page).toHaveURL('/blank-page');
  });

  test('whoever is signed in has no sign-in page: opened, seen again, or in another tab', async ({
    page,
    context,
  }) => {
    await page.goto('/login');
    const other = await context.newPage();
    await other.goto('/login');
    await expect(userName(other)).toBeVisible();
    await signIn(page, 'manager');
    await expect(other).toHaveURL('/blank-page');
    await other.goto('/login');
    await expect(other).toHaveURL('/blank-page');
    // Logging out in one ends the other.
    await page.getByTitle('User menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/login');
  });

  test('no token is in any address', async ({ page }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await signIn(page, 'manager');
    await page.goto('/main_account');
    await expect(page.getByText('Riel account')).toBeVisible();
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('tonle.session') ?? '{}') as { token: string },
    );
    expect(token.token.split('.')).toHaveLength(3);
    const parts = token.token.split('.').slice(1);
    expect(addresses.filter((it) => parts.some((part) => it.includes(part)))).toEqual([]);
  });
});

test.describe('for everybody', () => {
  test('works by keyboard alone', async ({ page }) => {
    await page.goto('/login');
    await expect(userName(page)).toBeFocused();
    await page.keyboard.type('manager');
    await page.keyboard.press('Tab');
    await expect(password(page)).toBeFocused();
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Forgot password/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(submit(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/blank-page');
  });

  for (const language of ['en', 'km']) {
    for (const theme of ['light', 'dark']) {
      test(`has no accessibility fault and nothing sticks out: ${language}, ${theme}`, async ({ page }) => {
        test.slow();
        await page.addInitScript(
          (chosen) => {
            localStorage.setItem('tonle.theme', chosen.theme);
            localStorage.setItem('tonle.language', chosen.language);
          },
          { theme, language },
        );
        await page.goto('/login');
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await expect(page.locator('#demo-accounts')).toBeVisible();
          await expectAccessible(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
        await page.locator('#username').fill('nobody');
        await page.locator('#password').fill('wrong');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('alert')).toBeVisible();
        await expectAccessible(page);
      });
    }
  }
});
