import type { Page } from '@playwright/test';
import { expectTypedKept } from './failures.ts';
import { type Bank, expect, expectAccessible, holdBack, signIn, test, traverse } from './fixtures.ts';
import { press, type } from './keys.ts';

test.use({ user: 'admin' });

/** A context begins as the test's user unless told otherwise. */
const adminList = '/change-phone-requests-admin';
const authorizerList = '/change-phone-requests';
const dialog = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, accountId: string) => page.getByRole('row').filter({ hasText: accountId });

/** A person whose contact nobody is changing. */
async function somebody(bank: Bank): Promise<{ accountId: string; contact: string }> {
  const { rows } = await bank.database.owner.pool.query<{ accountId: string; contact: string }>(
    `SELECT account_id AS "accountId", primary_contact AS contact
     FROM customer c JOIN account_state s USING (account_id)
     WHERE account_type = 'MOBILE' AND s.status = 'ACTIVATED' AND NOT s.frozen
       AND NOT EXISTS (SELECT FROM contact_change r WHERE r.account_id = c.account_id)
     ORDER BY registered_at LIMIT 1`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the demo has nobody left');
  return found;
}

/** The code that was sent last to a phone, as the demo's outbox shows it. */
async function codeFor(bank: Bank, contact: string): Promise<string> {
  const answer = await fetch(`${bank.url}/api/demo/outbox`);
  const messages = (await answer.json()) as { recipient: string; text: string }[];
  return /\b\d{6}\b/.exec(messages.find((it) => it.recipient === contact)?.text ?? '')?.[0] ?? '';
}

/** Starts a request on the customer's page, up to the prompt for the code. */
async function start(page: Page, accountId: string, contact: string): Promise<void> {
  await page.goto(`/kyc_info/${accountId}`);
  await press(page.getByRole('button', { name: 'Change primary contact' }));
  await type(dialog(page).getByLabel('Primary contact'), contact);
  await press(dialog(page).getByRole('button', { name: 'Send code' }));
  await expect(dialog(page).getByText('A code was sent to')).toBeVisible();
}

// By keyboard: Change a customer's primary contact; Verify the new contact by its code; See what became of a change
test('a contact is changed: asked for, verified by the code, approved by somebody else, carried out', async ({
  page,
  bank,
  browser,
}) => {
  test.slow();
  const { accountId } = await somebody(bank);
  await page.goto(`/kyc_info/${accountId}`);
  await press(page.getByRole('button', { name: 'Change primary contact' }));
  const field = dialog(page).getByLabel('Primary contact');
  const send = dialog(page).getByRole('button', { name: 'Send code' });
  await press(send);
  await expect(dialog(page).getByText('Primary contact is required')).toBeVisible();
  await type(field, '+855 012 345 678');
  await press(send);
  await expect(dialog(page).getByText('Phone number can’t start with 0')).toBeVisible();
  await expectAccessible(page);
  await type(field, '+855 10 110 500');
  await expect(field).toHaveValue('+855 10 110 500');
  await press(send);

  const code = dialog(page).getByLabel('Code');
  const verify = dialog(page).getByRole('button', { name: 'Verify' });
  await press(verify);
  await expect(dialog(page).getByText('Please enter code')).toBeVisible();
  // Another code; that it was sent is read out and can be put away although a dialog is open.
  await bank.database.owner.pool.query(
    `UPDATE one_time_code SET issued = issued - interval '2 minutes' WHERE kind = 'CONTACT_CHANGE'`,
  );
  await press(dialog(page).getByRole('button', { name: 'Resend Code' }));
  const said = dialog(page).getByRole('status').filter({ hasText: 'Another code was sent.' });
  await press(said.getByRole('button', { name: 'Dismiss message' }));
  await expect(said).toHaveCount(0);
  const right = await codeFor(bank, '85510110500');
  const wrong = `${right.slice(0, 5)}${(Number(right.at(5)) + 1) % 10}`;
  await type(code, wrong);
  await press(verify);
  await expect(dialog(page).getByText('The code is wrong. Tries left: 4.')).toBeVisible();
  await expect(code).toHaveValue(wrong);
  await type(code, right);
  await expectTypedKept(page, { field: code, act: verify, path: '**/replace-user-primary-contact/verify' });
  await press(verify);
  await expect(page.getByText('Request successfully verified.')).toBeVisible();
  // No answer that is there now is older than another: what is read anew is read for another reason.
  await page.clock.setFixedTime(Date.now());

  // Asked again, the portal says where the request is.
  await press(page.getByRole('link', { name: 'Bank information' }));
  await page.goBack();
  await press(page.getByRole('button', { name: 'Change primary contact' }));
  await type(field, '+855 10 110 501');
  // Also to somebody who was about to leave.
  const letGo = await holdBack(page, '**/replace-user-primary-contact');
  await press(send);
  await traverse(page, 1);
  const sending = page.getByRole('dialog', { name: 'This is still being sent' });
  await expect(sending).toBeVisible();
  letGo();
  await expect(sending).toHaveCount(0);
  await expect(
    dialog(page).getByText(
      'Request already created, please check it on change primary contact requests page.',
    ),
  ).toBeVisible();
  await press(dialog(page).getByRole('link', { name: 'To the request' }));
  await expect(page).toHaveURL(new RegExp(`^[^?]*${adminList}\\?`));
  await expect(rowOf(page, accountId)).toContainText('Verified');

  const context = await browser.newContext({ baseURL: bank.url });
  const other = await context.newPage();
  await signIn(other, 'authorizer');
  await other.goto(authorizerList);
  await expect(rowOf(other, accountId)).toContainText('+855 10 110 500');
  await expectAccessible(other);
  await press(other.getByRole('link', { name: `View request of ${accountId}` }));
  await press(other.getByRole('button', { name: 'Approve', exact: true }));
  await press(dialog(other).getByRole('button', { name: 'Approve' }));
  await expect(other.getByText('Contact changed').first()).toBeVisible();
  const story = other.getByRole('listitem').filter({ hasText: /By (Vuthy|Kosal|Tonle)/ });
  await expect(story).toHaveText([
    /^Asked for, code sent.*\(admin\)/,
    /^Code sent again.*\(admin\)/,
    /^Wrong code entered.*\(admin\)/,
    /^New contact verified.*\(admin\)/,
    /^Approved.*\(authorizer\)/,
    /^Contact changed.*Tonle/,
  ]);
  await expectAccessible(other);
  await context.close();

  await expect(rowOf(page, accountId)).toContainText('Closed');
  await press(page.getByRole('link', { name: `View request of ${accountId}` }));
  await press(page.getByRole('link', { name: accountId, exact: true }));
  await expect(page).toHaveURL(new RegExp(`/kyc_info/${encodeURIComponent(accountId)}$`));
  await expect(page.getByText('+855 10 110 500').first()).toBeVisible();
  await press(page.getByRole('button', { name: 'Change primary contact' }));
  await type(field, '+855 10 110 502');
  await traverse(page, -1);
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await press(leaving.getByRole('button', { name: 'Leave the page' }));
  await expect(page.getByText('Contact changed').first()).toBeVisible();
});

test.describe('with the customers’ phones', () => {
  test.use({ environment: { WITH_SIMULATOR: 'yes' } });

  // By keyboard: Approve or reject a change of contact
  test('the customer enters the code in the app; the authorizer rejects, with a reason that is kept', async ({
    page,
    bank,
    browser,
  }) => {
    test.slow();
    const { accountId } = await somebody(bank);
    // Whoever gets a phone like this enters the code by themselves (decision 072).
    await start(page, accountId, '+855 10 110 111');
    const context = await browser.newContext({ baseURL: bank.url });
    const other = await context.newPage();
    await signIn(other, 'authorizer2');
    await expect(async () => {
      await other.goto(authorizerList);
      await expect(rowOf(other, accountId)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await press(other.getByRole('button', { name: `Reject: ${accountId}` }));
    const reason = dialog(other).getByLabel('Reason');
    const reject = dialog(other).getByRole('button', { name: 'Reject' });
    // The row that opened the dialog does not lend it its one line.
    const wide = (it: HTMLElement) => it.scrollWidth > it.clientWidth;
    expect(await dialog(other).evaluate(wide)).toBe(false);
    await type(reason, '   ');
    await press(reject);
    await expect(dialog(other).getByText('Please enter a reason')).toBeVisible();
    await type(reason, 'x'.repeat(256));
    // A slip takes nothing away that was typed.
    await other.keyboard.press('Escape');
    await press(reject);
    await expect(dialog(other).getByText('Please input reason less than 255 characters')).toBeVisible();
    await type(reason, 'លេខនេះមិនមែនជារបស់អតិថិជនទេ');
    // A window that is made narrow and wide again shows its rows in another shape meanwhile.
    const size = other.viewportSize() ?? { width: 1440, height: 900 };
    await other.setViewportSize({ width: 390, height: 844 });
    await expect(other.locator('main li').filter({ hasText: accountId })).toBeAttached();
    await other.setViewportSize(size);
    await expect(reason).toHaveValue('លេខនេះមិនមែនជារបស់អតិថិជនទេ');
    await expectTypedKept(other, {
      field: reason,
      act: reject,
      path: '**/replace-user-primary-contact/reject**',
    });
    await press(reject);
    await expect(other.getByText('Request rejected.')).toBeVisible();
    await expect(rowOf(other, accountId)).toHaveCount(0);
    await context.close();

    await page.goto(`${adminList}?status=REJECTED`);
    await expect(rowOf(page, accountId)).toContainText('លេខនេះមិនមែនជារបស់អតិថិជនទេ');
    await expect(rowOf(page, accountId)).toContainText('No actions');
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.getByRole('listitem').filter({ hasText: accountId });
    await expect(card.getByText('លេខនេះមិនមែនជារបស់អតិថិជនទេ')).toBeVisible();
  });
});

test('what has waited too long is marked; whoever was slower is told how it stands', async ({
  page,
  bank,
}) => {
  await page.goto(adminList);
  const late = page.getByRole('row').filter({ hasText: 'Overdue' });
  await expect(late).toHaveCount(1);
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByText(/3 waiting, 1 overdue/),
  ).toHaveCount(1);
  // The demo bank may be younger than the minute between two codes.
  await bank.database.owner.pool.query(
    `UPDATE one_time_code SET issued = issued - interval '2 minutes' WHERE kind = 'CONTACT_CHANGE'`,
  );
  await press(late.getByRole('button', { name: /^Resend Code/ }));
  await press(dialog(page).getByRole('button', { name: 'Resend Code' }));
  await expect(page.getByText('Another code was sent.')).toBeVisible();
  await press(late.getByRole('button', { name: /^Cancel/ }));
  // A click in the dialog is none on the row that opened it.
  await dialog(page).getByText('The contact stays as it is, and the code').click();
  await expect(page).toHaveURL(new RegExp(`${adminList}$`));
  // A colleague cancels it in the meantime.
  await bank.database.owner.pool.query(
    `UPDATE contact_change SET status = 'CANCELED' WHERE status = 'OPEN' AND status_since < now() - interval '1 day'`,
  );
  await press(dialog(page).getByRole('button', { name: 'Cancel request' }));
  await expect(page.getByText('This is no longer possible: it is now CANCELED.')).toBeVisible();
  await press(dialog(page).getByRole('button', { name: 'Close' }));
  await expect(late).toHaveCount(0);

  // What a colleague does is counted at once and offered; no row goes before somebody says so.
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await bank.database.owner.pool.query(
    `UPDATE contact_change SET status = 'CANCELED'
     WHERE id = (SELECT id FROM contact_change WHERE status = 'OPEN' ORDER BY created LIMIT 1)`,
  );
  const offer = page.getByRole('button', { name: 'Changed', exact: true });
  await expect(offer).toBeVisible();
  await expect(rows).toHaveCount(3);
  await offer.click();
  await expect(rows).toHaveCount(2);
  await expect(offer).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    localStorage.setItem('tonle.language', 'km');
    localStorage.setItem('tonle.theme', 'dark');
  });
  await page.goto(`${adminList}?status=ALL`);
  await expect(page.getByRole('heading', { level: 1, name: 'សំណើប្តូរទំនាក់ទំនងចម្បង' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
