import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { type Bank, expect, expectAccessible, holdBack, test } from './fixtures.ts';
import { choose, press, type } from './keys.ts';

test.use({ user: 'manager' });

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' });

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

// By keyboard: Export a list
test('a list is exported as it stands, and the look-back is refused in words', async ({ page }) => {
  await page.goto('/incoming_transactions?businessStatus=RECEIVED_AT_FI');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), press(exportButton(page))]);
  expect(download.suggestedFilename()).toMatch(
    /^incoming-transactions_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/,
  );
  expect(download.url()).not.toMatch(/eyJ/);
  const lines = (await textOf(download)).trimEnd().split('\n');
  expect(lines[0]).toBe(
    '\uFEFFTrx Hash,External reference,Entry Date (UTC+07:00),From Account,To Account,CCY,Amount,Status,Business Status',
  );
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/,Received at FI$/);
  await expect(page.getByRole('status').filter({ hasText: 'The report is ready' })).toBeVisible();

  await page.goto('/history?dateFrom=2000-01-01');
  await press(exportButton(page));
  const dialog = page.getByRole('dialog', { name: 'This cannot be exported' });
  await expect(dialog).toContainText('Reports reach back 30 days: please choose a first day from');
});

/** Keeps every export waiting, as a very large one would be, until the lock is given back. */
async function holdExports(bank: Bank): Promise<() => Promise<void>> {
  const client = await bank.database.owner.pool.connect();
  await client.query('BEGIN; LOCK TABLE transfer IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

for (const timezoneId of ['UTC', 'America/Los_Angeles']) {
  test.describe(`browser in ${timezoneId}`, () => {
    test.use({ timezoneId });
    // By keyboard: Fetch a file
    test('each state of a report on the download page: cancel, progress, download, failure, expiry, filters', async ({
      page,
      bank,
    }) => {
      const sql = (text: string) => bank.database.owner.pool.query(text);
      await page.goto('/outgoing_transactions');
      await expect(page.locator('[data-row-link]').first()).toBeVisible();
      const [first] = await Promise.all([page.waitForEvent('download'), press(exportButton(page))]);
      expect(first.suggestedFilename()).toMatch(/^outgoing-transactions/);

      const release = await holdExports(bank);
      const token = await page.evaluate(
        () => JSON.parse(localStorage.getItem('tonle.session') ?? '{}').token as string,
      );
      const asked = await page.request.get('/report-service/api/export/iroha-transactions/incoming', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(asked.ok()).toBe(true);
      await page.goto('/download');
      const rows = page.getByRole('row');
      await expect(rows).toHaveCount(3);
      await expect(rows.nth(1)).toContainText('Incoming transactions');
      await expect(rows.nth(1)).toContainText('Querying');
      // In the bank's time, wherever the browser is.
      const { rows: jobs } = await sql(
        "SELECT to_char(created_at AT TIME ZONE 'Asia/Phnom_Penh', 'YYYY-MM-DD HH24:MI:SS') AS requested FROM report_job ORDER BY created_at DESC LIMIT 1",
      );
      await expect(rows.nth(1)).toContainText(jobs[0].requested);
      await press(page.getByRole('button', { name: 'Cancel: Incoming transactions' }));
      await expect(page.getByText('Your request to generate the statement has been canceled.')).toBeVisible();
      await expect(rows.nth(1)).toContainText('Canceled');
      await release();

      const [again] = await Promise.all([
        page.waitForEvent('download'),
        press(page.getByRole('button', { name: 'Download: Outgoing transactions' })),
      ]);
      expect((await textOf(again)).startsWith('\uFEFFTrx Hash,')).toBe(true);
      await expectAccessible(page);

      await sql(
        "UPDATE report_job SET state = 'GENERATING', completed_at = NULL, rows_expected = 200, rows_written = 50, leased_until = now() + interval '1 hour' WHERE state = 'CANCELED'",
      );
      await expect(rows.nth(1)).toContainText('Generating');
      await expect(rows.nth(1)).toContainText('25%');
      await sql(
        "UPDATE report_job SET state = 'FAILED', completed_at = now(), failure = 'INTERNAL', leased_until = NULL WHERE state = 'GENERATING'",
      );
      await expect(rows.nth(1)).toContainText('The report could not be made. Please request it again.');
      const heard = page.getByRole('status').filter({ hasText: 'Incoming transactions' });
      await expect(heard).toHaveText('Failed: Incoming transactions');
      await sql("UPDATE report_job SET expires_at = now() - interval '1 minute' WHERE state = 'SUCCESS'");
      await expect(rows.nth(2)).toContainText('No longer kept', { timeout: 25_000 });
      await expect(page.getByRole('button', { name: /^Download:/ })).toHaveCount(0);

      await press(page.getByRole('button', { name: 'Status' }).first());
      const menu = page.getByRole('dialog', { name: 'Status' });
      await press(menu.getByRole('checkbox', { name: /FAILED/ }), 'Space');
      await press(menu.getByRole('button', { name: 'Apply' }));
      await expect(rows).toHaveCount(2);
      await press(page.getByRole('button', { name: 'Clear filters' }));
      await type(page.locator('[data-page-search]'), 'outgoing');
      await expect(rows).toHaveCount(2);
      await expect(page).toHaveURL(/filter=outgoing/);
    });
  });
}

// By keyboard: Make a statement
test('a statement from an account’s page, fetched in Khmer, in the dark and on a phone', async ({
  page,
  bank,
}) => {
  const { rows } = await bank.database.owner.pool.query<{ id: string }>(
    "SELECT account_id AS id FROM customer WHERE account_type = 'MOBILE' ORDER BY account_id LIMIT 1",
  );
  // What comes late opens over nothing else.
  const code = /\/statement-dialog-[^/]*\.js$/;
  const come = await holdBack(page, code);
  await page.goto(`/account_detail/${encodeURIComponent(rows[0]?.id ?? '')}`);
  const came = page.waitForResponse(code);
  await press(page.getByRole('button', { name: 'Generate Statement' }));
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  come();
  await page.addScriptTag({ type: 'module', url: (await came).url() });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await press(page.getByRole('button', { name: 'Generate Statement' }));
  const dialog = page.getByRole('dialog', { name: 'Generate Statement' });
  await choose(dialog.getByRole('radio', { name: '3 months' }));
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: 'Generate' }));
  await expect(page).toHaveURL('/download');
  await page.emulateMedia({ colorScheme: 'dark' });
  await choose(page.getByRole('radio', { name: 'ខ្មែរ' }));
  const fetch = page.getByRole('button', { name: 'ទាញយក: របាយការណ៍គណនី' });
  const [download] = await Promise.all([page.waitForEvent('download'), press(fetch)]);
  expect(download.suggestedFilename()).toMatch(/^statement_.+\.pdf$/);
  expect((await textOf(download)).startsWith('%PDF-')).toBe(true);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: 'របាយការណ៍គណនី' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // An organisation's account has none (2-console.md section 2).
  const { rows: others } = await bank.database.owner.pool.query<{ id: string }>(
    "SELECT account_id AS id FROM customer WHERE account_type = 'DESKTOP' ORDER BY account_id LIMIT 1",
  );
  await page.goto(`/account_detail/${encodeURIComponent(others[0]?.id ?? '')}`);
  const exporting = page.getByRole('button', { name: 'នាំចេញ CSV' });
  await expect(exporting).toBeVisible();
  await expect(page.getByRole('button', { name: 'បង្កើតរបាយការណ៍គណនី' })).toHaveCount(0);

  // The answer leads to the download page, but nobody who has gone elsewhere meanwhile.
  await page.setViewportSize({ width: 1280, height: 844 });
  const letGo = await holdBack(page, '**/export/**');
  await press(exporting);
  await press(page.getByRole('link', { name: 'ប្រវត្តិប្រតិបត្តិការ', exact: true }));
  await expect(page).toHaveURL('/history');
  letGo();
  await expect(page.getByText('របាយការណ៍នឹងបង្ហាញនៅទំព័រទាញយក')).toBeVisible();
  await expect(page).toHaveURL('/history');
});

