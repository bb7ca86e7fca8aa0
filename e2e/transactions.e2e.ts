import type { Locator, Page } from '@playwright/test';
import { type Bank, expect, expectAccessible, test } from './fixtures.ts';

test.use({ user: 'manager' });

const phnomPenhDay = (daysAgo: number): string =>
  new Date(Date.now() + 7 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);

const rowLinks = (page: Page): Locator => page.locator('[data-row-link]');
const hrefs = async (page: Page): Promise<string[]> => {
  await expect(rowLinks(page).first()).toBeVisible();
  return rowLinks(page).evaluateAll((all) => all.map((it) => it.getAttribute('href') ?? ''));
};
const search = (page: Page): Locator => page.locator('[data-page-search]');
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const total = async (page: Page): Promise<number> => {
  const text = await page.getByText(/^Showing [\d,]+ of [\d,]+\+? entries$/).textContent();
  return Number(/of ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
};

async function rowsOf<Row extends object>(bank: Bank, sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await bank.database.owner.pool.query<Row>(sql, values)).rows;
}

/** A list's count in the database, over Phnom Penh days. */
async function countIn(bank: Bank, where: string, values: unknown[] = []): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    bank,
    `SELECT count(*) FROM transaction_list l JOIN transfer t USING (seq)
     JOIN transaction_state s ON s.state = l.state
     WHERE t.created >= ($1::date - interval '7 hours') AT TIME ZONE 'UTC' AND ${where}`,
    [phnomPenhDay(29), ...values],
  );
  return Number(row?.count ?? -1);
}

/** The same path and query, in whatever order its names stand. */
const leadingTo = (address: string) => {
  const wanted = new URL(address);
  wanted.searchParams.sort();
  return (url: URL) => {
    const found = new URL(url);
    found.searchParams.sort();
    return found.href === wanted.href;
  };
};

