import type { Locator, Page } from '@playwright/test';
import { type Bank, expect } from './fixtures.ts';
import { press, type } from './keys.ts';

/** What stands on the sign-in page, and how it is used. */
export const userName = (page: Page): Locator => page.getByLabel('User name');
export const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });
export const submit = (page: Page): Locator => page.getByRole('button', { name: 'Sign in' });
export const alert = (page: Page): Locator => page.getByRole('alert');
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Somebody is signed in, wherever they land: that is the shell's test. */
export const expectInside = async (page: Page): Promise<void> => {
  await expect(page).not.toHaveURL('/login');
  await expect(page.getByTitle('User menu')).toBeVisible();
};

export async function tryPassword(page: Page, login: string, secret: string): Promise<void> {
  await type(userName(page), login);
  await type(password(page), secret);
  const answer = page.waitForResponse('**/api/v2/authenticate');
  await press(submit(page));
  await answer;
}

/** Signs in on the page as it stands; what comes of it is the test's business. */
export async function typeCredentials(page: Page, login: string, secret: string): Promise<void> {
  await type(userName(page), login);
  await type(password(page), secret);
  await page.keyboard.press('Enter');
}

export const sqlOf =
  (bank: Bank) =>
  (text: string, values: unknown[] = []) =>
    bank.database.owner.pool.query(text, values);

/** How many sessions are open, whoever's. */
export const openSessions = async (bank: Bank): Promise<number | null> =>
  (await sqlOf(bank)('SELECT FROM session WHERE ended_at IS NULL')).rowCount;
