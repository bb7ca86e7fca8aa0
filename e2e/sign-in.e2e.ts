import { clickIfThere, DEMO_PASSWORD, expect, signIn, test } from './fixtures.ts';
import { expectFit, looks, wear } from './looks.ts';
import {
  alert,
  expectInside,
  password,
  sqlOf,
  submit,
  tryPassword,
  typeCredentials,
  userName,
} from './sign-in-page.ts';

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
    await expectInside(page);
    await page.goto('/blank-page');
    await expect(page.getByText('Please select any page to continue.')).toBeVisible();
  });

  test('names version, support, manual and the way to a new password; turns language and theme and keeps what is typed', async ({
    page,
  }) => {
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
    await expect(page).toHaveURL('/forgot-password');
    await expect(manual).toHaveAttribute('href', '/manual/en/help/forgot-password.html');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL('/login');

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
    await expect(alert(page)).toContainText('After 5 wrong passwords an account is locked for 15 minutes.');
    await expect(page).toHaveURL('/login');
  });

  test('too many failures from one address answer when to try again; a server that is away is told as that', async ({
    page,
    bank,
  }) => {
    await page.goto('/login');
    await tryPassword(page, 'nobody', 'wrong');
    await expect(alert(page)).toContainText('The user name or password is incorrect.');
    await sqlOf(bank)('UPDATE sign_in_address SET failures = 100');
    await tryPassword(page, 'manager', DEMO_PASSWORD);
    await expect(alert(page)).toContainText(/Too many requests\. Please try again in \d+ seconds\./);
    await sqlOf(bank)('UPDATE sign_in_address SET failures = 0');

    await page.route('**/api/v2/authenticate', (route) => route.abort('connectionrefused'));
    await userName(page).fill('manager');
    await password(page).fill(DEMO_PASSWORD);
    await submit(page).click();
    await expect(alert(page)).toContainText('could not be reached');
    await expect(password(page)).toHaveValue(DEMO_PASSWORD);
    await page.unroute('**/api/v2/authenticate');
    await submit(page).click();
    await expectInside(page);
  });
});

test.describe('where one lands', () => {
  test('an address asked for before signing in is reached after it; logging out forgets the page; no token is in any address', async ({
    page,
  }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto('/main_account');
    await expect(page).toHaveURL('/login');
    await typeCredentials(page, 'manager', DEMO_PASSWORD);
    await expect(page).toHaveURL('/main_account');
    await expect(page.getByRole('region', { name: 'Riel account' })).toContainText('៛');
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('tonle.session') ?? '{}') as { token: string }).token,
    );
    const parts = token.split('.').slice(1);
    expect(parts).toHaveLength(2);
    expect(addresses.filter((it) => parts.some((part) => it.includes(part)))).toEqual([]);
    await page.getByTitle('User menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await signIn(page, 'manager');
    await expectInside(page);
    await expect(page).not.toHaveURL('/main_account');
  });

  test('a session that ended leads its own person back, and nobody else', async ({ page, bank }) => {
    const endAll = () =>
      bank.database.owner.pool.query('UPDATE session SET ended_at = now() WHERE ended_at IS NULL');
    await signIn(page, 'manager');
    await page.goto('/main_account');
    await expect(page.getByRole('region', { name: 'Riel account' })).toContainText('៛');
    await endAll();
    await clickIfThere(page.getByRole('button', { name: 'Refresh' }));
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await typeCredentials(page, 'manager', DEMO_PASSWORD);
    await expect(page).toHaveURL('/main_account');
    await expect(page.getByRole('region', { name: 'Riel account' })).toContainText('៛');
    await endAll();
    await clickIfThere(page.getByRole('button', { name: 'Refresh' }));
    await expect(page).toHaveURL('/login');
    await signIn(page, 'auditor');
    await expect(page).toHaveURL('/auditor-users');
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
    await expectInside(other);
    await other.goto('/login');
    await expectInside(other);
    // Logging out in one ends the other.
    await page.getByTitle('User menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/login');
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
    await expectInside(page);
  });

  test('no page has an accessibility fault, and all fits 390 px', async ({ page }) => {
    // Seven pages in four looks, each looked through by axe.
    test.setTimeout(240_000);
    await page.goto('/login');
    for (const look of looks) {
      await wear(page, look);
      await page.goto('/login');
      await expect(page.locator('#demo-accounts')).toBeVisible();
      await expectFit(page, look);
      await page.locator('#username').fill('nobody');
      await page.locator('#password').fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectFit(page, look);
    }
    await signIn(page, 'manager');
    for (const look of looks) {
      await wear(page, look);
      for (const path of [
        '/settings',
        '/settings/profile',
        '/settings/change_password',
        '/forgot-password',
        '/outbox',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (path.endsWith('password')) await page.locator('button[type=submit]').click();
        if (path.endsWith('profile')) await expect(page.getByRole('listitem').first()).toBeVisible();
        await expectFit(page, look);
      }
    }
  });
});

test.describe('a token that no longer holds', () => {
  test('a tampered one leads to the sign-in page and back, and takes nothing else along', async ({
    page,
    bank,
  }) => {
    await signIn(page, 'manager');
    await page.goto('/settings/profile');
    await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('tonle.session') ?? '{}') as { token: string };
      stored.token = `${stored.token.slice(0, -6)}AAAAAA`;
      localStorage.setItem('tonle.session', JSON.stringify(stored));
      localStorage.setItem('tonle.theme', 'dark');
    });
    await page.reload();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('tonle.theme'))).toBe('dark');
    await typeCredentials(page, 'manager', DEMO_PASSWORD);
    await expect(page).toHaveURL('/settings/profile');

    // Found out on a page that asks for nothing.
    await page.goto('/blank-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await sqlOf(bank)('UPDATE session SET ended_at = now()');
    await page.reload();
    await expect(page).toHaveURL('/login');
  });
});
