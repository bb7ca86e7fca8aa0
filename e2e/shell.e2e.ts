import type { Locator, Page } from '@playwright/test';
import { type DemoUser, expect, expectAccessible, signIn, test } from './fixtures.ts';
import { choose, chooseIn, press, reach, type } from './keys.ts';

const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' });
const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search or jump to' });
const outgoing = (page: Page): Locator => menu(page).getByRole('link', { name: 'Outgoing' });

async function logOut(page: Page): Promise<void> {
  await chooseIn(page.getByTitle('User menu'), page.getByRole('menuitem', { name: 'Logout' }));
  await expect(page).toHaveURL('/login');
}

/** The columns of the manual's contents start alike, on the screen and on paper. */
async function expectEvenColumns(page: Page, contents: string): Promise<void> {
  await page.goto(contents);
  for (const media of ['print', 'screen'] as const) {
    await page.emulateMedia({ media });
    const tops = await page.locator('.tasks').evaluateAll((roles) =>
      roles.map((role) => {
        const boxes = [...role.querySelectorAll('h3')].map((it) => it.getBoundingClientRect());
        const columns = [...new Set(boxes.map(({ x }) => x))];
        return columns.map((x) =>
          Math.min(...boxes.filter((it) => it.x === x).map(({ y }) => Math.round(y))),
        );
      }),
    );
    expect(Math.max(...tops.map((it) => it.length))).toBe(2);
    expect(tops).toEqual(tops.map((it) => it.map(() => it[0])));
  }
}

const managers = [
  '/dashboard',
  '/total_account',
  '/main_account',
  '/manage_main_account',
  '/incoming_transactions',
  '/outgoing_transactions',
  '/history',
  '/download',
];
const waiting = [
  '/waiting_for_approval/mobile',
  '/waiting_for_approval/desktop',
  '/waiting_for_approval/web',
];
const customers = ['/mobile-users', '/desktop-users', '/web-users'];
const auditors = ['/auditor-history', '/auditor-users', '/mobile-user-search'];
const access = ['/users', '/roles', '/pages', '/endpoints', '/audit-logs'];
/**
 * Where each type lands, as far as the portal has the page, else on the one that asks to choose; and its menu, of the
 * pages that have been built (1-portal.md section 2).
 */
const menus: readonly [DemoUser, landing: string, readonly string[]][] = [
  ['manager', '/dashboard', managers],
  [
    'admin',
    '/waiting_for_approval/mobile',
    [
      ...waiting,
      ...customers,
      '/key_recovery_requests',
      '/change-phone-requests-admin',
      '/kyc-limit-add',
      '/kyc-limit-amount/mobile-limit',
      '/kyc-limit-amount/desktop-limit',
      '/kyc-limit-amount/web-limit',
      '/view_bank_info',
      '/terms_and_conditions/mobile',
      '/terms_and_conditions/desktop',
      '/terms_and_conditions/web',
      '/download',
    ],
  ],
  ['access', '/users', access],
  ['auditor', '/auditor-users', auditors],
  ['authorizer', '/recovery-requests', ['/change-phone-requests', '/recovery-requests']],
  ['keyholder1', '/keyholder/registration', ['/keyholder/registration', '/keyholder/re-install']],
  // A custom role built from pages: its menu holds those, and nothing is tied to its name (decisions section 4).
  ['teller', '/blank-page', ['/main_account', '/manage_main_account', '/outgoing_transactions', '/download']],
];
const allPaths = [
  '/change-phone-requests-admin',
  '/change-phone-requests',
  ...managers,
  ...customers,
  ...auditors,
  ...access,
  '/waiting_for_approval/web',
  '/kyc-limit-add',
  '/kyc-limit-amount/web-limit',
  '/view_bank_info',
  '/terms_and_conditions/web',
];

// That the others' addresses lead nowhere: shell.matrix.e2e.ts.
test('each type of user lands on and sees its pages', async ({ page }) => {
  test.slow();
  for (const [user, landing, paths] of menus) {
    await signIn(page, user);
    await expect(page, user).toHaveURL(landing);
    // Those of a folded family too.
    const links = menu(page).getByRole('link', { includeHidden: true });
    await expect(links, user).toHaveCount(paths.length);
    const hrefs = await links.evaluateAll((all) => all.map((it) => it.getAttribute('href')));
    expect(hrefs, user).toEqual(paths);
    await page.goto('/');
    await expect(page, user).toHaveURL(paths.length > 0 ? '/blank-page' : '/login');
    if (paths.length > 0) await logOut(page);
  }
});

test('whoever may open nothing is logged out at the start, on the server too', async ({ page, bank }) => {
  const { pool } = bank.database.owner;
  await pool.query('DELETE FROM role_permission');
  await signIn(page, 'teller');
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await expect
    .poll(async () => (await pool.query('SELECT FROM session WHERE ended_at IS NULL')).rowCount)
    .toBe(0);
});

