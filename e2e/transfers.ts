import type { Locator, Page, Route } from '@playwright/test';
import { type Bank, expect } from './fixtures.ts';

/** What the browser tests of sending money look for on its page, and in the book behind it. */
export const transferCall = '**/tps/api/pg-wallet-transfer';
export const byKeyCall = '**/tps/api/pg-wallet-transfer/by-key/*';

type Customer = { account_id: string; full_name: string; primary_contact: string };

/** An open customer of the demo bank, by number; or one who cannot be paid. */
export async function customer(
  bank: Bank,
  where = "NOT frozen AND status = 'ACTIVATED'",
  nth = 0,
): Promise<Customer> {
  const { rows } = await bank.database.owner.pool.query<Customer>(
    `SELECT account_id, full_name, primary_contact FROM customer JOIN account_state USING (account_id)
     WHERE account_type = 'MOBILE' AND primary_contact LIKE '855%' AND ${where}
     ORDER BY account_id OFFSET $1 LIMIT 1`,
    [nth],
  );
  if (!rows[0]) throw new Error(`no customer: ${where}`);
  return rows[0];
}

/** How many transfers of an amount the main account has sent to an account. */
export async function sentTo(bank: Bank, accountId: string, amountMinor: number): Promise<number> {
  const { rows } = await bank.database.owner.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM transfer
     WHERE credit_account_id = $1 AND debit_account_id = 'chktkhppxxx@chkt' AND amount_minor = $2`,
    [accountId, amountMinor],
  );
  return rows[0]?.count ?? -1;
}

/** As the ledger's own door does it: the account's row is what a batch locks before it decides. */
export const freeze = (bank: Bank, accountId: string) =>
  bank.database.owner.pool.query('UPDATE account_state SET frozen = true WHERE account_id = $1', [accountId]);

export const recipient = (page: Page): Locator => page.getByLabel('Account ID or primary contact');
export const amount = (page: Page): Locator => page.getByLabel(/^Amount in/);
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const check = (page: Page): Locator => button(page, 'Check account');
export const toCheckPage = (page: Page): Promise<void> => button(page, 'Continue').click();
export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Are you sure?' });
export const yes = (page: Page): Locator => dialog(page).getByRole('button', { name: /^Yes, send/ });
export const sent = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Money is being transferred' });

/** Fills the form and goes as far as the last question. */
export async function toLastQuestion(page: Page, to: string, riel: string): Promise<void> {
  if (!page.url().endsWith('/manage_main_account')) await page.goto('/manage_main_account');
  await recipient(page).fill(to);
  await amount(page).fill(riel);
  await toCheckPage(page);
  await button(page, /^Send/).click();
  await expect(dialog(page)).toBeVisible();
}

/** Lets the server answer, and cuts the connection before the browser hears it. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
