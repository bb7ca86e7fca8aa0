import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ user: 'manager' });

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' });

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

test('a list is exported as it stands, and the look-back is refused in words', async ({ page }) => {
  await page.goto('/incoming_transactions?businessStatus=RECEIVED_AT_FI');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()]);
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
  await expect(page.getByText('The report is ready')).toBeVisible();

  await page.goto('/history?dateFrom=2000-01-01');
  await exportButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'This cannot be exported' });
  await expect(dialog).toContainText('Reports reach back 30 days: please choose a first day from');
});
