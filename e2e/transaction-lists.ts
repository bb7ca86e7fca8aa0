import type { Locator, Page } from '@playwright/test';
import { type Bank, expect } from './fixtures.ts';

/** What the browser tests of transactions look for on a page, and in the book behind it. */
export const phnomPenhDay = (daysAgo: number): string =>
  new Date(Date.now() + 7 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);

export const rowLinks = (page: Page): Locator => page.locator('[data-row-link]');
export const hrefs = async (page: Page): Promise<string[]> => {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(rowLinks(page).first()).toBeVisible();
  return rowLinks(page).evaluateAll((all) => all.map((it) => it.getAttribute('href') ?? ''));
};
export const search = (page: Page): Locator => page.locator('[data-page-search]');
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const total = async (page: Page): Promise<number> => {
  const text = await page.getByText(/^Showing [\d,]+ of [\d,]+\+? entries$/).textContent();
  return Number(/of ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
};

export async function rowsOf<Row extends object>(
  bank: Bank,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await bank.database.owner.pool.query<Row>(sql, values)).rows;
}

/** A list's count in the database, over Phnom Penh days. */
export async function countIn(bank: Bank, where: string, values: unknown[] = []): Promise<number> {
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
export const leadingTo = (address: string) => {
  const wanted = new URL(address);
  wanted.searchParams.sort();
  return (url: URL) => {
    const found = new URL(url);
    found.searchParams.sort();
    return found.href === wanted.href;
  };
};
