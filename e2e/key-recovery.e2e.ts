import type { Browser, Page } from '@playwright/test';
import { expectTypedKept } from './failures.ts';
import { expect, expectAccessible, expectContrast, holdBack, signIn, test, traverse } from './fixtures.ts';
import { giveFile, press, type } from './keys.ts';

test.use({ user: 'admin', environment: { WITH_SIMULATOR: '1' } });

type BankOf = Parameters<Parameters<typeof test>[2]>[0]['bank'];

/** A customer of a kind who has no recovery yet. */
async function customerOf(
  bank: BankOf,
  type: 'MOBILE' | 'DESKTOP',
): Promise<{ id: string; contact: string }> {
  const { rows } = await bank.database.owner.pool.query(
    `SELECT c.account_id AS id, c.primary_contact AS contact FROM customer c
     JOIN account_state s ON s.account_id = c.account_id AND s.status = 'ACTIVATED' AND NOT s.frozen
     WHERE c.account_type = $1 AND c.document_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM key_recovery_request r WHERE r.account_id = c.account_id)
     ORDER BY c.account_id LIMIT 1`,
    [type],
  );
  return rows[0];
}

/** The customer's new phone, which the simulator shows beside the network. */
const enterOnPhone = (bank: BankOf, account: string, code: string) =>
  fetch(`http://127.0.0.1:${Number(new URL(bank.url).port) + 10}/phone`, {
    method: 'POST',
    body: new URLSearchParams({ account, code }),
  });

/** Somebody else, in a browser of their own. */
async function alsoSignedIn(browser: Browser, bank: BankOf, user: 'authorizer' | 'auditor'): Promise<Page> {
  const context = await browser.newContext({ baseURL: bank.url });
  const page = await context.newPage();
  await signIn(page, user);
  await expect(page).toHaveURL(user === 'auditor' ? '/auditor-users' : '/recovery-requests');
  return page;
}

/** A request that the clock has ended. */
async function expiredIn(bank: BankOf): Promise<string> {
  const { rows } = await bank.database.owner.pool.query<{ id: string }>(
    `SELECT id FROM key_recovery_request WHERE status = 'FAILED' AND reason = 'Not finished within 24 hours' LIMIT 1`,
  );
  return rows[0]?.id ?? '';
}

const dialog = (page: Page) => page.getByRole('dialog');
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const png = (page: Page) => page.screenshot({ type: 'png', clip: { x: 0, y: 0, width: 60, height: 60 } });

async function shownCode(page: Page): Promise<string> {
  await expect(dialog(page)).toContainText('The code for the app');
  return (await dialog(page).locator('output').textContent()) ?? '';
}

