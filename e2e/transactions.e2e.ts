import { expect, expectAccessible, holdBack, signIn, test } from './fixtures.ts';
import { choose, pick, press, type } from './keys.ts';
import { button, countIn, phnomPenhDay, rowLinks, rowsOf, total } from './transaction-lists.ts';

test.use({ user: 'manager' });

test('incoming, outgoing and history have the columns of the specification, totals and sums of the book', async ({
  page,
  bank,
}) => {
  for (const [path, title, flag] of [
    ['/incoming_transactions', 'Incoming transactions', 'incoming'],
    ['/outgoing_transactions', 'Outgoing transactions', 'outgoing'],
    ['/history', 'History', 'history'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(rowLinks(page)).toHaveCount(10);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Trx Hash',
      'External reference',
      'Entry Date',
      'From Account',
      'To Account',
      'CCY',
      'Amount',
      'Status',
      'Business Status',
    ]);
    expect(await total(page)).toBe(await countIn(bank, `l.${flag}`));
    const [sum] = await rowsOf<{ khr: string }>(
      bank,
      `SELECT sum(t.amount_minor)::text AS khr FROM transaction_list l JOIN transfer t USING (seq)
         JOIN transaction_state s ON s.state = l.state
         WHERE l.${flag} AND s.currency = 'KHR' AND t.created >= ($1::date - interval '7 hours') AT TIME ZONE 'UTC'`,
      [phnomPenhDay(29)],
    );
    const grouped = BigInt(sum?.khr ?? 0).toLocaleString('en-US');
    await expect(page.getByText('Sum of filtered rows').locator('..')).toContainText(`៛${grouped} KHR`);
  }
});

// By keyboard: Arrange a list as you like it
test('a list keeps its look, on the server, and only what it can read in its address', async ({
  page,
  bank,
  browser,
}) => {
  await test.step('columns and row height are kept for the list; printing drops the shell and stamps the page', async () => {
    await page.goto('/outgoing_transactions');
    await expect(rowLinks(page)).toHaveCount(10);
    const kept = page.waitForResponse(
      (it) => it.request().method() === 'PUT' && it.request().postData()?.includes('compact') === true,
    );
    await press(button(page, 'Columns'));
    await press(
      page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'External reference' }),
      'Space',
    );
    await page.keyboard.press('Escape');
    await choose(page.getByRole('radio', { name: 'Compact rows' }));
    await expect(page.getByRole('columnheader', { name: 'External reference' })).toHaveCount(0);
    await kept;
    await page.reload();
    await expect(rowLinks(page)).toHaveCount(10);
    await expect(page.getByRole('columnheader', { name: 'External reference' })).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Compact rows' })).toBeChecked();
    // Another browser shows the list as it was left in this one.
    const elsewhere = await browser.newContext({ baseURL: bank.url });
    const other = await elsewhere.newPage();
    await signIn(other, 'manager');
    await other.goto('/outgoing_transactions');
    await expect(rowLinks(other)).toHaveCount(10);
    await expect(other.getByRole('columnheader', { name: 'External reference' })).toHaveCount(0);
    await expect(other.getByRole('radio', { name: 'Compact rows' })).toBeChecked();
    await elsewhere.close();
    await page.goto('/incoming_transactions');
    await expect(page.getByRole('columnheader', { name: 'External reference' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/^Printed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, UTC\+7$/)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
    await expect(button(page, 'Next')).toBeHidden();
    await page.emulateMedia({ media: null });
  });
  await test.step('a dozen rows at page size 50: the pages go, the size choice stays (hyperswitch-control-center 4950)', async () => {
    const [account] = await rowsOf<{ id: string; count: bigint }>(
      bank,
      `SELECT t.destination_account_id AS id, count(*) AS count FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.history AND t.created >= ($1::date - interval '7 hours') AT TIME ZONE 'UTC'
       GROUP BY 1 HAVING count(*) BETWEEN 11 AND 49 ORDER BY abs(count(*) - 12), 1 LIMIT 1`,
      [phnomPenhDay(29)],
    );
    await page.goto(`/history?user=${account?.id}`);
    await expect(rowLinks(page)).toHaveCount(10);
    await expect(button(page, 'Next')).toBeEnabled();
    await pick(page.getByLabel('Rows per page'), '50');
    await expect(rowLinks(page)).toHaveCount(Number(account?.count));
    await expect(page).toHaveURL(/size=50/);
    await expect(page.getByLabel('Rows per page')).toBeVisible();
    await expect(button(page, 'Next')).toBeDisabled();
    await expect(button(page, 'Previous')).toBeDisabled();
    // The size is kept for this list.
    await page.goto('/history');
    await expect(page.getByLabel('Rows per page')).toHaveValue('50');
  });
  await test.step('the address keeps what the list can read, and nothing else', async () => {
    await page.goto('/outgoing_transactions?foo=1&page=abc&size=7&status=NOPE&businessStatus=FAILED_AT_FI');
    await expect(rowLinks(page).first()).toBeVisible();
    await expect(page).toHaveURL(/\/outgoing_transactions\?businessStatus=FAILED_AT_FI$/);
  });
});

