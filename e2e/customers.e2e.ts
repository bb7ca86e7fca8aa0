import type { Page } from '@playwright/test';
import { type Bank, expect, expectAccessible, holdBack, test } from './fixtures.ts';
import { choose, giveFile, press, type } from './keys.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.locator('tbody tr');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A one-pixel PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Somebody whose account is open and holds money, and of whom nothing waits. */
async function someone(bank: Bank): Promise<{ id: string; name: string }> {
  const { rows: found } = await bank.database.owner.pool.query(
    `SELECT c.account_id AS id, coalesce(organization_name, full_name) AS name
     FROM customer c JOIN account_state s USING (account_id)
     WHERE c.account_type = 'MOBILE' AND s.status = 'ACTIVATED' AND NOT s.frozen AND c.document_id IS NOT NULL
       AND EXISTS (SELECT FROM balance b WHERE b.account_id = c.account_id AND b.balance_minor > 0)
       AND NOT EXISTS (SELECT FROM rollup r JOIN transaction_state t USING (state)
         WHERE r.list = c.account_id AND r.count > 0 AND t.status = 'PENDING')
       AND NOT EXISTS (SELECT FROM verification_request v WHERE v.account_id = c.account_id)
     ORDER BY c.account_id LIMIT 1`,
  );
  return found[0];
}

