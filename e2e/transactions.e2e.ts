import { type Bank, expect, expectAccessible, signIn, test } from './fixtures.ts';
import { choose, pick, press, reach, type } from './keys.ts';
import {
  button,
  countIn,
  hrefs,
  leadingTo,
  phnomPenhDay,
  rowLinks,
  rowsOf,
  search,
  total,
} from './transaction-lists.ts';

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
    await expect(page.getByText('Sum of filtered rows').locator('..')).toContainText(`៛${grouped}KHR`);
  }
});

test('a list is searched, filtered, paged and come back to', async ({ page, bank, context }) => {
  await test.step('on page 3, type a search: page 1 of the matches, total of the matches (keycloak 18134)', async () => {
    await page.goto('/outgoing_transactions');
    await press(button(page, 'Next'));
    await expect(page).toHaveURL(/page=2/);
    await press(button(page, 'Next'));
    await expect(page).toHaveURL(/page=3/);
    const [account] = await rowsOf<{ id: string; count: bigint }>(
      bank,
      `SELECT t.destination_account_id AS id, count(*) AS count FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.outgoing AND t.created >= ($1::date - interval '7 hours') AT TIME ZONE 'UTC'
       GROUP BY 1 HAVING count(*) BETWEEN 2 AND 9 ORDER BY 2 DESC, 1 LIMIT 1`,
      [phnomPenhDay(29)],
    );
    await type(search(page), account?.id ?? '');
    await search(page).press('Enter');
    await expect(page).not.toHaveURL(/page=|cursor=/);
    await expect(rowLinks(page)).toHaveCount(Number(account?.count));
    expect(await total(page)).toBe(Number(account?.count));
    await expect(button(page, 'Previous')).toBeDisabled();
    await expect(button(page, 'Next')).toBeDisabled();
  });
  await test.step('filter, then Next: rows that were not on the page before; Previous gives those back (keycloak 17833)', async () => {
    await page.goto('/outgoing_transactions');
    await press(button(page, 'Business status'));
    const menu = page.getByRole('dialog', { name: 'Business status' });
    await press(menu.getByRole('checkbox', { name: /ACKNOWLEDGED_BY_FI/ }), 'Space');
    await press(menu.getByRole('checkbox', { name: /REFUNDED_BY_RECEIVER/ }), 'Space');
    await press(menu.getByRole('button', { name: 'Apply' }));
    await expect(page).toHaveURL(/businessStatus=ACKNOWLEDGED_BY_FI,REFUNDED_BY_RECEIVER/);
    await expect(page.getByRole('cell', { name: /Acknowledged|Refunded/ })).toHaveCount(10);
    const first = await hrefs(page);
    await press(button(page, 'Next'));
    await expect(page).toHaveURL(/page=2/);
    await expect(page).toHaveURL(/cursor=/);
    await expect.poll(() => hrefs(page)).not.toEqual(first);
    const second = await hrefs(page);
    expect(second.filter((it) => first.includes(it))).toEqual([]);
    await expect(page.getByRole('cell', { name: /Acknowledged|Refunded/ })).toHaveCount(10);
    await press(button(page, 'Previous'));
    await expect.poll(() => hrefs(page)).toEqual(first);
  });
  await test.step('three filters, open a row, Back; reload; the link in another tab: the same rows each time (react-admin 8025)', async () => {
    await page.goto(
      `/outgoing_transactions?fromDate=${phnomPenhDay(20)}&toDate=${phnomPenhDay(2)}&status=SUCCESS&businessStatus=ACKNOWLEDGED_BY_FI`,
    );
    await expect(rowLinks(page)).toHaveCount(10);
    await press(button(page, 'Next'));
    await expect(page).toHaveURL(/page=2/);
    await expect(button(page, 'Previous')).toBeEnabled();
    const address = page.url();
    const rows = await hrefs(page);
    await press(rowLinks(page).nth(3));
    await expect(page).toHaveURL(/view_outgoing_transaction/);
    await page.goBack();
    await expect(page).toHaveURL(leadingTo(address));
    expect(await hrefs(page)).toEqual(rows);
    await page.reload();
    expect(await hrefs(page)).toEqual(rows);
    const tab = await context.newPage();
    await tab.goto(address);
    expect(await hrefs(tab)).toEqual(rows);
    // The detail's own way back keeps filters and page too.
    await press(rowLinks(page).first());
    await press(
      page
        .getByRole('navigation', { name: 'Breadcrumbs' })
        .getByRole('link', { name: 'Outgoing transactions' }),
    );
    await expect(page).toHaveURL(leadingTo(address));
    expect(await hrefs(page)).toEqual(rows);
  });
  await test.step('a 45-day-old hash in the search box, default window 30 days: found, and the portal says why (hyperswitch-control-center 5108)', async () => {
    const [old] = await rowsOf<{ hash: string }>(
      bank,
      `SELECT encode(t.hash, 'hex') AS hash FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.incoming AND t.created < now() - interval '44 days' ORDER BY t.seq DESC LIMIT 1`,
    );
    await page.goto('/incoming_transactions');
    await type(search(page), old?.hash ?? '');
    await search(page).press('Enter');
    await expect(rowLinks(page)).toHaveCount(1);
    await expect(page.getByText(/Found outside of the chosen days/)).toBeVisible();
    await press(rowLinks(page));
    await expect(page.getByText(old?.hash ?? '', { exact: true })).toBeVisible();
  });
  await test.step('free text is counted to 10,000 at most, then without sums; no match offers to clear the filters', async () => {
    await page.route(/\/outgoing\?.*search=/, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'x-total-count': '10000', 'x-total-more': 'true' };
      await route.fulfill({ response, headers });
    });
    await page.goto('/outgoing_transactions?search=chktkhppxxx');
    await expect(page.getByText('Showing 10 of 10,000+ entries')).toBeVisible();
    await expect(page.getByText('Sum of filtered rows')).toHaveCount(0);
    await page.unroute(/\/outgoing\?.*search=/);
    await page.goto('/outgoing_transactions?search=zzzzzz&status=PENDING');
    await expect(page.getByText('No transaction matches these filters')).toBeVisible();
    await expect(page.getByText(/There is no data to display/)).toBeVisible();
    await press(button(page, 'Clear filters').last());
    await expect(page).toHaveURL(/\/outgoing_transactions$/);
    await expect(rowLinks(page)).toHaveCount(10);
  });
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

