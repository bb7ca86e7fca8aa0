import { expect, test } from './fixtures.ts';
import { press, reach, type } from './keys.ts';
import {
  button,
  hrefs,
  leadingTo,
  phnomPenhDay,
  rowLinks,
  rowsOf,
  search,
  total,
} from './transaction-lists.ts';

test.use({ user: 'manager' });

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
  await test.step('beyond the last page it is not said that nothing matches', async () => {
    await page.goto('/outgoing_transactions?status=SUCCESS&page=9999');
    await expect(page.getByText('There is nothing on page 9999')).toBeVisible();
    await expect(page.getByText('No transaction matches these filters')).toHaveCount(0);
    await press(button(page, 'Go to page 1'));
    await expect(page).toHaveURL(/\/outgoing_transactions\?status=SUCCESS$/);
    await expect(rowLinks(page)).toHaveCount(10);
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