test.describe('admin', () => {
  test.use({ user: 'admin' });

  // By keyboard: Find a customer
  test('finds customers in each list by filter, search and order, and comes back to them', async ({
    page,
    bank,
  }) => {
    await page.goto('/mobile-users');
    await expect(heading(page)).toHaveText('Mobile users');
    for (const name of [
      'Full name',
      'Account ID',
      'Primary contact',
      'Secondary contact',
      'Address',
      'Registered date',
      'Status',
    ]) {
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    }
    await expectAccessible(page);
    await press(page.getByRole('button', { name: 'KYC status' }));
    await press(page.getByRole('button', { name: 'Partial KYC' }));
    await expect(page).toHaveURL('/mobile-users?kyc=PARTIAL_KYC');
    await expect(rows(page).first()).toContainText('Partial KYC');
    await expect(rows(page).filter({ hasText: 'Full KYC' })).toHaveCount(0);

    const person = await someone(bank);
    await page.goto('/mobile-users');
    const search = page.getByLabel('Name, account or contact');
    await type(search, person.id);
    await press(search);
    await expect(rows(page)).toHaveCount(1);
    await press(page.getByRole('link', { name: `View ${person.name}` }));
    await expect(page).toHaveURL(`/kyc_info/${encodeURIComponent(person.id)}`);
    await expect(heading(page)).toContainText(person.name);
    await page.goBack();
    await expect(rows(page)).toHaveCount(1);

    for (const [path, title] of [
      ['/desktop-users', 'Desktop users'],
      ['/web-users', 'Web users'],
    ] as const) {
      await page.goto(`${path}?sort=organizationName,asc`);
      await expect(heading(page)).toHaveText(title);
      await expect(page.getByRole('columnheader', { name: 'Organisation', exact: true })).toBeVisible();
      await expect(page.getByRole('columnheader', { name: 'Secondary contact' })).toHaveCount(0);
      await expect(button(page, 'Export CSV')).toBeVisible();
      await press(rows(page).first().getByRole('link').first());
      await expect(page).toHaveURL(/\/kyc_info\//);
    }
    await page.goto('/kyc_info/nobody@chkt');
    await expect(page.getByText('There is no such customer')).toBeVisible();
  });

  // By keyboard: Block or unblock an account; Delete an account
  test('blocks, unblocks and deletes a user, each confirmed; refusals in words', async ({ page, bank }) => {
    const person = await someone(bank);
    await page.goto(`/kyc_info/${person.id}`);
    await press(button(page, 'Block'));
    const ask = page.getByRole('dialog', { name: 'Block this account?' });
    await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(ask.getByRole('button', { name: 'Yes, block' }));
    await expect(page.getByText('Account blocked')).toBeVisible();
    await expect(page.getByText('Blocked', { exact: true }).first()).toBeVisible();
    await press(button(page, 'Unblock'));
    await press(page.getByRole('button', { name: 'Yes, unblock' }));
    await expect(page.getByText('Account unblocked')).toBeVisible();

    await press(button(page, 'Delete'));
    const remove = page.getByRole('dialog', { name: 'Delete this user?' });
    const phrase = remove.getByRole('textbox');
    await expect(remove.getByRole('button', { name: 'Delete user' })).toBeDisabled();
    await type(phrase, `Delete user ${person.name}`);
    await press(phrase);
    await expect(remove.getByText(`Please type Delete user ${person.id} to confirm`)).toBeVisible();
    await type(phrase, `Delete user ${person.id}`);
    await press(remove.getByRole('button', { name: 'Delete user' }));
    const refusal = page.getByRole('dialog', { name: 'Error' });
    await expect(refusal).toContainText(`Account ${person.id} still holds ៛`);
    await press(refusal.getByRole('button', { name: 'Close' }).last());

    await bank.database.owner.pool.query('UPDATE balance SET balance_minor = 0 WHERE account_id = $1', [
      person.id,
    ]);
    await page.goto(`/kyc_info/${person.id}`);
    await press(button(page, 'Delete'));
    await type(phrase, `Delete user ${person.id}`);
    await press(phrase);
    await expect(page.getByText(`User ${person.id} has been deleted successfully`)).toBeVisible();
    for (const name of ['Update account', 'Block', 'Delete']) await expect(button(page, name)).toBeDisabled();
    await expect(page.getByText('Deleted', { exact: true }).first()).toBeVisible();
  });

  // By keyboard: Update an account
  test('updates an account: every rule said beside its field, pictures looked at, a request opened', async ({
    page,
    bank,
    browser,
  }) => {
    test.slow();
    const person = await someone(bank);
    await page.goto(`/kyc_info/${person.id}`);
    await press(button(page, 'Update account'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const form = page.getByRole('form', { name: 'Update account' });
    const submit = form.getByRole('button', { name: 'Request the update' });
    await expect(submit).toBeDisabled();
    const firstName = form.getByLabel(/^First name(?! in)/);
    const lastName = form.getByLabel(/^Last name(?! in)/);
    const nationality = form.getByLabel('Nationality', { exact: true });
    const documentId = form.getByLabel('Document ID', { exact: true });
    const birthday = form.getByLabel('Date of birth', { exact: true });
    for (const field of [firstName, lastName, nationality, documentId]) await type(field, '');
    await type(birthday, '');
    await type(form.getByLabel(/^Secondary contact/), '012 345 678');
    await press(submit);
    for (const text of [
      "Please enter user's first name",
      "Please enter user's last name",
      "Please enter user's nationality",
      "Please enter user's document ID",
      "Please enter user's birthday",
      'Invalid contact. Please enter a valid email address.',
    ]) {
      await expect(form.getByText(text, { exact: true })).toBeVisible();
    }
    await type(firstName, 'A'.repeat(71));
    await expect(form.getByText('First name must not be over 70 characters')).toBeVisible();
    await type(lastName, 'A'.repeat(71));
    await expect(form.getByText('Last name must not be over 70 characters')).toBeVisible();

    const photo = form.getByRole('button', { name: /^Choose/ }).first();
    await giveFile(photo, {
      name: 'photo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    });
    await expect(form.getByText('Type error! File should have image type')).toBeVisible();
    await giveFile(photo, {
      name: 'big.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    });
    await expect(
      form.getByText('File size is too big! Please make sure the file size is less than 5 MB'),
    ).toBeVisible();
    await giveFile(photo, { name: 'photo.png', mimeType: 'image/png', buffer: png });
    await expect(form.getByRole('img', { name: 'Preview of photo.png' })).toBeVisible();
    await expectAccessible(page);

    await type(firstName, 'ដារ៉ា');
    await type(lastName, 'Sok Chan');
    await type(nationality, 'Cambodian');
    await type(documentId, '012345678');
    // What is no date is refused in words and kept; a date is said in words, so that no order of its parts misreads it.
    await type(birthday, '04/03/1994');
    await expect(form.getByText('This is not a valid date')).toBeVisible();
    await expect(form.getByText('Year, month and day, such as 1979-01-16')).toBeVisible();
    await expect(birthday).toHaveValue('04/03/1994');
    await type(birthday, '1994-02-28');
    await expect(birthday).toHaveAccessibleDescription('Monday, 28 February 1994');
    await type(form.getByLabel(/^Secondary contact/), 'dara@mail.example');
    await press(submit);
    await expect(page.getByText('The update was requested and waits for approval')).toBeVisible();
    await expect(page.getByText('An update waits for approval.')).toBeVisible();
    await expect(button(page, 'Update account')).toBeDisabled();
    const { rows: asked } = await bank.database.owner.pool.query(
      `SELECT new_values ->> 'birthday' AS birthday, photo_id IS NOT NULL AS photo FROM verification_request
       WHERE account_id = $1`,
      [person.id],
    );
    expect(asked).toEqual([{ birthday: '1994-02-28', photo: true }]);

    await test.step('whoever leaves sends nothing; whoever leaves while it is sent goes there with the answer', async () => {
      const other = await someone(bank);
      const elsewhere = page.getByRole('link', { name: 'Bank information' });
      const ofOther = async () => {
        const { rowCount } = await bank.database.owner.pool.query(
          'SELECT FROM verification_request WHERE account_id = $1',
          [other.id],
        );
        return rowCount;
      };
      const fill = async () => {
        await press(button(page, 'Update account'));
        await type(birthday, '1990-03-01');
      };
      await page.goto(`/kyc_info/${other.id}`);
      await fill();
      await press(elsewhere);
      await press(page.getByRole('dialog').getByRole('button', { name: 'Leave the page' }));
      await expect(heading(page)).toHaveText('Bank contact information');
      expect(await ofOther()).toBe(0);
      // Nor does the form stay open over the next customer.
      await page.goBack();
      await fill();
      await page.keyboard.press('Control+k');
      const search = page.getByRole('combobox', { name: 'Search or jump to' });
      await type(search, person.id);
      await expect(page.getByRole('option', { name: person.id }).first()).toBeVisible();
      await page.keyboard.press('Enter');
      await press(page.getByRole('dialog').getByRole('button', { name: 'Leave the page' }));
      await expect(page.getByText('An update waits for approval.')).toBeVisible();
      await expect(form).toHaveCount(0);
      await page.goBack();
      await expect(button(page, 'Update account')).toBeEnabled();
      await fill();
      const letGo = await holdBack(page, '**/user/edit-profile');
      await press(submit);
      await press(elsewhere);
      await expect(page.getByRole('dialog', { name: 'This is still being sent' })).toBeVisible();
      letGo();
      await expect(heading(page)).toHaveText('Bank contact information');
      expect(await ofOther()).toBe(1);
    });

    await test.step('a birthday is the day that was typed, far west and far east of Phnom Penh (killbill-admin-ui 99)', async () => {
      const storageState = await page.context().storageState();
      for (const timezoneId of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
        const context = await browser.newContext({ baseURL: bank.url, timezoneId, storageState });
        const tab = await context.newPage();
        const other = await someone(bank);
        await tab.goto(`/kyc_info/${other.id}`);
        await press(button(tab, 'Update account'));
        const update = tab.getByRole('form', { name: 'Update account' });
        await type(update.getByLabel('Date of birth', { exact: true }), '1990-03-01');
        await press(update.getByRole('button', { name: 'Request the update' }));
        await expect(tab.getByText('An update waits for approval.')).toBeVisible();
        const { rows: kept } = await bank.database.owner.pool.query(
          `SELECT new_values ->> 'birthday' AS birthday FROM verification_request WHERE account_id = $1`,
          [other.id],
        );
        expect(kept, timezoneId).toEqual([{ birthday: '1990-03-01' }]);
        await context.close();
      }
    });
  });

  // By keyboard: Look at a customer
  test('looks at documents: zoom, turn, one alone; in Khmer and dark, and on a phone', async ({
    page,
    bank,
  }) => {
    const { rows: found } = await bank.database.owner.pool.query(
      `SELECT account_id AS id FROM customer WHERE photo_id IS NOT NULL AND account_type = 'MOBILE' LIMIT 1`,
    );
    await page.goto(`/kyc_info/${found[0].id}`);
    const documents = page.getByRole('region', { name: 'Documents' });
    await expect(documents.locator('img')).toHaveCount(2);
    await press(documents.getByRole('button', { name: 'Zoom in' }));
    await press(documents.getByRole('button', { name: 'Rotate' }));
    await expect(documents.getByRole('status')).toHaveText('Zoom 150 %, turned by 90°');
    await press(documents.getByRole('button', { name: 'Show whole' }));
    await choose(documents.getByRole('radio', { name: 'Identity document' }));
    await expect(documents.getByRole('img', { name: 'Identity document' })).toBeVisible();
    await expect(documents.locator('img')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Profile history' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Identity history' })).toBeVisible();
    await expectAccessible(page);
    const { rows: looks } = await bank.database.owner.pool.query(
      `SELECT count(*)::int AS count FROM audit_log WHERE activity = 'IDENTITY_IMAGE_VIEWED' AND subject = $1`,
      [found[0].id],
    );
    expect(looks[0].count).toBe(2);

    await page.emulateMedia({ colorScheme: 'dark' });
    await choose(page.getByRole('radio', { name: 'ខ្មែរ' }));
    await expect(page.getByRole('button', { name: 'កែប្រែគណនី' })).toBeVisible();
    await expect(page.getByText(/^សំណើផ្ទៀងផ្ទាត់លេខ \d+$/).first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'កែប្រែគណនី' })).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
  });
});

test.describe('auditor', () => {
  test.use({ user: 'auditor' });

  // By keyboard: Look up customers as an auditor
  test('reads mobile users without export or any action, and searches one by contact', async ({
    page,
    bank,
  }) => {
    const person = await someone(bank);
    await page.goto('/auditor-users');
    await expect(heading(page)).toHaveText('Bank mobile users');
    await expect(button(page, 'Export CSV')).toHaveCount(0);
    await page.goto(`/auditor-users?search=${person.id}`);
    await press(page.getByRole('link', { name: `View ${person.name}` }));
    await expect(page).toHaveURL(`/auditor_kyc_info/${encodeURIComponent(person.id)}`);
    await expect(page.getByRole('heading', { level: 2, name: 'Profile', exact: true })).toBeVisible();
    for (const name of ['Update account', 'Block', 'Unblock', 'Delete', 'Set limit', 'QR code', 'Recovery']) {
      await expect(button(page, name)).toHaveCount(0);
    }
    await page.goto(`/kyc_info/${person.id}`);
    await expect(page).toHaveURL('/404');

    await page.goto('/mobile-user-search');
    await press(page.getByRole('button', { name: 'Search', exact: true }));
    await expect(page.getByText('Primary contact is required')).toBeVisible();
    const contact = page.getByRole('textbox', { name: 'Primary contact' });
    await type(contact, 'hello');
    await press(contact);
    await expect(page.getByText('Invalid contact. Please enter a valid phone number.')).toBeVisible();
    const { rows: found } = await bank.database.owner.pool.query(
      'SELECT primary_contact AS phone FROM customer WHERE account_id = $1',
      [person.id],
    );
    await type(contact, `0${found[0].phone.slice(3)}`);
    await press(contact);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(person.name);
    await expect(page.getByRole('columnheader', { name: 'Registered bank' })).toBeVisible();
    await expect(rows(page)).toContainText('Chaktomuk Bank');
    await expectAccessible(page);
    await type(contact, '099 999 999');
    await press(contact);
    // Nobody here has it, and the other banks' customers are asked of the network, which this test runs without.
    await expect(page.getByText('The national network does not answer at the moment')).toBeVisible();
  });
});
