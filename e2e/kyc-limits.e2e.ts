import type { Page } from '@playwright/test';
import { clickIfThere, DEMO_PASSWORD, enterAs, expect, expectAccessible, test } from './fixtures.ts';
import { pick, press, reach, type } from './keys.ts';
import { typeCredentials } from './sign-in-page.ts';

test.use({ user: 'admin' });

const list = '/kyc-limit-amount/mobile-limit';
const khr = (page: Page) => page.getByLabel('Amount in KHR');
const usd = (page: Page) => page.getByLabel('Amount in USD');
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

// By keyboard: Add a limit; Edit a limit
test('a limit is added, edited up to the exact bound, and every fault is said in words', async ({ page }) => {
  await page.goto('/kyc-limit-amount');
  await expect(page).toHaveURL(list);
  await expect(rowOf(page, 'Full KYC mobile')).toContainText('40,000,000');
  await expect(rowOf(page, 'Full KYC mobile')).toContainText('10,000.00');
  await expectAccessible(page);
  await press(page.getByRole('link', { name: 'Add limit' }).last());
  await expect(page.getByRole('heading', { level: 1, name: 'Add limit' })).toBeFocused();
  await expect(khr(page)).toHaveValue('0');
  await expect(usd(page)).toHaveValue('0');
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('MOBILE');
  await expect(page.getByRole('combobox', { name: 'KYC status' })).toHaveValue('FULL_KYC');
  await type(khr(page), '');
  // Whoever does not see the fault appear in the field just left is told.
  const status = page.getByRole('form').getByRole('status');
  await reach(usd(page));
  await expect(status).toHaveText('Please enter KHR limit');
  await type(usd(page), '-1');
  await reach(khr(page));
  await expect(status).toHaveText('USD limit can not be less than 0');
  // Mending one says nothing of the others again.
  await type(usd(page), '1');
  await expect(status).toBeEmpty();
  await type(usd(page), '-1');
  await press(submit(page));
  await expect(status).toHaveText('3 fields need a correction');
  for (const text of [
    'Please enter name for the limit',
    'Please enter KHR limit',
    'USD limit can not be less than 0',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  // Integers only: e, comma and dot cannot be typed.
  await type(khr(page), '9e0,0.7');
  await expect(khr(page)).toHaveValue('9007');
  await type(khr(page), '9007199254740992');
  await type(usd(page), '9007199254740992');
  await expect(page.getByText('KHR limit can not be greater than 9007199254740991')).toBeVisible();
  await expect(page.getByText('USD limit can not be greater than 9007199254740991')).toBeVisible();
  await type(khr(page), '9007199254740991');
  await type(usd(page), '9007199254740991');
  await expect(page.getByText('9,007,199,254,740,991').first()).toBeVisible();
  await type(page.getByLabel('Limit name'), 'Exactly so much');
  await press(submit(page));
  await expect(page.getByText('Exactly so much created successfully')).toBeVisible();
  await expect(page).toHaveURL(list);
  await expect(rowOf(page, 'Exactly so much')).toContainText('9,007,199,254,740,991');
  await expect(rowOf(page, 'Exactly so much')).toContainText('9,007,199,254,740,991.00');

  await press(page.getByRole('link', { name: 'Edit Exactly so much' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Edit limit' })).toBeFocused();
  await expect(khr(page)).toHaveValue('9007199254740991');
  await type(page.getByLabel('Limit name'), '');
  await type(khr(page), '');
  await press(submit(page));
  await expect(page.getByText('Please enter limit name')).toBeVisible();
  await expect(page.getByText('Please enter KHR limit')).toBeVisible();
  await type(page.getByLabel('Limit name'), 'Less');
  await type(khr(page), '1500000');
  await press(submit(page));
  await expect(page.getByText('Less changed successfully')).toBeVisible();
  await expect(rowOf(page, 'Less')).toContainText('1,500,000');
});

test('a limit of the national bank is only looked at; whoever was slower is told', async ({ page, bank }) => {
  await page.goto(list);
  await press(page.getByRole('link', { name: 'View Full KYC mobile' }));
  await expect(page.getByText("You can't edit NBC limits")).toBeVisible();
  for (const field of [page.getByLabel('Limit name'), khr(page), usd(page), page.getByLabel('Description')]) {
    await expect(field).toBeDisabled();
  }
  await expect(submit(page)).toBeDisabled();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Back' }));
  await expect(page).toHaveURL(list);

  await press(page.getByRole('link', { name: 'Edit Merchants mobile' }));
  await type(khr(page), '77');
  await bank.database.owner.pool.query(
    "UPDATE kyc_limit SET day_limit_khr_minor = 55, revision = revision + 1 WHERE limit_name = 'Merchants mobile'",
  );
  await press(submit(page));
  await expect(page.getByText('The limit has changed meanwhile')).toBeVisible();
  await expect(khr(page)).toHaveValue('77');
  await press(page.getByRole('button', { name: 'Show the limit as it is now' }));
  await expect(khr(page)).toHaveValue('55');
});

test('what is typed into a limit outlives a reload and an ended session; leaving drops it, nobody else sees it', async ({
  page,
  bank,
  context,
}) => {
  await page.goto('/kyc-limit-add');
  await type(page.getByLabel('Limit name'), 'ម្ហូប 🍜');
  await type(khr(page), '4321');
  const isKept = async () => {
    await expect(page.getByLabel('Limit name')).toHaveValue('ម្ហូប 🍜');
    await expect(khr(page)).toHaveValue('4321');
  };
  await page.reload();
  await isKept();
  await bank.database.owner.pool.query('UPDATE session SET ended_at = now() WHERE ended_at IS NULL');
  await clickIfThere(submit(page));
  await expect(page).toHaveURL('/login');
  await typeCredentials(page, 'admin', DEMO_PASSWORD);
  await expect(page).toHaveURL('/kyc-limit-add');
  await isKept();

  await press(page.getByRole('button', { name: 'Back' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Leave the page' }));
  await expect(rowOf(page, 'Full KYC mobile')).toBeVisible();
  await page.goto('/kyc-limit-add');
  await expect(page.getByLabel('Limit name')).toHaveValue('');

  // A browser without room for what is typed keeps nothing, and loses nothing.
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('tonle.draft.')) throw new DOMException('', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await type(page.getByLabel('Limit name'), 'Students');
  await reach(khr(page));
  await expect(page.getByLabel('Limit name')).toHaveValue('Students');

  // A tab that slept meanwhile hears of nothing but the next person.
  await enterAs(await context.newPage(), bank, 'admin2');
  await expect(page).toHaveURL('/blank-page');
});

// By keyboard: Set the limit of an account
test('an account is given another limit on its page, of its kind and KYC status', async ({ page, bank }) => {
  const { rows } = await bank.database.owner.pool.query<{ id: string }>(
    `SELECT c.account_id AS id FROM customer c JOIN account_state s USING (account_id)
     WHERE c.account_type = 'MOBILE' AND c.kyc_status = 'FULL_KYC' AND s.status = 'ACTIVATED'
       AND NOT EXISTS (SELECT FROM account_limit a WHERE a.account_id = c.account_id) ORDER BY 1 LIMIT 1`,
  );
  const id = rows[0]?.id ?? '';
  await page.goto(`/kyc_info/${id}`);
  await press(page.getByRole('button', { name: 'Set limit' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Set limit' })).toBeDisabled();
  await expect(dialog.getByRole('option', { name: 'Students mobile' })).toHaveCount(0);
  await pick(dialog.getByLabel('Limit'), 'Merchants mobile');
  await expect(dialog).toContainText('120,000,000');
  await press(dialog.getByRole('button', { name: 'Set limit' }));
  await expect(page.getByText('The account now has the limit Merchants mobile')).toBeVisible();
  const after = await bank.database.owner.pool.query(
    'SELECT day_limit_khr_minor::text AS khr FROM account_state WHERE account_id = $1',
    [id],
  );
  expect(after.rows).toEqual([{ khr: '120000000' }]);
});

test.describe('dark, in Khmer, on a phone', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('the list and the form stay within the page', async ({ page }) => {
    await page.evaluate(() => localStorage.setItem('tonle.language', 'km'));
    for (const path of ['/kyc-limit-amount/web-limit', '/kyc-limit-add']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('កម្រិតកំណត់');
      await expect(page.getByText('Loading...')).toHaveCount(0);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});