test('what another server or a bad hour sends is shown as it is', async ({ page }) => {
  await test.step('another server’s unknown currency and codes are shown as they are', async () => {
    await page.route(/\/incoming\?/, async (route) => {
      const response = await route.fetch();
      const [first, ...rows]: Record<string, unknown>[] = await response.json();
      const odd = { ...first, currencyName: 'THB', status: 'HELD', businessStatus: 'AT_THE_BORDER' };
      await route.fulfill({ response, json: [odd, ...rows] });
    });
    await page.goto('/incoming_transactions');
    const row = page.getByRole('row').filter({ hasText: 'AT_THE_BORDER' });
    await expect(row).toContainText('HELD');
    await expect(row.getByRole('cell', { name: /^[\d,.]+\s*THB$/ })).toBeVisible();
    await expect(rowLinks(page)).toHaveCount(10);
    await page.unroute(/\/incoming\?/);
  });
  await test.step('a list that fails says the server’s words with a reference, and loads on Try again', async () => {
    await page.route(/\/incoming\?/, (route) =>
      route.fulfill({
        status: 500,
        json: {
          status: {
            code: 1,
            error: 'INTERNAL',
            message: 'The report service is out.',
            reference: '7f3a-91c2',
          },
        },
      }),
    );
    await page.goto('/incoming_transactions');
    await expect(page.getByText('The report service is out.')).toBeVisible();
    await expect(page.getByText('7f3a-91c2')).toBeVisible();
    await page.unroute(/\/incoming\?/);
    await button(page, 'Try again').click();
    await expect(rowLinks(page)).toHaveCount(10);
  });
  await test.step('against a server that speaks the specifications alone: page numbers, filters in the body of a search', async () => {
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), extensions: false } });
    });
    const bodies: unknown[] = [];
    await page.route(/iroha-transactions\/outgoing/, async (route) => {
      expect(route.request().method()).toBe('POST');
      expect(route.request().url()).not.toContain('cursor');
      bodies.push(route.request().postDataJSON());
      const response = await route.fetch();
      const {
        'x-next': _next,
        'x-prev': _previous,
        'x-sum-khr': _khr,
        'x-sum-usd': _usd,
        ...headers
      } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto('/outgoing_transactions?status=SUCCESS');
    await button(page, 'Next').click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page).not.toHaveURL(/cursor/);
    await expect(rowLinks(page)).toHaveCount(10);
    expect(bodies[0]).toMatchObject({ status: ['SUCCESS'] });
  });
});

