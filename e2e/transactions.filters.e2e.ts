import { type Bank, expect, test } from './fixtures.ts';
import { press, type } from './keys.ts';
import { button, hrefs, phnomPenhDay, rowLinks, rowsOf } from './transaction-lists.ts';

test.use({ user: 'manager' });

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
