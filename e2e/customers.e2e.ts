import { expect, expectAccessible, test } from './fixtures.ts';

test.describe('admin', () => {
  test.use({ user: 'admin' });

  test('the lists lead to a customer and back', async ({ page }) => {
    await page.goto('/mobile-users');
    await expect(page.getByRole('heading', { level: 1, name: 'Mobile users' })).toBeVisible();
    await expectAccessible(page);
  });
});
