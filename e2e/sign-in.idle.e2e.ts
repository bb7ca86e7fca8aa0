import type { Page } from '@playwright/test';
import { type Bank, DEMO_PASSWORD, expect, expectAccessible, signIn, test } from './fixtures.ts';
import { press, type } from './keys.ts';
import { expectInside, openSessions, password, sqlOf, userName } from './sign-in-page.ts';

test.describe('an idle session', () => {
  const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
  /** Time passes for the bank as well: the server's remaining time is the authority. */
  const passAt = (bank: Bank, seconds: number) =>
    sqlOf(bank)(`UPDATE session SET last_seen = last_seen - make_interval(secs => $1)`, [seconds]);

  /** Each tab has got the balances, the last it asks for: later than that nothing tells of a person by itself. */
  const settled = async (...tabs: Page[]) => {
    for (const tab of tabs) await expect(tab.getByText(/\d{1,3}(,\d{3}){2,}/).first()).toBeVisible();
  };

  // By keyboard: Come back after a pause
  test('is asked about in all tabs, goes on in all, and ends in all', async ({ page, context, bank }) => {
    await page.clock.install();
    await signIn(page, 'manager');
    await page.goto('/manage_main_account');
    await type(page.getByLabel('Description'), 'typed before I went away');
    const other = await context.newPage();
    await other.goto('/main_account');
    await settled(page, other);
    await passAt(bank, 905);
    await page.clock.fastForward(905_000);
    await expect(asked(page)).toContainText(/You have been idled for too long - I will close in \d+ seconds/);
    await expect(asked(other)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue my session' })).toBeFocused();
    await expectAccessible(page);
    await press(other.getByRole('button', { name: 'Continue my session' }));
    await expect(asked(other)).toBeHidden();
    await expect(asked(page)).toBeHidden();

    // The draft is kept for 30 minutes from now on.
    await type(page.getByLabel('Description'), 'typed before I went away again');
    await passAt(bank, 905);
    await page.clock.fastForward(905_000);
    await expect(asked(page)).toBeVisible();
    // Not every second is read out.
    await page.clock.fastForward(12_000);
    await expect(asked(page).getByRole('status').first()).toHaveText(/I will close in 20 seconds$/);
    await passAt(bank, 31);
    await page.clock.fastForward(31_000);
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(asked(page)).toBeHidden();
    await expect.poll(() => openSessions(bank)).toBe(0);
    // Back on the same page, with what was typed.
    await type(userName(page), 'manager');
    await type(password(page), DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/manage_main_account');
    await expect(page.getByLabel('Description')).toHaveValue('typed before I went away again');
  });

  test('is none for an hour in one tab while there is work in another, nor on the sign-in page (react-idle-timer 289, dol-whd-14c 684)', async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await page.goto('/login');
    await page.clock.fastForward(3_600_000);
    await expect(asked(page)).toBeHidden();
    await signIn(page, 'manager');
    await page.goto('/main_account');
    const working = await context.newPage();
    await working.goto('/main_account');
    // The server has just seen the working tab, whatever this one's timers say.
    await page.clock.fastForward(3_600_000);
    await working.mouse.move(100, 100);
    await page.clock.runFor(5_000);
    await expect(asked(page)).toBeHidden();
    await expect(asked(working)).toBeHidden();
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
    await expect(asked(page)).toBeHidden();
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
    await type(page.getByLabel('Description'), 'not to be kept');
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
    await expect(asked(page)).toBeVisible();
    // A hand on the mouse answers nothing.
    await page.mouse.move(300, 300);
    await expect(asked(page)).toBeVisible();
    await press(asked(page).getByRole('button', { name: 'Logout now' }));
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
    await expect(other.getByText('Your session has ended.')).toBeHidden();
    await expect.poll(() => tries).toBe(2);
    await expect.poll(() => openSessions(bank)).toBe(0);
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((it) => it.includes('draft'))),
    ).toEqual([]);
    await signIn(page, 'manager');
    await expectInside(page);
    await expect(page).not.toHaveURL('/manage_main_account');
  });
});
