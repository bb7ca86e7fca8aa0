import type { Locator, Page, Route } from '@playwright/test';
import { expect } from './fixtures.ts';
import { press } from './keys.ts';

/** A server that fails, and one that says nothing. */
const failures: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  (route) => route.abort(),
];

type Typed = { field: Locator; act: Locator; path: string };

/** Whatever becomes of the call, an error is said, what was typed is still there, and both buttons can be used again. */
export async function expectTypedKept(page: Page, { field, act, path }: Typed): Promise<void> {
  const typed = await field.inputValue();
  expect(typed).not.toBe('');
  for (const fail of failures) {
    await page.route(path, fail, { times: 1 });
    await press(act);
    const error = page.getByRole('dialog', { name: 'Error' });
    await expect(error).toBeVisible();
    await press(error.getByRole('button', { name: 'Close' }));
    await expect(error).toHaveCount(0);
    await expect(field).toHaveValue(typed);
    await expect(act).toBeEnabled();
    await expect(page.getByRole('dialog').getByRole('button', { name: /^(Cancel|Keep)/ })).toBeEnabled();
  }
}
