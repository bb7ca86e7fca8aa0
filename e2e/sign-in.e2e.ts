import type { Locator, Page } from '@playwright/test';
import {
  type Bank,
  clickIfThere,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  signIn,
  test,
} from './fixtures.ts';

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

  test('names version, support, manual, and the way to a new password', async ({ page }) => {
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
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL('/login');
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
    await clickIfThere(page.getByRole('button', { name: 'Refresh' }));
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await userName(page).fill('manager');
    await password(page).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
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

const NEW_PASSWORD = 'Quite-another-2026';
const sqlOf =
  (bank: Bank) =>
  (text: string, values: unknown[] = []) =>
    bank.database.owner.pool.query(text, values);
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

async function fillPasswords(
  page: Page,
  typed: { current?: string; next: string; again?: string },
): Promise<void> {
  if (typed.current !== undefined) await page.getByLabel('Current password').fill(typed.current);
  await page.getByLabel('New password', { exact: true }).fill(typed.next);
  await page.getByLabel('Re-enter password').fill(typed.again ?? typed.next);
  await page.getByRole('button', { name: 'Change password' }).click();
}

async function typeCredentials(page: Page, login: string, secret: string): Promise<void> {
  await page.goto('/login');
  await userName(page).fill(login);
  await password(page).fill(secret);
  await page.keyboard.press('Enter');
}

test.describe('a password that is due', () => {
  test('expires soon (94): closing the dialog completes the session', async ({ page, bank }) => {
    await sqlOf(bank)(`UPDATE console_user SET password_changed_at = now() - interval '80 days'`);
    await typeCredentials(page, 'manager', DEMO_PASSWORD);
    const due = dialog(page, 'Your password expires soon');
    await expect(due).toContainText('Your password expires in 10 days. Please change it.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(due).toBeHidden();
    await expect(page).toHaveURL('/blank-page');
  });

  test('expires soon (94): changing it signs in with the new one', async ({ page, bank }) => {
    await sqlOf(bank)(`UPDATE console_user SET password_changed_at = now() - interval '80 days'`);
    await typeCredentials(page, 'manager', DEMO_PASSWORD);
    await expect(dialog(page, 'Your password expires soon')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Not now' })).toBeVisible();
    const retried = page.waitForRequest(
      (request) => request.url().endsWith('/api/v2/authenticate') && request.method() === 'POST',
    );
    await fillPasswords(page, { next: NEW_PASSWORD });
    expect((await retried).postDataJSON()).toMatchObject({ username: 'manager', password: NEW_PASSWORD });
    await expect(page).toHaveURL('/blank-page');
    // The session that was opened for the change does not stay behind.
    await expect
      .poll(async () => (await sqlOf(bank)('SELECT FROM session WHERE ended_at IS NULL')).rowCount)
      .toBe(1);
  });

  test('has expired (96): there is no way past the dialog but a new one', async ({ page, bank }) => {
    await sqlOf(bank)(`UPDATE console_user SET password_changed_at = now() - interval '91 days'`);
    await typeCredentials(page, 'auditor', DEMO_PASSWORD);
    const due = dialog(page, 'Your password has expired');
    await expect(due).toContainText('Your password has expired. Please change it.');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(due).toBeVisible();
    await expect(due.getByRole('button', { name: /Not now|Cancel|Close/ })).toHaveCount(0);
    await page.getByLabel('Current password').fill('');
    await page.getByRole('button', { name: 'Change password' }).click();
    for (const text of [
      'Please enter current password',
      'Please enter new password',
      'Please enter re-enter password',
    ]) {
      await expect(due.getByText(text)).toBeVisible();
    }
    await fillPasswords(page, { current: DEMO_PASSWORD, next: NEW_PASSWORD, again: 'another' });
    await expect(due.getByText('New password do not match')).toBeVisible();
    await fillPasswords(page, { next: 'password1234' });
    await expect(due.getByText('This password is among the first that are guessed')).toBeVisible();
    await fillPasswords(page, { next: DEMO_PASSWORD });
    await expect(dialog(page, 'Warning')).toContainText('The new password was used before.');
    await page.keyboard.press('Escape');
    await fillPasswords(page, { next: NEW_PASSWORD });
    await expect(page).toHaveURL('/blank-page');
  });

  test('is forced (97) after a one-time password from the demo’s outbox', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: /^Forgot password/ }).click();
    await expect(page).toHaveTitle('Forgot password · Tonle');
    await page.getByRole('button', { name: 'Send a new password' }).click();
    await expect(alert(page)).toContainText('Please enter your user name');
    await userName(page).fill('nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The new password was send to your email')).toBeVisible();
    await userName(page).fill(' Manager ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The new password was send to your email')).toBeVisible();
    await page.getByRole('link', { name: 'Open the demo’s outbox' }).click();
    await expect(page.getByText('To manager@chaktomuk.example')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    const oneTime =
      /[2-9A-Z]{5}(-[2-9A-Z]{5}){3}/.exec((await page.getByRole('article').textContent()) ?? '')?.[0] ?? '';
    await expectAccessible(page);

    await typeCredentials(page, 'manager', oneTime);
    const due = dialog(page, 'Choose a new password');
    await expect(due).toContainText('Please choose a new password before you go on.');
    await page.keyboard.press('Escape');
    await expect(due).toBeVisible();
    await fillPasswords(page, { next: NEW_PASSWORD });
    await expect(page).toHaveURL('/blank-page');
    // The old one went with the use of the one-time one.
    await page.getByTitle('User menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await tryPassword(page, 'manager', DEMO_PASSWORD);
    await expect(alert(page)).toContainText('The user name or password is incorrect.');
  });
});

test.describe('one’s own account', () => {
  test.use({ user: 'manager' });

  test('the password is changed in the settings; other sessions end', async ({ page, browser, bank }) => {
    const elsewhere = await browser.newContext({ baseURL: bank.url });
    const other = await elsewhere.newPage();
    await signIn(other, 'manager');
    await page.getByTitle('User menu').click();
    await page.getByRole('menuitem', { name: 'Change Password' }).click();
    await expect(page).toHaveURL('/settings/change_password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Please enter current password')).toBeVisible();
    await fillPasswords(page, { current: 'wrong', next: NEW_PASSWORD });
    await expect(page.getByText('The current password is incorrect')).toBeVisible();
    await fillPasswords(page, { current: DEMO_PASSWORD, next: 'short' });
    await expect(page.getByText('Please choose at least 12 characters')).toBeVisible();
    await fillPasswords(page, { next: NEW_PASSWORD });
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveValue('');
    await fillPasswords(page, { current: NEW_PASSWORD, next: `${NEW_PASSWORD}-2` });
    await expect(dialog(page, 'Warning')).toContainText(
      'Your password was changed less than 24 hours ago. Please try again later.',
    );
    await other.goto('/main_account');
    await expect(other).toHaveURL('/login');
    await elsewhere.close();
    // What was typed is kept nowhere.
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(NEW_PASSWORD);
    expect(kept).not.toContain(DEMO_PASSWORD);
  });

  test('the profile says who one is and where one is signed in, and ends other sessions', async ({
    page,
    browser,
    bank,
  }) => {
    const elsewhere = await browser.newContext({
      baseURL: bank.url,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    const other = await elsewhere.newPage();
    await signIn(other, 'manager');
    await page.goto('/settings');
    await page.getByRole('link', { name: /^Profile/ }).click();
    await expect(page).toHaveURL('/settings/profile');
    const information = page.getByRole('region', { name: 'User information' });
    await expect(information).toContainText('Manager');
    await expect(information).toContainText('manager@chaktomuk.example');
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This one' })).toHaveCount(1);
    await sessions.getByRole('button', { name: /End the session in Safari, iOS/ }).click();
    await expect(page.getByText('1 session ended')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await other.goto('/main_account');
    await expect(other).toHaveURL('/login');
    await signIn(other, 'manager');
    await page.reload();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await dialog(page, 'End all your other sessions?')
      .getByRole('button', { name: 'End all other sessions' })
      .click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await other.goto('/main_account');
    await expect(other).toHaveURL('/login');
    await elsewhere.close();
  });

  test('a custom role shows its name', async ({ page }) => {
    await page.getByTitle('User menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await signIn(page, 'teller');
    await page.goto('/settings/profile');
    await expect(page.getByRole('region', { name: 'User information' })).toContainText('Teller');
  });
});

test.describe('an idle session', () => {
  const idled = 'Are you still there?';
  /** Time passes for the bank as well: the server's remaining time is the authority. */
  const passAt = (bank: Bank, seconds: number) =>
    sqlOf(bank)(`UPDATE session SET last_seen = last_seen - make_interval(secs => $1)`, [seconds]);

  /** Each tab has got the balances, the last it asks for: later than that nothing tells of a person by itself. */
  const settled = async (...tabs: Page[]) => {
    for (const tab of tabs) await expect(tab.getByText(/\d{1,3}(,\d{3}){2,}/).first()).toBeVisible();
  };

  test('is asked about in all tabs, goes on in all, and ends in all', async ({ page, context, bank }) => {
    await page.clock.install();
    await signIn(page, 'manager');
    await page.goto('/manage_main_account');
    await page.getByLabel('Description').fill('typed before I went away');
    const other = await context.newPage();
    await other.goto('/main_account');
    await settled(page, other);
    await passAt(bank, 905);
    await page.clock.fastForward(905_000);
    await expect(dialog(page, idled)).toContainText(
      /You have been idled for too long - I will close in \d+ seconds/,
    );
    await expect(dialog(other, idled)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue my session' })).toBeFocused();
    await expectAccessible(page);
    // A hand on the mouse answers nothing.
    await page.mouse.move(300, 300);
    await expect(dialog(page, idled)).toBeVisible();
    await other.getByRole('button', { name: 'Continue my session' }).click();
    await expect(dialog(other, idled)).toBeHidden();
    await expect(dialog(page, idled)).toBeHidden();

    // The draft is kept for 30 minutes from now on.
    await page.getByLabel('Description').fill('typed before I went away again');
    await passAt(bank, 905);
    await page.clock.fastForward(905_000);
    await expect(dialog(page, idled)).toBeVisible();
    await passAt(bank, 31);
    await page.clock.fastForward(31_000);
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(dialog(page, idled)).toBeHidden();
    await expect
      .poll(async () => (await sqlOf(bank)('SELECT FROM session WHERE ended_at IS NULL')).rowCount)
      .toBe(0);
    // Back on the same page, with what was typed.
    await userName(page).fill('manager');
    await password(page).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/manage_main_account');
    await expect(page.getByLabel('Description')).toHaveValue('typed before I went away again');
  });

  test('is none for an hour in one tab while there is work in another, nor on the sign-in page', async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await page.goto('/login');
    await page.clock.fastForward(3_600_000);
    await expect(dialog(page, idled)).toBeHidden();
    await signIn(page, 'manager');
    await page.goto('/main_account');
    const working = await context.newPage();
    await working.goto('/main_account');
    // The server has just seen the working tab, whatever this one's timers say.
    await page.clock.fastForward(3_600_000);
    await working.mouse.move(100, 100);
    await page.clock.runFor(5_000);
    await expect(dialog(page, idled)).toBeHidden();
    await expect(dialog(working, idled)).toBeHidden();
    await expect(page).toHaveURL('/main_account');
  });

  test('is judged by the server when the clock is set, or the machine has slept', async ({ page, bank }) => {
    await page.clock.install();
    await signIn(page, 'manager');
    await page.goto('/main_account');
    await expect(page.getByText('Riel account')).toBeVisible();
    const polls: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/user-infos/')) polls.push(request.headers()['x-background']);
    });
    await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
    await page.clock.runFor(3_000);
    await expect.poll(() => polls).toContain('1');
    await expect(dialog(page, idled)).toBeHidden();
    await expect(page).toHaveURL('/main_account');
    // Asleep beyond the limit: the server has ended it.
    await passAt(bank, 3_600);
    await page.clock.setSystemTime(Date.now() + 4 * 3_600_000);
    await page.clock.runFor(3_000);
    await expect(page).toHaveURL('/login');
  });

  test('‘Logout now’ logs out of every tab, and is told to the server again where it failed', async ({
    page,
    context,
    bank,
  }) => {
    await page.clock.install();
    await signIn(page, 'manager');
    await page.goto('/manage_main_account');
    await page.getByLabel('Description').fill('not to be kept');
    const other = await context.newPage();
    await other.goto('/main_account');
    await settled(page, other);
    let tries = 0;
    await page.route('**/api/logout', (route) => {
      tries += 1;
      return tries === 1 ? route.abort('connectionreset') : route.continue();
    });
    await passAt(bank, 905);
    await page.clock.fastForward(905_000);
    await dialog(page, idled).getByRole('button', { name: 'Logout now' }).click();
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
    await expect(other.getByText('Your session has ended.')).toBeHidden();
    await expect.poll(() => tries).toBe(2);
    await expect
      .poll(async () => (await sqlOf(bank)('SELECT FROM session WHERE ended_at IS NULL')).rowCount)
      .toBe(0);
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((it) => it.includes('draft'))),
    ).toEqual([]);
    await signIn(page, 'manager');
    await expect(page).toHaveURL('/blank-page');
  });
});