test('fast typing, the first answer arrives last: the last query’s rows are shown (react-admin 5797)', async ({
  page,
  bank,
}) => {
  const accounts = await rowsOf<{ id: string }>(
    bank,
    `SELECT t.destination_account_id AS id FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.outgoing AND t.created > now() - interval '20 days' GROUP BY 1 HAVING count(*) < 10 ORDER BY 1 LIMIT 2`,
  );
  const [first = '', second = ''] = accounts.map((it) => it.id);
  let late: Promise<void> | undefined;
  await page.route(/\/outgoing\?/, async (route) => {
    if (!route.request().url().includes(encodeURIComponent(first))) return route.continue();
    const answer = await route.fetch();
    late = new Promise((done) => setTimeout(done, 2500));
    await late;
    await route.fulfill({ response: answer }).catch(() => {});
    return undefined;
  });
  await page.goto('/outgoing_transactions');
  await type(search(page), first);
  await search(page).press('Enter');
  await expect(page).toHaveURL(/search=/);
  await type(search(page), second);
  await search(page).press('Enter');
  const cells = page.getByRole('cell', { name: second, exact: true });
  await expect(cells.first()).toBeVisible();
  await late;
  // Whatever the late answer brings has had its turn once the page has drawn again.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200))));
  await expect(cells.first()).toBeVisible();
  await expect(page.getByRole('cell', { name: first, exact: true })).toHaveCount(0);
});