test.describe('auditor', () => {
  test.use({ user: 'auditor' });

  test('reads the history in routes of its own', async ({ page }) => {
    await test.step('reads the history, without any export, and its details in their own route', async () => {
      await page.goto('/auditor-history');
      await expect(rowLinks(page)).toHaveCount(10);
      await expect(button(page, /export/i)).toHaveCount(0);
      await rowLinks(page).first().click();
      await expect(page).toHaveURL(/\/view_audit_transaction\//);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[៛$]/);
      await page.goBack();
      await expect(rowLinks(page)).toHaveCount(10);
    });
  });
});

for (const [scheme, language] of [
  ['light', 'en'],
  ['dark', 'km'],
] as const) {
  test(`axe finds nothing on a list, its menus and its pickers, ${scheme}, ${language}`, async ({ page }) => {
    test.slow();
    const chips = page.locator('search button[aria-haspopup="dialog"]');
    const hashes = page.getByText(/^[0-9a-f]{4}…[0-9a-f]{4}$/);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.addInitScript((it) => localStorage.setItem('tonle.language', it), language);
    await page.goto('/outgoing_transactions?status=SUCCESS,FAILED');
    await expect(rowLinks(page).first()).toBeVisible();
    await expectAccessible(page);
    // Dates and one choice of codes: the other chips open the same menu.
    for (const chip of [chips.nth(0), chips.nth(1)]) {
      await chip.click();
      await expect(page.getByRole('dialog').getByRole('button').last()).toBeVisible();
      await expectAccessible(page);
      // An explanation over the open menu goes first, and the menu by the next Escape.
      await hashes.last().hover();
      await expect(page.getByRole('tooltip')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.goto('/history?search=zzzzzz');
    await expect(
      page
        .locator('main')
        .getByText(/Clear filters|សម្អាតតម្រង/)
        .last(),
    ).toBeVisible();
    await chips.nth(2).click();
    await type(page.locator('input[role="combobox"]'), 'sok');
    await expect(page.locator('[role="option"]').first()).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe('a phone of 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('shows cards, contains long values whole, and scrolls in no direction but down (keycloak-ui 1189)', async ({
    page,
  }) => {
    const noSideways = () =>
      expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'))
        .toBeLessThanOrEqual(0);
    const longAccount = `${'w'.repeat(32)}@${'w'.repeat(9)}`;
    await page.route(/\/incoming\?/, async (route) => {
      const response = await route.fetch();
      const rows: Record<string, unknown>[] = await response.json();
      const long = { sourceAccountId: longAccount, extRef: 'R'.repeat(64) };
      await route.fulfill({ response, json: rows.map((it) => ({ ...it, ...long })) });
    });
    await page.goto('/incoming_transactions');
    const cards = page.getByRole('list', { name: 'Incoming transactions' }).getByRole('listitem');
    await expect(cards).toHaveCount(10);
    await noSideways();
    // What nobody sees is not drawn; on paper the rows stand in a table all the same.
    await expect(page.locator('main table')).toHaveCount(0);
    await page.evaluate(() =>
      window.addEventListener('beforeprint', () => {
        document.body.dataset.rows = String(document.querySelectorAll('main tbody tr').length);
      }),
    );
    await page.pdf();
    await expect(page.locator('body')).toHaveAttribute('data-rows', '10');
    await page.reload();
    await expect(cards).toHaveCount(10);
    await expect(page.locator('main table')).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(page.getByRole('table')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(cards).toHaveCount(0);
    await expect(page.locator('main li')).toHaveCount(0);
    await noSideways();
    expect(await page.getByRole('table').innerHTML()).toContain(longAccount);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/history');
    // What is said of the export covers neither page's button.
    await button(page, 'Export CSV').click();
    const toast = page.getByRole('region', { name: 'Messages' });
    await expect(toast).toBeVisible();
    const [said, next] = await Promise.all([toast.boundingBox(), button(page, 'Next').boundingBox()]);
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
    await page.getByRole('list', { name: 'History' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/view_history_transaction\//);
    await noSideways();
    await expect(button(page, 'Copy Trx hash')).toBeVisible();
  });

  test('the list stays where it is when its answer comes, with sums above it and without', async ({
    page,
  }) => {
    for (const [path, call, sums] of [
      ['/incoming_transactions', /\/incoming\?/, 1],
      ['/download', /\/report\/list\?/, 0],
    ] as const) {
      const letGo = await holdBack(page, call);
      await page.goto(path);
      const list = page.locator('main [aria-busy]');
      await expect(list).toHaveAttribute('aria-busy', 'true');
      // A sentence may be a line shorter in the fonts than in what stands in for them.
      await page.evaluate(() => document.fonts.ready);
      const before = await list.boundingBox();
      letGo();
      await expect(list).toHaveAttribute('aria-busy', 'false');
      await expect(page.getByText(/^Showing /)).toBeVisible();
      await expect(page.getByRole('main').getByText('Sum of filtered rows')).toHaveCount(sums);
      expect((await list.boundingBox())?.y, path).toBe(before?.y);
    }
  });
});