test('each way an export fails is said in the specification’s words', async ({ page, bank }) => {
  const refused = {
    status: 500,
    json: { status: { code: 1, error: 'INTERNAL', message: 'A test', reference: 'r' } },
  };
  const failsAs = async (title: RegExp) => {
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await press(dialog.getByRole('button', { name: 'Close' }));
    await expect(dialog).toHaveCount(0);
  };
  await page.goto('/incoming_transactions');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  for (const [pattern, answer, title] of [
    ['**/export/iroha-transactions/**', refused, /^failed in requesting a report$/],
    ['**/report/status/*', refused, /^failed in processing a report [0-9a-f-]{36}$/],
    ['**/report/status/*', { json: { id: 'x', status: 'GONE_FISHING' } }, /^failed in processing a report/],
    ['**/v2/report/ticket/*', refused, /^failed in downloading a report [0-9a-f-]{36}$/],
  ] as const) {
    await page.route(pattern, (route) => route.fulfill(answer));
    await press(exportButton(page));
    await failsAs(title);
    await page.unroute(pattern);
  }
  const release = await holdExports(bank);
  await press(exportButton(page));
  await expect
    .poll(async () => {
      const { rowCount } = await bank.database.owner.pool.query(
        "UPDATE report_job SET state = 'CANCELED', completed_at = now(), lease_token = NULL WHERE state = 'QUERYING'",
      );
      return rowCount;
    })
    .toBe(1);
  await failsAs(/^failed in generating a report [0-9a-f-]{36}$/);
  await release();
});