test('history filters by the names of the specification, over a whole range', async ({ page, bank }) => {
  await test.step('history filters by the names of the specification: currency, user, dateFrom, dateTo, transactionStatus', async () => {
    const [account] = await rowsOf<{ id: string }>(
      bank,
      `SELECT t.destination_account_id AS id FROM transaction_list l JOIN transfer t USING (seq)
       JOIN transaction_state s ON s.state = l.state JOIN account a ON a.account_id = t.destination_account_id
       WHERE l.history AND s.currency = 'KHR' AND s.status = 'SUCCESS' AND t.created > now() - interval '20 days'
       AND a.kind = 'CUSTOMER' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    );
    const id = account?.id ?? '';
    await page.goto('/history');
    await press(button(page, /^Currency/));
    await press(page.getByRole('dialog').getByRole('button', { name: /KHR/ }));
    await expect(page).toHaveURL(/currency=KHR/);
    await press(button(page, 'To Account'));
    await type(page.locator('input[role="combobox"]'), id.slice(0, -2));
    await expect(page.locator('[role="option"]').filter({ hasText: id })).toBeVisible();
    await type(page.locator('input[role="combobox"]'), id);
    await expect(page.locator('[role="option"]')).toHaveCount(1);
    await page.locator('input[role="combobox"]').press('Enter');
    await expect(page).toHaveURL(new RegExp(`user=${id}`));
    await press(button(page, /^Status/));
    await press(page.getByRole('dialog').getByRole('button', { name: /SUCCESS/ }));
    await expect(page).toHaveURL(/transactionStatus=SUCCESS/);
    await press(button(page, /^Dates/));
    await press(page.getByRole('button', { name: 'Last 7 days' }));
    await press(page.getByRole('button', { name: 'Apply' }));
    await expect(page).toHaveURL(
      new RegExp(
        `dateFrom=${phnomPenhDay(6)}.*dateTo=${phnomPenhDay(0)}|dateTo=${phnomPenhDay(0)}.*dateFrom=${phnomPenhDay(6)}`,
      ),
    );
    await expect(page.locator('tbody tr').first()).toContainText('KHR');
    await expect(page.locator('tbody tr').filter({ hasNotText: 'KHR' })).toHaveCount(0);
  });
  await test.step('a range without an end is refused with the specification’s words, and nothing is asked for', async () => {
    await page.goto('/history');
    await button(page, /^Dates/).click();
    await page
      .getByRole('gridcell')
      .or(page.locator('td button'))
      .filter({ hasText: /^15$/ })
      .first()
      .click();
    await expect(page.getByText('Please select date range before search')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('web-history') && asked.push(it.url()));
    await page.goto(`/history?dateFrom=${phnomPenhDay(1)}&dateTo=${phnomPenhDay(5)}`);
    await expect(page.getByText('Please select date range before search')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

/** Puts a day's first transactions of each list to 00:05 and its last ones to 23:55, Phnom Penh time. */
async function turnToTheBorders(bank: Bank, day: string): Promise<void> {
  const client = await bank.database.owner.pool.connect();
  try {
    await client.query('ALTER TABLE transfer DISABLE TRIGGER sealed');
    await client.query(
      `WITH today AS (
         SELECT l.* FROM transaction_list l JOIN transfer t USING (seq)
         WHERE t.created >= $1::timestamptz AND t.created < $1::timestamptz + interval '1 day'),
       border AS (
         SELECT max(first) AS first, min(last) AS last FROM (
           SELECT min(seq) AS first, max(seq) AS last FROM today WHERE incoming
           UNION ALL SELECT min(seq), max(seq) FROM today WHERE outgoing
           UNION ALL SELECT min(seq), max(seq) FROM today WHERE history) AS each)
       UPDATE transfer t SET created = $1::timestamptz + CASE WHEN t.seq <= border.first THEN interval '5 min'
           ELSE interval '23 hours 55 min' END
       FROM today JOIN border ON today.seq <= border.first OR today.seq >= border.last WHERE t.seq = today.seq`,
      [`${day}T00:00:00+07:00`],
    );
    await client.query('ALTER TABLE transfer ENABLE ALWAYS TRIGGER sealed');
  } finally {
    client.release();
  }
}

for (const timezoneId of ['UTC', 'America/Los_Angeles']) {
  test.describe(`browser in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test('rows at 00:05 and 23:55 Phnom Penh, filter on today: both rows, in each list (bcgov/entity 4066)', async ({
      page,
      bank,
    }) => {
      // Yesterday is today for this browser, so that its last minutes are over.
      const day = phnomPenhDay(1);
      await turnToTheBorders(bank, day);
      // The clock is turned once the page knows of its session: it would be asking about it just then.
      await page.goto('/history?size=50');
      await expect(rowLinks(page).first()).toBeVisible();
      await page.clock.setFixedTime(new Date(`${day}T23:58:00+07:00`));
      const isSettled = () => expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      const lists = [
        ['/history', 'dateFrom', 'dateTo'],
        ['/incoming_transactions', 'fromDate', 'toDate'],
        ['/outgoing_transactions', 'fromDate', 'toDate'],
        [`/account_detail/${encodeURIComponent('chktkhppxxx@chkt')}`, 'from', 'to'],
      ] as const;
      for (const [path, from, to] of lists) {
        await page.goto(`${path}?size=50`);
        await button(page, /^Dates/).click();
        await page.getByRole('button', { name: 'Today' }).click();
        await page.getByRole('button', { name: 'Apply' }).click();
        await expect(page).toHaveURL(new RegExp(`${from}=${day}`));
        await expect(page).toHaveURL(new RegExp(`${to}=${day}`));
        await expect(page.getByRole('cell', { name: `${day} 23:55:00` }).first()).toBeVisible();
        await isSettled();
        while (await button(page, 'Next').isEnabled()) {
          const before = await hrefs(page);
          await button(page, 'Next').click();
          await expect.poll(() => hrefs(page)).not.toEqual(before);
          // Whether there is a page behind this one is known with its own answer.
          await isSettled();
        }
        await expect(page.getByRole('cell', { name: `${day} 00:05:00` }).first()).toBeVisible();
        await page
          .getByRole('row', { name: `${day} 00:05:00` })
          .first()
          .locator('[data-row-link]')
          .click();
        await expect(page.locator('main time').first()).toHaveText(`${day} 00:05:00`);
      }
    });
  });
}

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

// By keyboard: Find one transaction
test('keyboard alone: search, a filter, a row, and back', async ({ page }) => {
  await page.goto('/outgoing_transactions');
  await expect(rowLinks(page)).toHaveCount(10);
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('chktkhppxxx@chkt');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('status').filter({ hasText: /^[\d,]+ results$/ })).toHaveCount(1);
  await press(button(page, /^Status/).first());
  await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=SUCCESS/);
  await expect(button(page, /^Status/).first()).toBeFocused();
  await reach(rowLinks(page).first());
  await page.keyboard.press('ArrowDown');
  await expect(rowLinks(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/view_outgoing_transaction\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=SUCCESS/);
});

test('under three characters the search says so and asks nothing', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (it) => it.url().includes('search=') && asked.push(it.url()));
  await page.clock.install();
  await page.goto('/incoming_transactions');
  await expect(rowLinks(page)).toHaveCount(10);
  await type(search(page), 'so');
  await search(page).press('Enter');
  await expect(page.getByText('Please enter at least 3 characters')).toBeVisible();
  await page.clock.runFor(1300);
  expect(asked).toEqual([]);
  // A pause of a second is enough to search.
  await type(search(page), 'sok_');
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(/search=sok_/);
});

for (const [scheme, language] of [
  ['light', 'en'],
  ['dark', 'km'],
] as const) {
  test(`axe finds nothing on a list, its menus and its pickers, ${scheme}, ${language}`, async ({ page }) => {
    test.slow();
    const chips = page.locator('search button[aria-haspopup="dialog"]');
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
      await page.keyboard.press('Escape');
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
    await expect(page.getByRole('table')).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(page.getByRole('table')).toBeVisible();
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
});