test('/404 and /500 say the specification’s words and lead back, signed in or not', async ({ page }) => {
  for (const user of [undefined, 'manager'] as const) {
    if (user) await signIn(page, user);
    for (const [path, title, text] of [
      ['/404', "Oops! You're lost.", 'The page you are looking for was not found.'],
      ['/no/such/page', "Oops! You're lost.", 'The page you are looking for was not found.'],
      ['/500', 'We have a problem!', 'The page you are looking for is temporarily unavailable.'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(text)).toBeVisible();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Back to start' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(user ? '/blank-page' : '/login');
  }
});

test('whoever is not signed in comes to the sign-in page from everywhere', async ({ page }) => {
  for (const path of [...allPaths, '/blank-page', '/view_transaction/X1', '/']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/login');
  }
});

test.describe('signed in', () => {
  test.use({ user: 'manager' });
  test.beforeEach(({ page }) => page.goto('/blank-page'));

  // By keyboard: Jump anywhere; Use the keyboard
  test('⌘K, / and ? by keyboard: the focus comes back, and no question is covered', async ({ page }) => {
    await page.goto('/main_account');
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await reach(refresh);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await expect(palette(page).getByRole('option')).toHaveCount(managers.length);
    await page.keyboard.type('outgo');
    await expect(palette(page).getByRole('option').first()).toContainText('Outgoing');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('qr');
    await expect(palette(page).getByRole('option').first()).toContainText('Payment QR codes');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await expect(refresh).toBeFocused();

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys).toBeVisible();
    // What is open is answered first.
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await expect(refresh).toBeFocused();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('history');
    await expect(palette(page).getByRole('option').first()).toContainText('History');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/history');
    await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.locator('[data-page-search]')).toBeFocused();
  });

  // By keyboard: Get help with the page you are on
  test('the menu by keyboard: skip link, collapse, where one is; it stays so, in another browser too', async ({
    page,
    browser,
    bank,
  }) => {
    await page.goto('/blank-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    expect(await entries()).toBe(before);
    const kept = page.waitForResponse(
      (it) => it.url().endsWith('/api/account/preferences') && it.request().method() === 'PUT',
    );
    await press(page.getByRole('button', { name: 'Collapse menu' }));
    // Preferences live on the server (decisions section 5).
    expect((await kept).ok()).toBe(true);
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeFocused();
    await press(outgoing(page));
    await expect(page).toHaveURL('/outgoing_transactions');
    await expect(outgoing(page)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1, name: 'Outgoing transactions' })).toBeFocused();
    const opened = page.waitForEvent('popup');
    await press(page.getByRole('link', { name: 'User manual' }));
    const manual = await opened;
    await expect(manual.getByRole('heading', { name: 'Following transactions' })).toBeVisible();
    // The page listens once its script has run, which is before it counts as loaded.
    await manual.waitForLoadState();
    await manual.keyboard.press('/');
    await expect(manual.getByRole('searchbox', { name: 'Search the manual' })).toBeFocused();
    await manual.keyboard.type('refunding deposits');
    await expect(manual.getByRole('status')).toContainText('found');
    await manual.keyboard.press('Control+a');
    await manual.keyboard.type('cryptocurrency');
    await expect(manual.getByRole('status')).toHaveText('Nothing in the manual has these words.');
    await manual.keyboard.press('Control+a');
    await manual.keyboard.type('refunds');
    const refund = manual.locator('.found').getByRole('link', { name: 'Refund a deposit' });
    await expect(refund).toBeVisible();
    await manual.keyboard.press('Tab');
    await expect(refund).toBeFocused();
    await press(manual.getByRole('searchbox'));
    await expect(manual).toHaveURL('/manual/en/transactions.html#refund-a-deposit');
    await expect(manual.locator('h2:target')).toBeInViewport();
    await manual.goBack();
    await press(refund);
    await expect(manual).toHaveURL('/manual/en/transactions.html#refund-a-deposit');
    await expect(manual.getByRole('searchbox')).toBeInViewport();
    await manual.waitForLoadState();
    await press(manual.getByRole('link', { name: 'ខ្មែរ' }));
    await expect(manual).toHaveURL('/manual/km/transactions.html#refund-a-deposit');
    await manual.close();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
    await expect(outgoing(page)).toHaveAttribute('aria-current', 'page');
    const elsewhere = await browser.newContext({ baseURL: bank.url });
    const other = await elsewhere.newPage();
    await signIn(other, 'manager');
    await expect(other.getByRole('button', { name: 'Expand menu' })).toBeVisible();
    await elsewhere.close();
  });

  // By keyboard: Change language and appearance
  test('language and theme turn everything at once, in all tabs, and stay', async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/outgoing_transactions');
    await choose(page.getByRole('radio', { name: 'ខ្មែរ' }));
    for (const tab of [page, other]) {
      await expect(tab.locator('html')).toHaveAttribute('lang', 'km');
      await expect(tab.getByRole('link', { name: 'ប្រតិបត្តិការចេញ' }).first()).toBeVisible();
    }
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('ប្រតិបត្តិការចេញ');
    const menuButton = page.locator('header button[aria-haspopup="menu"]').last();
    await press(menuButton);
    await choose(page.getByRole('radio', { name: 'ងងឹត' }));
    // Tab leads out of the menu, which closes behind it.
    await page.keyboard.press('Tab');
    await expect(menuButton).toHaveAttribute('aria-expanded', 'false');
    for (const tab of [page, other])
      await expect(tab.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // What the first paint was made on is not kept under the page: it shows beside a dialog.
    expect(await page.evaluate(() => document.documentElement.style.backgroundColor)).toBe('');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'km');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // Paper is white all the same, and the screen dark again after it.
    await page.evaluate(() =>
      window.addEventListener('beforeprint', () => {
        document.body.dataset.paper = getComputedStyle(document.body).backgroundColor;
      }),
    );
    await page.pdf();
    await expect(page.locator('body')).toHaveAttribute('data-paper', 'rgb(255, 255, 255)');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(17, 23, 27)');
    // As it is chosen by then, which need not be what it was before.
    await page.evaluate(() =>
      window.addEventListener('beforeprint', () => localStorage.setItem('tonle.theme', 'light')),
    );
    await page.pdf();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    // The stamp says when it was printed, not when the page was opened.
    const later = Date.now() + 90_000;
    await page.clock.setFixedTime(later);
    await page.pdf();
    const inPhnomPenh = new Date(later + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    await expect(page.getByText(`${inPhnomPenh}, UTC+7`)).toHaveText(/^បោះពុម្ព/);
  });

  test('offline is said, with how old the page is; back online it goes', async ({ page, context }) => {
    await page.goto('/main_account');
    await expect(page.getByRole('region', { name: 'Riel account' })).toContainText('៛');
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(page.getByText(/Shown data is from \d\d:\d\d:\d\d\./)).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
  });

  // By keyboard: Sign out
  test('logging out ends all tabs, and the old token', async ({ page, context, bank }) => {
    const other = await context.newPage();
    await other.goto('/main_account');
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('tonle.session') ?? '{}') as { token: string }).token,
    );
    await page.goto('/main_account');
    await logOut(page);
    await expect(other).toHaveURL('/login');
    await page.goBack();
    await expect(page).toHaveURL('/login');
    const status = async () =>
      (
        await fetch(`${bank.url}/tps/api/properties/self-info`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    await expect.poll(status).toBe(401);
  });

  test('a changed token opens nothing', async ({ page }) => {
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('tonle.session') ?? '{}') as { token: string };
      const [head, body = '', seal] = session.token.split('.');
      const claims = JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/'))) as { auth: string };
      const forged = btoa(JSON.stringify({ ...claims, auth: 'ROLE_AUDITOR' }));
      localStorage.setItem(
        'tonle.session',
        JSON.stringify({ ...session, token: [head, forged, seal].join('.') }),
      );
    });
    await page.goto('/auditor-history');
    await expect(page).toHaveURL('/login');
  });

  // By keyboard: Report an error
  test('a page that breaks leaves the shell standing, with a reference', async ({ page }) => {
    await page.route(/assets\/main-account-page/, (route) => route.abort());
    await press(menu(page).getByRole('link', { name: 'Main account balance' }));
    await expect(page.getByText('This page could not be shown')).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page.getByRole('button', { name: 'Copy Reference' }));
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
    await expectAccessible(page);
    await press(outgoing(page));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outgoing transactions');
  });

  for (const [language, theme, width] of [
    ['en', 'light', 1440],
    ['km', 'dark', 390],
  ] as const) {
    test(`no accessibility fault, nothing sticks out: ${language}, ${theme}, ${width} px`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(
        (chosen) => {
          localStorage.setItem('tonle.language', chosen.language);
          localStorage.setItem('tonle.theme', chosen.theme);
        },
        { language, theme },
      );
      const judge = async () => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      };
      for (const path of ['/404', '/500', '/blank-page']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await judge();
      }
      await page.locator('header button[aria-haspopup="menu"]').last().click();
      await expect(page.getByRole('menu')).toBeVisible();
      // A phone has no question mark beside it.
      await expect(
        page.getByRole('menuitem').filter({ has: page.locator('.tabler-icon-book') }),
      ).toHaveAttribute('href', `/manual/${language}/help/blank-page.html`);
      await judge();
      await page.keyboard.press('Escape');
      for (const key of ['Control+k', '?']) {
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
        await judge();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      if (width > 768) return expectEvenColumns(page, `/manual/${language}/index.html`);
      await page.locator('header button').first().click();
      await expect(page.getByRole('dialog').getByRole('navigation')).toBeVisible();
      await judge();
      // The manual: the text comes first, what a search finds too, and the chapters open over it.
      await page.goto(`/manual/${language}/transactions.html`);
      await expect(page.locator('main p').nth(1)).toBeInViewport();
      await expect(page.getByRole('navigation')).toBeHidden();
      await judge();
      await page.getByRole('button').click();
      await expect(page.getByRole('navigation')).toBeVisible();
      await judge();
      await page.keyboard.press('Escape');
      await type(page.getByRole('searchbox'), 'refund');
      await expect(page.locator('.found li').first()).toBeInViewport();
      await judge();
      await page.getByRole('button').click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('navigation')).toBeHidden();
      await expect(page.locator('.found li').first()).toBeInViewport();
    });
  }
});