// By keyboard: Recover a customer's key; Approve or reject a recovery; See what happened to a request
test('a lost phone: application, code shown once, the customer’s app, the authorizer, a new key', async ({
  page,
  bank,
  browser,
}) => {
  test.slow();
  const { id: account } = await customerOf(bank, 'MOBILE');
  await page.goto(`/kyc_info/${account}`);
  await press(page.getByRole('link', { name: 'Bank information' }));
  await page.goBack();
  await press(page.getByRole('button', { name: 'Recovery' }));
  await expect(dialog(page)).toContainText('Key recovery');
  await type(dialog(page).getByLabel('Full name'), '');
  await type(dialog(page).getByLabel('Document ID'), '');
  await press(dialog(page).getByRole('button', { name: 'Get code' }));
  for (const message of [
    "Please enter user's full name",
    "Please enter user's document ID",
    'Please attach the application',
  ])
    await expect(dialog(page).getByText(message)).toBeVisible();
  await expectAccessible(page);
  await type(dialog(page).getByLabel('Full name'), 'Sok Dara');
  await type(dialog(page).getByLabel('Document ID'), 'N-1');
  await press(dialog(page).getByRole('link', { name: 'Requests that this account has or had' }));
  await press(leaving(page).getByRole('button', { name: 'Stay' }));
  const file = dialog(page).locator('input[type=file]');
  await giveFile(file, { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(dialog(page).getByText('Type error! File should have image type')).toBeVisible();
  await giveFile(file, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(1_048_577) });
  await expect(dialog(page).getByText(/^File size is too big!/)).toBeVisible();
  await giveFile(file, { name: 'form.png', mimeType: 'image/png', buffer: await png(page) });
  await press(dialog(page).getByRole('button', { name: 'Get code' }));
  await expect(dialog(page).getByText(/^Incorrect document ID/)).toBeVisible();
  await type(dialog(page).getByLabel('Document ID'), 'N_1');
  await press(dialog(page).getByRole('button', { name: 'Get code' }));
  const code = await shownCode(page);
  await expectAccessible(page);

  // The code is gone once the window is.
  await page.keyboard.press('Escape');
  const sure = 'Are you sure? After closing the window, you will not see the code again.';
  await expect(dialog(page)).toContainText(sure);
  await press(dialog(page).getByRole('button', { name: 'Do not close' }));
  expect(await shownCode(page)).toBe(code);
  await traverse(page, 1);
  await expect(dialog(page)).toContainText(sure);
  await press(dialog(page).getByRole('button', { name: 'Do not close' }));
  expect(await shownCode(page)).toBe(code);
  const wrong = await enterOnPhone(bank, account, String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  expect([wrong.status, await wrong.text()]).toEqual([409, expect.stringContaining('The code is wrong')]);
  expect((await enterOnPhone(bank, account, code)).status).toBe(200);
  await press(dialog(page).getByRole('button', { name: 'Close' }));
  await press(dialog(page).getByRole('button', { name: 'Close', exact: true }));
  await expect(dialog(page)).toHaveCount(0);

  // By default the list shows what waits for an authorizer.
  await page.goto('/key_recovery_requests');
  await expect(page.getByRole('button', { name: /^Status/ })).toContainText('Ready');
  await expect(page.getByRole('row').filter({ hasText: account })).toContainText('not created');
  await expectAccessible(page);

  const authorizer = await alsoSignedIn(browser, bank, 'authorizer');
  // One of the demo's has waited for eight of its 24 hours.
  await expect(authorizer.getByRole('row').filter({ hasText: 'Overdue' })).toHaveCount(1);
  await expect(
    authorizer.getByRole('navigation', { name: 'Main menu' }).getByText(/5 waiting, 1 overdue/),
  ).toHaveCount(1);
  await press(authorizer.getByRole('row').filter({ hasText: account }).locator('[data-row-link]'));
  await expect(authorizer.getByText('What was typed differs from the bank’s record')).toBeVisible();
  await press(authorizer.getByRole('button', { name: 'Show documents' }));
  await expect(authorizer.getByRole('img', { name: 'Application photo' })).toBeVisible();
  await expectAccessible(authorizer);
  await press(authorizer.getByRole('button', { name: 'Approve' }));
  await expect(dialog(authorizer).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(dialog(authorizer).getByRole('button', { name: /^Yes, approve/ }));
  await expect(authorizer.getByText('Recovery request is approved')).toBeVisible();
  await expect(authorizer.getByText('The ledger has the new key')).toBeVisible({ timeout: 30_000 });
  await expect(authorizer.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  // The documents were open all the while: one look, one entry. Another look is another entry.
  const looks = async () => {
    const { rows } = await bank.database.owner.pool.query<{ login: string }>(
      `SELECT login FROM audit_log WHERE activity = 'KEY_RECOVERY_DOCUMENTS_VIEWED' AND subject = $1`,
      [account],
    );
    return rows.map((it) => it.login);
  };
  expect(await looks()).toEqual(['authorizer']);
  await press(authorizer.getByRole('button', { name: 'Hide documents' }));
  await expect(authorizer.getByRole('img', { name: 'Application photo' })).toHaveCount(0);
  await press(authorizer.getByRole('button', { name: 'Show documents' }));
  await expect(authorizer.getByRole('img', { name: 'Application photo' })).toBeVisible();
  expect(await looks()).toEqual(['authorizer', 'authorizer']);
  await authorizer.context().close();
});

// By keyboard: Recover an organization's key
test('each refusal: a wrong code, no reason, a second request, another’s decision; dark and in Khmer, and on a phone', async ({
  page,
  bank,
  browser,
}) => {
  test.slow();
  const { id: account } = await customerOf(bank, 'DESKTOP');
  await page.goto('/key_recovery_requests?status=ALL');
  await press(page.getByRole('link', { name: 'Bank information' }));
  await page.goBack();
  await press(page.getByRole('button', { name: 'Prepare recovery' }));
  await expect(dialog(page).getByLabel('Organization name')).toBeFocused();
  await expect(dialog(page).getByText("Please enter user's organization name")).toHaveCount(0);
  await press(dialog(page).getByRole('button', { name: 'Send the code' }));
  await expect(dialog(page).getByText("Please enter user's organization name")).toBeVisible();
  await expect(dialog(page).getByText("Please enter user's account ID")).toBeVisible();
  await type(dialog(page).getByLabel('Organization name'), 'Some Shop');
  await type(dialog(page).getByLabel('Account ID'), 'Some Shop');
  await press(dialog(page).getByRole('button', { name: 'Send the code' }));
  await expect(dialog(page).getByText('Invalid account ID')).toBeVisible();
  await type(dialog(page).getByLabel('Account ID'), account);
  await press(dialog(page).getByRole('button', { name: 'Send the code' }));
  await expect(dialog(page)).toContainText(`Verify the request of ${account}`);
  await press(dialog(page).getByRole('button', { name: 'Verify the code' }));
  await expect(dialog(page).getByText('Please enter code')).toBeVisible();
  const sent = async () => {
    const { rows } = await bank.database.owner.pool.query(
      `SELECT status FROM key_recovery_request WHERE account_id = $1 ORDER BY id DESC LIMIT 1`,
      [account],
    );
    return rows[0]?.status;
  };
  await expect.poll(sent).toBe('CREATED');
  await type(dialog(page).getByLabel('Code'), '000 000');
  const letGo = await holdBack(page, '**/verify-account-recovery-request');
  await press(dialog(page).getByRole('button', { name: 'Verify the code' }));
  await traverse(page, 1);
  await expect(page.getByRole('dialog', { name: 'This is still being sent' })).toBeVisible();
  letGo();
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page).getByText(/The code is wrong\. Tries left: \d/)).toBeVisible();
  await expect(dialog(page).getByLabel('Code')).toHaveValue('000 000');
  await expectTypedKept(page, {
    field: dialog(page).getByLabel('Code'),
    act: dialog(page).getByRole('button', { name: 'Verify the code' }),
    path: '**/verify-account-recovery-request',
  });
  await press(dialog(page).getByRole('button', { name: 'Send the code again' }));
  await expect(page.getByText(/Too many requests/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/Too many requests/)).toHaveCount(0);
  await press(dialog(page).getByRole('button', { name: 'Cancel' }));

  // What is ready is cancelled with a reason, which is shown wherever the request is.
  await page.goto('/key_recovery_requests');
  const row = page.getByRole('row').filter({ hasText: 'Ready' }).first();
  // A row of two lines is as much higher as keeps both off its edges.
  const late = page.getByRole('row').filter({ hasText: 'Overdue' });
  const room = (it: HTMLElement) =>
    (it.querySelector('[title="READY"]')?.getBoundingClientRect().top ?? 0) - it.getBoundingClientRect().top;
  expect(await late.evaluate(room)).toBeGreaterThan(4);
  expect((await row.boundingBox())?.height).toBe(40);
  await press(row.locator('[data-row-link]'));
  await expect(page.getByText('An authorizer decides')).toBeVisible();
  const address = page.url();
  await press(page.getByRole('button', { name: 'Cancel' }));
  await type(dialog(page).getByLabel('Reason'), '   ');
  await press(dialog(page).getByRole('button', { name: /^Yes, cancel/ }));
  await expect(dialog(page).getByText('Please enter a reason')).toBeVisible();
  await expectAccessible(page);

  const yes = dialog(page).getByRole('button', { name: /^Yes, cancel/ });
  await type(dialog(page).getByLabel('Reason'), 'Found the phone');
  await expectTypedKept(page, {
    field: dialog(page).getByLabel('Reason'),
    act: yes,
    path: '**/account-recovery-close**',
  });
  await traverse(page, -1);
  await press(leaving(page).getByRole('button', { name: 'Stay' }));

  // Meanwhile an authorizer rejects it: the state follows, what was typed stays; a plain message to whoever was slower.
  const authorizer = await alsoSignedIn(browser, bank, 'authorizer');
  await authorizer.goto(address.replace('/key_recovery_requests_info/', '/recovery-requests-info/'));
  await press(authorizer.getByRole('button', { name: 'Reject' }));
  await type(dialog(authorizer).getByLabel('Reason'), 'The photo shows somebody else');
  await press(dialog(authorizer).getByRole('button', { name: /^Yes, reject/ }));
  await expect(authorizer.getByText('Recovery request is rejected')).toBeVisible();
  await expect(authorizer.getByText('No actions')).toBeVisible();
  await expect(page.getByText('The photo shows somebody else').first()).toBeVisible();
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Found the phone');
  await press(yes);
  await expect(page.getByText('This is no longer possible: it is now REJECTED.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No actions')).toBeVisible();
  await expect(page.getByText('The photo shows somebody else').first()).toBeVisible();

  await page.evaluate(() => localStorage.setItem('tonle.language', 'km'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'កាលប្បវត្តិ' })).toBeVisible();
  await expectContrast(page);
  await page.goto('/key_recovery_requests?status=REJECTED');
  const reason = page.getByText('The photo shows somebody else').filter({ visible: true });
  await expect(page.getByRole('cell').filter({ has: reason }).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ has: reason }).first()).toContainText('បានបដិសេធ');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  // Who is no person, and the bank's own reasons, are said in the reader's language.
  await page.goto(`/key_recovery_requests_info/${await expiredIn(bank)}`);
  await expect(page.getByText('ដោយ ការស្តារសោ៖ មិនបានបញ្ចប់ក្នុង 24 ម៉ោង')).toBeVisible();

  const auditor = await alsoSignedIn(browser, bank, 'auditor');
  await auditor.goto(address);
  await expect(auditor).toHaveURL('/404');
  await authorizer.context().close();
  await auditor.context().close();
});
