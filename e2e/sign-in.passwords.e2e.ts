import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, expect, expectAccessible, signIn, test } from './fixtures.ts';
import { chooseIn, press, type } from './keys.ts';
import {
  alert,
  dialog,
  expectInside,
  openSessions,
  sqlOf,
  tryPassword,
  typeCredentials,
  userName,
} from './sign-in-page.ts';

const NEW_PASSWORD = 'Quite-another-2026';

async function fillPasswords(
  page: Page,
  typed: { current?: string; next: string; again?: string },
): Promise<void> {
  if (typed.current !== undefined) await type(page.getByLabel('Current password'), typed.current);
  await type(page.getByLabel('New password', { exact: true }), typed.next);
  await type(page.getByLabel('Re-enter password'), typed.again ?? typed.next);
  await press(page.getByRole('button', { name: 'Change password' }));
}

test.describe('a password that is due', () => {
  test('expires soon (94): closing the dialog completes the session, changing it signs in with the new one', async ({
    page,
    bank,
  }) => {
    await sqlOf(bank)(`UPDATE console_user SET password_changed_at = now() - interval '80 days'`);
    const due = dialog(page, 'Your password expires soon');
    await page.goto('/login');
    await typeCredentials(page, 'auditor', DEMO_PASSWORD);
    await expect(due).toContainText('Your password expires in 10 days. Please change it.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(due).toBeHidden();
    await expectInside(page);
    await chooseIn(page.getByTitle('User menu'), page.getByRole('menuitem', { name: 'Logout' }));
    await expect(page).toHaveURL('/login');
    await expect.poll(() => openSessions(bank)).toBe(0);

    await typeCredentials(page, 'manager', DEMO_PASSWORD);
    await expect(due.getByRole('button', { name: 'Not now' })).toBeVisible();
    const retried = page.waitForRequest(
      (request) => request.url().endsWith('/api/v2/authenticate') && request.method() === 'POST',
    );
    await fillPasswords(page, { next: NEW_PASSWORD });
    expect((await retried).postDataJSON()).toMatchObject({ username: 'manager', password: NEW_PASSWORD });
    await expectInside(page);
    // The session that was opened for the change does not stay behind.
    await expect.poll(() => openSessions(bank)).toBe(1);
  });

  test('has expired (96): there is no way past the dialog but a new one', async ({ page, bank }) => {
    await sqlOf(bank)(`UPDATE console_user SET password_changed_at = now() - interval '91 days'`);
    await page.goto('/login');
    await typeCredentials(page, 'auditor', DEMO_PASSWORD);
    const due = dialog(page, 'Your password has expired');
    await expect(due).toContainText('Your password has expired. Please change it.');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(due).toBeVisible();
    await expect(due.getByRole('button', { name: /Not now|Cancel|Close/ })).toHaveCount(0);
    await type(page.getByLabel('Current password'), '');
    await press(page.getByRole('button', { name: 'Change password' }));
    for (const [label, text] of [
      ['Current password', 'Please enter current password'],
      ['New password', /Please enter new password/],
      ['Re-enter password', 'Please enter re-enter password'],
    ] as const) {
      const field = due.getByLabel(label, { exact: true });
      await expect(field).toHaveAccessibleDescription(text);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    await fillPasswords(page, { current: DEMO_PASSWORD, next: NEW_PASSWORD, again: 'another' });
    await expect(due.getByText('New password do not match')).toBeVisible();
    await fillPasswords(page, { next: 'password1234' });
    await expect(due.getByText('This password is among the first that are guessed')).toBeVisible();
    await fillPasswords(page, { next: DEMO_PASSWORD });
    await expect(dialog(page, 'Warning')).toContainText('The new password was used before.');
    await page.keyboard.press('Escape');
    await fillPasswords(page, { next: NEW_PASSWORD });
    await expectInside(page);
  });

  // By keyboard: Change or recover your password
  test('is forced (97) after a one-time password from the demo’s outbox', async ({ page }) => {
    await page.goto('/login');
    await press(page.getByRole('button', { name: /^Forgot password/ }));
    await expect(page).toHaveTitle('Forgot password · Tonle');
    await press(page.getByRole('button', { name: 'Send a new password' }));
    await expect(alert(page)).toContainText('Please enter your user name');
    // Somebody may be faster than the texts.
    await page.route(/assets\/contract\.en-/, async (route) => {
      await expect(alert(page)).toBeVisible();
      await route.continue();
    });
    await page.reload();
    await press(page.getByRole('button', { name: 'Send a new password' }));
    await expect(alert(page)).toContainText('Please enter your user name');
    await page.unroute(/assets\/contract\.en-/);
    await type(userName(page), 'nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The new password was send to your email')).toBeVisible();
    await type(userName(page), ' Manager ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The new password was send to your email')).toBeVisible();
    await press(page.getByRole('link', { name: 'Open the demo’s outbox' }));
    await expect(page.getByText('To manager@chaktomuk.example')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    const oneTime =
      /[2-9A-Z]{5}(-[2-9A-Z]{5}){3}/.exec((await page.getByRole('article').textContent()) ?? '')?.[0] ?? '';
    await expectAccessible(page);

    await page.goto('/login');
    await typeCredentials(page, 'manager', oneTime);
    const due = dialog(page, 'Choose a new password');
    await expect(due).toContainText('Please choose a new password before you go on.');
    await page.keyboard.press('Escape');
    await expect(due).toBeVisible();
    await fillPasswords(page, { next: NEW_PASSWORD });
    await expectInside(page);
    // The old one went with the use of the one-time one.
    await chooseIn(page.getByTitle('User menu'), page.getByRole('menuitem', { name: 'Logout' }));
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
    await page.goto('/blank-page');
    await chooseIn(page.getByTitle('User menu'), page.getByRole('menuitem', { name: 'Change Password' }));
    await expect(page).toHaveURL('/settings/change_password');
    await press(page.getByRole('button', { name: 'Change password' }));
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

  // By keyboard: See where you are signed in
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
    await press(page.getByRole('link', { name: /^Profile/ }));
    await expect(page).toHaveURL('/settings/profile');
    const information = page.getByRole('region', { name: 'User information' });
    await expect(information).toContainText('Manager');
    await expect(information).toContainText('manager@chaktomuk.example');
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This one' })).toHaveCount(1);
    await press(sessions.getByRole('button', { name: /End the session in Safari, iOS/ }));
    await expect(page.getByText('1 session ended')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await other.goto('/main_account');
    await expect(other).toHaveURL('/login');
    await signIn(other, 'manager');
    await page.reload();
    await press(page.getByRole('button', { name: 'End all other sessions' }));
    await press(
      dialog(page, 'End all your other sessions?').getByRole('button', { name: 'End all other sessions' }),
    );
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await other.goto('/main_account');
    await expect(other).toHaveURL('/login');
    await elsewhere.close();

    // A custom role shows its name.
    await chooseIn(page.getByTitle('User menu'), page.getByRole('menuitem', { name: 'Logout' }));
    await signIn(page, 'teller');
    await page.goto('/settings/profile');
    await expect(page.getByRole('region', { name: 'User information' })).toContainText('Teller');
  });
});