test.describe('lists', () => {
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

  test('on page 3, type a search: page 1 of the matches, total of the matches (keycloak 18134)', async ({
    page,
    bank,
  }) => {
    await page.goto('/outgoing_transactions');
    await button(page, 'Next').click();
    await expect(page).toHaveURL(/page=2/);
    await button(page, 'Next').click();
    await expect(page).toHaveURL(/page=3/);
    const [account] = await rowsOf<{ id: string; count: bigint }>(
      bank,
      `SELECT t.destination_account_id AS id, count(*) AS count FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.outgoing AND t.created >= ($1::date - interval '7 hours') AT TIME ZONE 'UTC'
       GROUP BY 1 HAVING count(*) BETWEEN 2 AND 9 ORDER BY 2 DESC, 1 LIMIT 1`,
      [phnomPenhDay(29)],
    );
    await search(page).fill(account?.id ?? '');
    await search(page).press('Enter');
    await expect(page).not.toHaveURL(/page=|cursor=/);
    await expect(rowLinks(page)).toHaveCount(Number(account?.count));
    expect(await total(page)).toBe(Number(account?.count));
    await expect(button(page, 'Previous')).toBeDisabled();
    await expect(button(page, 'Next')).toBeDisabled();
  });

  test('filter, then Next: rows that were not on the page before; Previous gives those back (keycloak 17833)', async ({
    page,
  }) => {
    await page.goto('/outgoing_transactions');
    await button(page, 'Business status').click();
    const menu = page.getByRole('dialog', { name: 'Business status' });
    await menu.getByText('ACKNOWLEDGED_BY_FI').click();
    await menu.getByText('REFUNDED_BY_RECEIVER').click();
    await menu.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/businessStatus=ACKNOWLEDGED_BY_FI,REFUNDED_BY_RECEIVER/);
    await expect(page.getByRole('cell', { name: /Acknowledged|Refunded/ })).toHaveCount(10);
    const first = await hrefs(page);
    await button(page, 'Next').click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page).toHaveURL(/cursor=/);
    await expect.poll(() => hrefs(page)).not.toEqual(first);
    const second = await hrefs(page);
    expect(second.filter((it) => first.includes(it))).toEqual([]);
    await expect(page.getByRole('cell', { name: /Acknowledged|Refunded/ })).toHaveCount(10);
    await button(page, 'Previous').click();
    await expect.poll(() => hrefs(page)).toEqual(first);
  });

  test('three filters, open a row, Back; reload; the link in another tab: the same rows each time (react-admin 8025)', async ({
    page,
    context,
  }) => {
    await page.goto(
      `/outgoing_transactions?fromDate=${phnomPenhDay(20)}&toDate=${phnomPenhDay(2)}&status=SUCCESS&businessStatus=ACKNOWLEDGED_BY_FI`,
    );
    await expect(rowLinks(page)).toHaveCount(10);
    await button(page, 'Next').click();
    await expect(page).toHaveURL(/page=2/);
    await expect(button(page, 'Previous')).toBeEnabled();
    const address = page.url();
    const rows = await hrefs(page);
    await rowLinks(page).nth(3).click();
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
    await rowLinks(page).first().click();
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Outgoing transactions' })
      .click();
    await expect(page).toHaveURL(leadingTo(address));
    expect(await hrefs(page)).toEqual(rows);
  });

  test('a 45-day-old hash in the search box, default window 30 days: found, and the portal says why (hyperswitch-control-center 5108)', async ({
    page,
    bank,
  }) => {
    const [old] = await rowsOf<{ hash: string }>(
      bank,
      `SELECT encode(t.hash, 'hex') AS hash FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.incoming AND t.created < now() - interval '44 days' ORDER BY t.seq DESC LIMIT 1`,
    );
    await page.goto('/incoming_transactions');
    await search(page).fill(old?.hash ?? '');
    await search(page).press('Enter');
    await expect(rowLinks(page)).toHaveCount(1);
    await expect(page.getByText(/Found outside of the chosen days/)).toBeVisible();
    await rowLinks(page).click();
    await expect(page.getByText(old?.hash ?? '', { exact: true })).toBeVisible();
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
    await search(page).fill(first);
    await search(page).press('Enter');
    await expect(page).toHaveURL(/search=/);
    await search(page).fill(second);
    await search(page).press('Enter');
    const cells = page.getByRole('cell', { name: second, exact: true });
    await expect(cells.first()).toBeVisible();
    await late;
    // Whatever the late answer brings has had its turn once the page has drawn again.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200))));
    await expect(cells.first()).toBeVisible();
    await expect(page.getByRole('cell', { name: first, exact: true })).toHaveCount(0);
  });

  test('a dozen rows at page size 50: the pages go, the size choice stays (hyperswitch-control-center 4950)', async ({
    page,
    bank,
  }) => {
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
    await page.getByLabel('Rows per page').selectOption('50');
    await expect(rowLinks(page)).toHaveCount(Number(account?.count));
    await expect(page).toHaveURL(/size=50/);
    await expect(page.getByLabel('Rows per page')).toBeVisible();
    await expect(button(page, 'Next')).toBeDisabled();
    await expect(button(page, 'Previous')).toBeDisabled();
    // The size is kept for this list.
    await page.goto('/history');
    await expect(page.getByLabel('Rows per page')).toHaveValue('50');
  });

  test('columns and row height are kept for the list; printing drops the shell and stamps the page', async ({
    page,
  }) => {
    await page.goto('/outgoing_transactions');
    await expect(rowLinks(page)).toHaveCount(10);
    await button(page, 'Columns').click();
    await page.getByRole('dialog', { name: 'Columns' }).getByLabel('External reference').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Compact rows' }).check({ force: true });
    await expect(page.getByRole('columnheader', { name: 'External reference' })).toHaveCount(0);
    await page.reload();
    await expect(rowLinks(page)).toHaveCount(10);
    await expect(page.getByRole('columnheader', { name: 'External reference' })).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Compact rows' })).toBeChecked();
    await page.goto('/incoming_transactions');
    await expect(page.getByRole('columnheader', { name: 'External reference' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/^Printed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, UTC\+7$/)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
    await expect(button(page, 'Next')).toBeHidden();
  });

  test('under three characters the search says so and asks nothing', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('search=') && asked.push(it.url()));
    await page.clock.install();
    await page.goto('/incoming_transactions');
    await expect(rowLinks(page)).toHaveCount(10);
    await search(page).fill('so');
    await search(page).press('Enter');
    await expect(page.getByText('Please enter at least 3 characters')).toBeVisible();
    await page.clock.runFor(1300);
    expect(asked).toEqual([]);
    // A pause of a second is enough to search.
    await search(page).fill('sok_');
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(/search=sok_/);
  });

  test('free text is counted to 10,000 at most, then without sums; no match offers to clear the filters', async ({
    page,
  }) => {
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
    await button(page, 'Clear filters').last().click();
    await expect(page).toHaveURL(/\/outgoing_transactions$/);
    await expect(rowLinks(page)).toHaveCount(10);
  });

  test('the address keeps what the list can read, and nothing else', async ({ page }) => {
    await page.goto('/outgoing_transactions?foo=1&page=abc&size=7&status=NOPE&businessStatus=FAILED_AT_FI');
    await expect(rowLinks(page).first()).toBeVisible();
    await expect(page).toHaveURL(/\/outgoing_transactions\?businessStatus=FAILED_AT_FI$/);
  });

  test('another server’s unknown currency and codes are shown as they are', async ({ page }) => {
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
  });

  test('a list that fails says the server’s words with a reference, and loads on Try again', async ({
    page,
  }) => {
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

  test('history filters by the names of the specification: currency, user, dateFrom, dateTo, transactionStatus', async ({
    page,
    bank,
  }) => {
    const [account] = await rowsOf<{ id: string }>(
      bank,
      `SELECT t.destination_account_id AS id FROM transaction_list l JOIN transfer t USING (seq)
       JOIN transaction_state s ON s.state = l.state JOIN account a ON a.account_id = t.destination_account_id
       WHERE l.history AND s.currency = 'KHR' AND s.status = 'SUCCESS' AND t.created > now() - interval '20 days'
       AND a.kind = 'CUSTOMER' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    );
    const id = account?.id ?? '';
    await page.goto('/history');
    await button(page, /^Currency/).click();
    await page.getByRole('dialog').getByRole('button', { name: /KHR/ }).click();
    await expect(page).toHaveURL(/currency=KHR/);
    await button(page, 'To Account').click();
    await page.locator('input[role="combobox"]').fill(id.slice(0, -2));
    await expect(page.locator('[role="option"]').filter({ hasText: id })).toBeVisible();
    await page.locator('input[role="combobox"]').fill(id);
    await expect(page.locator('[role="option"]')).toHaveCount(1);
    await page.locator('input[role="combobox"]').press('Enter');
    await expect(page).toHaveURL(new RegExp(`user=${id}`));
    await button(page, /^Status/).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /SUCCESS/ })
      .click();
    await expect(page).toHaveURL(/transactionStatus=SUCCESS/);
    await button(page, /^Dates/).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(
      new RegExp(
        `dateFrom=${phnomPenhDay(6)}.*dateTo=${phnomPenhDay(0)}|dateTo=${phnomPenhDay(0)}.*dateFrom=${phnomPenhDay(6)}`,
      ),
    );
    await expect(page.locator('tbody tr').first()).toContainText('KHR');
    await expect(page.locator('tbody tr').filter({ hasNotText: 'KHR' })).toHaveCount(0);
  });

  test('a range without an end is refused with the specification’s words, and nothing is asked for', async ({
    page,
  }) => {
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

  test('a code that nobody knows is shown as it is', async ({ page }) => {
    await page.route(/\/incoming\?/, async (route) => {
      const response = await route.fetch();
      const rows: Record<string, unknown>[] = await response.json();
      await route.fulfill({ response, json: rows.map((it) => ({ ...it, status: 'ON_HOLD' })) });
    });
    await page.goto('/incoming_transactions');
    await expect(page.getByRole('cell', { name: 'ON_HOLD' })).toHaveCount(10);
  });

  test('against a server that speaks the specifications alone: page numbers, filters in the body of a search', async ({
    page,
  }) => {
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

for (const timezoneId of ['UTC', 'America/Los_Angeles']) {
  test.describe(`browser in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test('rows at 00:05 and 23:55 Phnom Penh, filter on today: both rows (bcgov/entity 4066)', async ({
      page,
      bank,
    }) => {
      // Yesterday is today for this browser, so that its last minutes are over.
      const day = phnomPenhDay(1);
      const client = await bank.database.owner.pool.connect();
      try {
        await client.query('ALTER TABLE transfer DISABLE TRIGGER sealed');
        for (const [order, time] of [
          ['ASC', '00:05'],
          ['DESC', '23:55'],
        ]) {
          await client.query(
            `UPDATE transfer SET created = $1::timestamptz WHERE seq = (
               SELECT t.seq FROM transaction_list l JOIN transfer t USING (seq)
               WHERE l.history AND t.created >= $2::timestamptz AND t.created < $2::timestamptz + interval '1 day'
               ORDER BY t.seq ${order} LIMIT 1)`,
            [`${day}T${time}:00+07:00`, `${day}T00:00:00+07:00`],
          );
        }
        await client.query('ALTER TABLE transfer ENABLE ALWAYS TRIGGER sealed');
      } finally {
        client.release();
      }
      await page.clock.setFixedTime(new Date(`${day}T23:58:00+07:00`));
      await page.goto('/history?size=50');
      await button(page, /^Dates/).click();
      await page.getByRole('button', { name: 'Today' }).click();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page).toHaveURL(new RegExp(`dateFrom=${day}`));
      await expect(page).toHaveURL(new RegExp(`dateTo=${day}`));
      await expect(page.getByRole('cell', { name: `${day} 23:55:00` })).toBeVisible();
      while (await button(page, 'Next').isEnabled()) {
        const before = await hrefs(page);
        await button(page, 'Next').click();
        await expect.poll(() => hrefs(page)).not.toEqual(before);
      }
      await expect(page.getByRole('cell', { name: `${day} 00:05:00` })).toBeVisible();
      await page
        .getByRole('row', { name: `${day} 00:05:00` })
        .locator('[data-row-link]')
        .click();
      await expect(page.locator('main time').first()).toHaveText(`${day} 00:05:00`);
    });
  });
}

test.describe('details', () => {
  test('incoming, outgoing and history open their transaction with every field, states and ways to copy', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/incoming_transactions?businessStatus=RECEIVED_AT_FI');
    await rowLinks(page).first().click();
    await expect(page).toHaveURL(/\/view_incoming_transaction\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\+[៛$][\d,.]+(KHR|USD)$/);
    for (const label of [
      'Trx hash',
      'Paired trx hash',
      'External reference',
      'FAST transaction ID',
      'FI transaction ID',
      'Transaction type',
      'Asset',
      'Description',
      'Error message',
    ])
      await expect(page.getByRole('term').filter({ hasText: label }).first()).toBeVisible();
    await expect(page.getByText('RECEIVED_AT_FI').first()).toBeVisible();
    await expect(page.getByText('Acknowledged or refunded')).toBeVisible();
    await expect(button(page, /Refund|Acknowledge/)).toHaveCount(2);
    await button(page, 'Copy Trx hash').click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^[0-9a-f]{64}$/);
    await page.goto(`/view_transaction/${copied}`);
    await expect(page.getByText(copied, { exact: true })).toBeVisible();

    await page.goto('/outgoing_transactions?businessStatus=RECEIVE_AT_RECEIVER_BANK');
    await rowLinks(page).first().click();
    await expect(page).toHaveURL(/\/view_outgoing_transaction\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^−[៛$]/);
    const steps = page.getByRole('listitem').filter({ has: page.locator('time') });
    await expect(steps).toHaveCount(3);
    await expect(steps.nth(1)).toContainText('Received at the clearing house');
    await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step');

    await page.goto('/history');
    await rowLinks(page).first().click();
    await expect(page).toHaveURL(/\/view_history_transaction\//);
  });

  test('a returned payment and its return lead to each other', async ({ page }) => {
    await page.goto('/outgoing_transactions?businessStatus=REFUNDED_BY_RECEIVER');
    await rowLinks(page).first().click();
    const hash = await page
      .locator('dd')
      .filter({ has: button(page, 'Copy Trx hash') })
      .textContent();
    await page.locator('main dd a').click();
    await expect(page).toHaveURL(/\/view_transaction\//);
    await expect(page.getByText('Money returned').first()).toBeVisible();
    await expect(page.locator('main dd a')).toHaveText((hash ?? '').trim());
  });

  test('a paid QR code is drawn on white, an exchange says its rate', async ({ page, bank }) => {
    const [paid] = await rowsOf<{ hash: string }>(
      bank,
      `SELECT encode(hash, 'hex') AS hash FROM transfer WHERE details ? 'qrCode' ORDER BY seq DESC LIMIT 1`,
    );
    const [changed] = await rowsOf<{ hash: string }>(
      bank,
      `SELECT encode(hash, 'hex') AS hash FROM transfer WHERE details ? 'exchangeRate' ORDER BY seq DESC LIMIT 1`,
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/view_transaction/${paid?.hash}`);
    const code = page.getByRole('img', { name: 'QR code of this payment' });
    await expect(code).toBeVisible();
    await expect(code.locator('rect')).toHaveAttribute('fill', '#fff');
    const download = page.waitForEvent('download');
    await button(page, 'Save the QR code as an image').click();
    expect((await download).suggestedFilename()).toMatch(/\.png$/);
    await page.goto(`/view_transaction/${changed?.hash}`);
    await expect(page.getByText(/^\$1 = ៛[\d,]+$/)).toBeVisible();
  });

  test('what is not there says "No transaction info" and leads back', async ({ page }) => {
    for (const path of [
      '/view_incoming_transaction/nobody@chkt/NOTHING',
      '/view_history_transaction/nobody@chkt/NOTHING',
      '/view_transaction/NOTHING',
    ]) {
      await page.goto(path);
      await expect(page.getByText('No transaction info')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(/\/history/);
  });

  test('⌘K finds a pasted hash, an account’s transactions and a phone’s', async ({ page, bank }) => {
    const [one] = await rowsOf<{ hash: string; account: string; phone: string }>(
      bank,
      `SELECT encode(t.hash, 'hex') AS hash, t.source_account_id AS account, t.source_phone_number AS phone
       FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.history AND t.source_phone_number IS NOT NULL ORDER BY t.seq DESC LIMIT 1`,
    );
    await page.goto('/history');
    await expect(rowLinks(page).first()).toBeVisible();
    for (const text of [one?.account ?? '', `0${one?.phone.slice(3)}`, one?.hash ?? '']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').locator('input').fill(text);
      await expect(
        page
          .getByRole('option')
          .filter({ hasText: /\d{4}-\d\d-\d\d/ })
          .first(),
      ).toBeVisible();
      if (text === one?.hash) await page.keyboard.press('Enter');
      else await page.keyboard.press('Escape');
    }
    await expect(page).toHaveURL(/\/view_history_transaction\//);
    await expect(page.getByText(one?.hash ?? '', { exact: true })).toBeVisible();
  });
});

test.describe('auditor', () => {
  test.use({ user: 'auditor' });

  test('reads the history, without any export, and its details in their own route', async ({ page }) => {
    await page.goto('/auditor-history');
    await expect(rowLinks(page)).toHaveCount(10);
    await expect(button(page, /export/i)).toHaveCount(0);
    await rowLinks(page).first().click();
    await expect(page).toHaveURL(/\/view_audit_transaction\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[៛$]/);
    await page.goBack();
    await expect(rowLinks(page)).toHaveCount(10);
  });

  test('types the manager’s URLs: /404, and no data was requested (hyperswitch-control-center 232)', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (it) => /report-service|\/tps\//.test(it.url()) && asked.push(it.url()));
    for (const path of [
      '/incoming_transactions',
      '/outgoing_transactions',
      '/history',
      '/view_incoming_transaction/sok_dara@chkt/X1',
      '/view_outgoing_transaction/sok_dara@chkt/X1',
      '/view_history_transaction/sok_dara@chkt/X1',
      '/view_transaction/X1',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/404$/);
      await expect(page.getByText('The page you are looking for was not found.')).toBeVisible();
    }
    expect(asked).toEqual([]);
  });
});

test('keyboard alone: search, a filter, a row, and back', async ({ page }) => {
  await page.goto('/outgoing_transactions');
  await expect(rowLinks(page)).toHaveCount(10);
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('chktkhppxxx@chkt');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=/);
  for (
    let tabs = 0;
    tabs < 12 && !(await button(page, /^Status/).evaluate((it) => it.matches(':focus')));
    tabs += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=SUCCESS/);
  await expect(button(page, /^Status/).first()).toBeFocused();
  const firstRow = rowLinks(page).first();
  for (let tabs = 0; tabs < 40 && !(await firstRow.evaluate((it) => it.matches(':focus'))); tabs += 1)
    await page.keyboard.press('Tab');
  await expect(firstRow).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowLinks(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/view_outgoing_transaction\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=SUCCESS/);
});

for (const scheme of ['light', 'dark'] as const) {
  for (const language of ['en', 'km'] as const) {
    test.describe(`axe finds nothing, ${scheme}, ${language}`, () => {
      test.slow();
      const chips = (page: Page) => page.locator('search button[aria-haspopup="dialog"]');
      test.beforeEach(async ({ page }) => {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.addInitScript((it) => localStorage.setItem('tonle.language', it), language);
      });

      test('on a list and each of its open menus', async ({ page }) => {
        await page.goto('/outgoing_transactions?status=SUCCESS,FAILED');
        await expect(rowLinks(page).first()).toBeVisible();
        await expectAccessible(page);
        for (const chip of await chips(page).all()) {
          await chip.click();
          await expect(page.getByRole('dialog').getByRole('button').last()).toBeVisible();
          await expectAccessible(page);
          await page.keyboard.press('Escape');
        }
        await page.goto('/incoming_transactions?search=zzzzzz');
        await expect(
          page
            .locator('main')
            .getByText(/Clear filters|សម្អាតតម្រង/)
            .last(),
        ).toBeVisible();
        await expectAccessible(page);
      });

      test('on the account picker and on details', async ({ page, bank }) => {
        const [paid] = await rowsOf<{ hash: string }>(
          bank,
          `SELECT encode(hash, 'hex') AS hash FROM transfer WHERE details ? 'qrCode' ORDER BY seq DESC LIMIT 1`,
        );
        await page.goto('/history');
        await expect(rowLinks(page).first()).toBeVisible();
        await chips(page).nth(2).click();
        await page.locator('input[role="combobox"]').fill('sok');
        await expect(page.locator('[role="option"]').first()).toBeVisible();
        await expectAccessible(page);
        await page.goto(`/view_transaction/${paid?.hash}`);
        await expect(page.locator('main svg[role="img"]')).toBeVisible();
        await expectAccessible(page);
        await page.goto('/view_transaction/NOTHING');
        await expect(page.locator('main').getByRole('link').last()).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}

test.describe('a phone of 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('shows cards, contains long values whole, and scrolls in no direction but down', async ({ page }) => {
    const noSideways = () =>
      expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'))
        .toBeLessThanOrEqual(0);
    await page.route(/\/incoming\?/, async (route) => {
      const response = await route.fetch();
      const rows: Record<string, unknown>[] = await response.json();
      const long = { sourceAccountId: `${'w'.repeat(32)}@${'w'.repeat(9)}`, extRef: 'R'.repeat(64) };
      await route.fulfill({ response, json: rows.map((it) => ({ ...it, ...long })) });
    });
    await page.goto('/incoming_transactions');
    const cards = page.getByRole('list', { name: 'Incoming transactions' }).getByRole('listitem');
    await expect(cards).toHaveCount(10);
    await noSideways();
    await expect(page.getByRole('table')).toBeHidden();
    await page.goto('/history');
    await page.getByRole('list', { name: 'History' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/view_history_transaction\//);
    await noSideways();
    await expect(button(page, 'Copy Trx hash')).toBeVisible();
  });
});