test.describe('a token that no longer holds', () => {
  test('a tampered one leads to the sign-in page and back, and takes nothing else along', async ({
    page,
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
    await userName(page).fill('manager');
    await password(page).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings/profile');
  });

  test('is found out on a page that asks for nothing, and when it is seen again', async ({ page, bank }) => {
    await signIn(page, 'manager');
    await expect(page).toHaveURL('/blank-page');
    await sqlOf(bank)('UPDATE session SET ended_at = now()');
    await page.reload();
    await expect(page).toHaveURL('/login');
  });
});

test.describe('for everybody, behind the sign-in page', () => {
  test('pages of passwords and profile have no accessibility fault and fit 390 px', async ({ page }) => {
    // Forty pages, each looked through by axe.
    test.setTimeout(300_000);
    await signIn(page, 'manager');
    for (const language of ['en', 'km']) {
      for (const theme of ['light', 'dark']) {
        await page.evaluate(
          ([theme, language]) => {
            localStorage.setItem('tonle.theme', theme ?? '');
            localStorage.setItem('tonle.language', language ?? '');
          },
          [theme, language],
        );
        for (const path of [
          '/settings',
          '/settings/profile',
          '/settings/change_password',
          '/forgot-password',
          '/outbox',
        ]) {
          for (const width of [1440, 390]) {
            await page.setViewportSize({ width, height: 844 });
            await page.goto(path);
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
            if (path.endsWith('password')) await page.locator('button[type=submit]').click();
            if (path.endsWith('profile')) await expect(page.getByRole('listitem').first()).toBeVisible();
            await expectAccessible(page);
            expect(
              await page.evaluate(() => document.documentElement.scrollWidth),
              `${path} ${width}`,
            ).toBeLessThanOrEqual(width);
          }
        }
      }
    }
  });
});
