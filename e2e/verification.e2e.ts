import type { Browser, Locator, Page } from '@playwright/test';
import { type Bank, expect, expectAccessible, holdBack, signIn, test, traverse } from './fixtures.ts';
import { pick, press, type } from './keys.ts';

test.use({ user: 'admin' });

const list = '/waiting_for_approval/mobile';
/** What another session did shows without a reload, on a machine that does other things too. */
const soon = { timeout: 5_000 };
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const reason = (page: Page) => page.getByLabel('Reason for rejection');

/** Nobody waits but so many customers whose apps have just asked. */
async function letWait(bank: Bank, count: number): Promise<void> {
  const { pool } = bank.database.owner;
  await pool.query("DELETE FROM verification_request WHERE status = 'PENDING'");
  await pool.query(
    `INSERT INTO verification_request (account_id, account_type, old_values, new_values, requested_by, requested_at)
     SELECT c.account_id, 'MOBILE', json_build_object('address', c.address)::jsonb,
       json_build_object('address', 'Street ' || row_number() OVER (ORDER BY c.account_id))::jsonb, 'App mobile-app',
       now() - interval '2 days' + row_number() OVER (ORDER BY c.account_id) * interval '1 minute'
     FROM customer c JOIN account_state s USING (account_id)
     WHERE c.account_type = 'MOBILE' AND s.status = 'ACTIVATED' ORDER BY c.account_id LIMIT $1`,
    [count],
  );
}

/** The ids that wait, the oldest first. */
async function waitingIn(bank: Bank): Promise<string[]> {
  const { rows } = await bank.database.owner.pool.query<{ id: bigint }>(
    `SELECT id FROM verification_request WHERE status = 'PENDING' AND account_type = 'MOBILE'
     ORDER BY requested_at, id`,
  );
  return rows.map((it) => String(it.id));
}

/** What says that one is decided covers nothing of the next one's decision. */
async function expectBeside(toast: Locator, field: Locator): Promise<void> {
  const said = await toast.boundingBox();
  const asked = await field.boundingBox();
  expect((said?.x ?? 0) + (said?.width ?? 0)).toBeLessThan(asked?.x ?? 0);
}

/** A second administrator, in a browser of their own. */
async function colleague(browser: Browser, bank: Bank): Promise<Page> {
  const context = await browser.newContext({ baseURL: bank.url });
  const page = await context.newPage();
  await signIn(page, 'admin2');
  return page;
}

// By keyboard: Review one request after the other
test('fifty requests are reviewed in a row without a reload, each gone from the list when decided (openMF/web-app 1448)', async ({
  page,
  bank,
}) => {
  test.slow();
  await letWait(bank, 50);
  const asked = await waitingIn(bank);
  await page.goto(list);
  await expect(page.getByText('of 50 entries')).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const badge = page.locator('aside').getByRole('link', { name: /^Mobile.*waiting/ });
  // What was asked for ahead, and is answered after the decision only, is not taken for what came of it.
  const decided = Promise.withResolvers<void>();
  await page.route(
    `**/verification-requests/${asked[1]}`,
    async (route) => {
      const response = await route.fetch();
      await decided.promise;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await press(page.getByRole('link', { name: /^View/ }).first());
  for (const [index, id] of asked.entries()) {
    await expect(page).toHaveURL(`/customer_kyc_info/${id}`);
    await expect(page.getByText(`1 of ${50 - index}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve as Full KYC' })).toBeEnabled();
    if (index % 10 === 9) {
      await page.keyboard.press('r');
      await expect(reason(page)).toBeFocused();
      await page.keyboard.type(`Blurred ${index}`);
      if (index === 9) {
        await traverse(page, -1);
        const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
        await press(leaving.getByRole('button', { name: 'Stay' }));
      }
      await press(page.getByRole('button', { name: 'Reject request' }));
    } else {
      // Whoever wrote a reason and approves nevertheless is asked nothing more.
      if (index === 1) {
        await type(reason(page), 'Blurred');
        await press(page.getByRole('button', { name: 'Approve as Full KYC' }));
      } else await page.keyboard.press('a');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Enter');
    }
    await expect(page).not.toHaveURL(`/customer_kyc_info/${id}`);
    if (index === 0) decided.resolve();
    expect(await waitingIn(bank)).toEqual(asked.slice(index + 1));
    if (index === 0) await expectBeside(page.getByText('Verification request approved'), reason(page));
    if (index < 49) await expect(badge).toHaveAccessibleName(new RegExp(`${49 - index} waiting`), soon);
  }
  await expect(page).toHaveURL(list);
  await expect(page.getByText('There is no data to display')).toBeVisible();
  await expect(badge).toHaveCount(0);
  expect(loads).toBe(0);
  const { rows } = await bank.database.owner.pool.query(
    `SELECT status, count(*)::int FROM verification_request WHERE id = ANY ($1::bigint[]) GROUP BY status ORDER BY status`,
    [asked],
  );
  expect(rows).toEqual([
    { status: 'APPROVED', count: 45 },
    { status: 'REJECTED', count: 5 },
  ]);
});

// By keyboard: Approve or reject in the list
test('in the list: a limit, Approve and Reject in the row, the reasons of rejected ones, and several at once', async ({
  page,
  bank,
  browser,
}) => {
  test.slow();
  await letWait(bank, 7);
  const ids = await waitingIn(bank);
  await page.goto('/waiting_for_approval');
  await expect(page).toHaveURL(list);
  await expect(page.getByText('of 7 entries')).toBeVisible();
  await press(page.getByRole('link', { name: 'Bank information' }));
  await page.goBack();
  for (const name of [
    'Full name',
    'Account ID',
    'Contacts',
    'Address',
    'Registered date',
    'Requested date',
    'Actions',
  ]) {
    await expect(page.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  await expectAccessible(page);
  const row = page.getByRole('row').nth(1);
  await pick(row.getByLabel(/^Limit for/), 'Merchants mobile');
  await press(row.getByRole('button', { name: /^Approve/ }));
  await expect(page.getByRole('dialog')).toContainText('120,000,000');
  await press(page.getByRole('button', { name: 'Approve as Full KYC' }));
  await expect(page.getByText('Verification request approved')).toBeVisible();
  await expect(page.getByText('of 6 entries')).toBeVisible();

  await press(row.getByRole('button', { name: /^Reject/ }));
  const dialog = page.getByRole('dialog');
  await expect(reason(page)).toBeFocused();
  await expect(dialog.getByText('Please input reason in order to reject')).toHaveCount(0);
  await press(dialog.getByRole('button', { name: 'Reject request' }));
  await expect(dialog.getByText('Please input reason in order to reject')).toBeVisible();
  await type(reason(page), '   ');
  await expect(dialog.getByText('Please input reason in order to reject')).toBeVisible();
  await type(reason(page), 'ក'.repeat(256));
  await expect(dialog.getByText('Please input reason less than 255 characters')).toBeVisible();
  await type(reason(page), 'ឯកសារមិនច្បាស់');
  await press(dialog.getByRole('button', { name: 'Reject request' }));
  await expect(page.getByText('Verification request rejected')).toBeVisible();
  await expect(page.getByText('of 5 entries')).toBeVisible();

  // A colleague is faster with one of three: the others are decided all the same, and it is said who was.
  const rows = page.getByRole('row');
  for (const index of [1, 2, 3]) await press(rows.nth(index).getByRole('checkbox'), 'Space');
  // Whoever decides nothing keeps what they have chosen, and the focus where it was.
  const rejectChosen = page.getByRole('button', { name: 'Reject', exact: true });
  await press(rejectChosen);
  await expect(reason(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rejectChosen).toBeFocused();
  const other = await colleague(browser, bank);
  await other.goto(`/customer_kyc_info/${ids[3]}`);
  await type(reason(other), 'Expired');
  await press(other.getByRole('button', { name: 'Reject request' }));
  await expect(other.getByText('Verification request rejected')).toBeVisible();
  await other.context().close();
  await press(page.getByRole('button', { name: 'Approve', exact: true }));
  // Whoever leaves meanwhile waits for the outcomes, and sees what failed.
  const letGo = await holdBack(page, '**/verification-requests/approve');
  await press(page.getByRole('button', { name: 'Approve 3 requests' }));
  await traverse(page, 1);
  const sending = page.getByRole('dialog', { name: 'This is still being sent' });
  await expect(sending).toBeVisible();
  letGo();
  await expect(sending).toHaveCount(0);
  await expect(page.getByRole('dialog')).toContainText('2 done, 1 failed');
  await expect(page.getByRole('dialog')).toContainText(
    'Sreyneang Ly has decided on this request already: it is REJECTED now.',
  );
  await press(page.getByRole('button', { name: 'Close', exact: true }));
  await expect(page.getByText('of 2 entries')).toBeVisible();
  // The button that opened the dialog has gone with what was selected.
  await expect(page.getByRole('main').locator('button:focus')).toHaveCount(1);

  // The answer to one gets lost after the server has decided: it is asked about, and is done.
  await page.route(/verification-requests\/approve/, async (route) => {
    const { verificationId } = route.request().postDataJSON() as { verificationId: string };
    const answer = await route.fetch();
    await (verificationId === ids[5] ? route.abort() : route.fulfill({ response: answer }));
  });
  for (const index of [1, 2]) await press(rows.nth(index).getByRole('checkbox'), 'Space');
  await press(page.getByRole('button', { name: 'Approve', exact: true }));
  await press(page.getByRole('button', { name: 'Approve 2 requests' }));
  await expect(page.getByRole('dialog')).toContainText('2 done, 0 failed');
  await press(page.getByRole('button', { name: 'Close', exact: true }));
  await expect(page.getByText('of 0 entries')).toBeVisible();

  await press(page.getByRole('button', { name: /^KYC status/ }));
  await press(page.getByRole('button', { name: /^Rejected/ }));
  await expect(page).toHaveURL(`${list}?kyc=REJECTED`);
  await page.goto(`${list}?kyc=REJECTED&sort=requestedDate,desc`);
  await press(page.getByRole('button', { name: /^Reason for/ }).first());
  await expect(page.getByRole('dialog').getByText(/Expired|ឯកសារមិនច្បាស់/)).toBeVisible();
  await press(page.getByRole('button', { name: 'Close', exact: true }));
  await page.route(/verification-requests\/mobile/, async (route) => {
    const answer = await route.fetch();
    const all = (await answer.json()) as { remarks: string | null }[];
    await route.fulfill({ response: answer, json: all.map((it) => ({ ...it, remarks: null })) });
  });
  await page.reload();
  await press(page.getByRole('button', { name: /^Reason for/ }).first());
  await expect(page.getByText('No reason was provided.')).toBeVisible();
});

test('two reviewers see each other; the first decision is shown to the second, who can make none', async ({
  page,
  bank,
  browser,
}) => {
  await letWait(bank, 3);
  const [first = '', second = ''] = await waitingIn(bank);
  await page.goto(`/customer_kyc_info/${first}`);
  await expect(heading(page)).toContainText('Waiting for approval');
  // Whoever is there says so every ten seconds, to those whose stream of events has begun.
  const seen = { timeout: 25_000 };
  const other = await colleague(browser, bank);
  await other.goto(`/customer_kyc_info/${first}`);
  await expect(page.getByText('Sreyneang Ly is looking at this request too')).toBeVisible(seen);
  await expect(other.getByText('Vuthy Heng is looking at this request too')).toBeVisible(seen);
  // What the customer changes below the open dialog is not approved unseen.
  await page.getByRole('button', { name: 'Approve as Full KYC' }).click();
  await bank.database.owner.pool.query(
    `UPDATE verification_request SET revision = revision + 1, new_values = '{"address": "Street 999"}' WHERE id = $1`,
    [first],
  );
  await expect(page.getByText('This request was changed meanwhile')).toBeVisible(soon);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Somebody has changed this meanwhile');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(other.getByText('This request was changed meanwhile')).toBeVisible(soon);
  // The dialog that is open while a colleague decides goes, and it is said why.
  await page.getByRole('button', { name: 'Approve as Full KYC' }).click();
  await press(other.getByRole('button', { name: 'Approve as Full KYC' }));
  await press(other.getByRole('dialog').getByRole('button', { name: 'Approve as Full KYC' }));
  await expect(other).toHaveURL(`/customer_kyc_info/${second}`);
  await expect(page.getByText('Sreyneang Ly has decided on this request meanwhile')).toBeVisible(soon);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Approved').first()).toBeVisible();
  await expect(page.getByText('By Sreyneang Ly')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve as Full KYC' })).toHaveCount(0);
  await expect(page.getByText('is looking at this request too')).toHaveCount(0, soon);
  await other.context().close();
});

test('whoever leaves while a decision is on its way hears of a refusal, and goes on once it is made', async ({
  page,
  bank,
}) => {
  await letWait(bank, 1);
  const [id = ''] = await waitingIn(bank);
  await page.goto(`/customer_kyc_info/${id}`);
  const sending = page.getByRole('dialog', { name: 'This is still being sent' });
  const rejected = '**/verification-requests/reject';
  const refusal = Promise.withResolvers<void>();
  await page.route(rejected, async (route) => {
    await refusal.promise;
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });
  });
  await type(reason(page), 'Blurred');
  await press(page.getByRole('button', { name: 'Reject request' }));
  await press(page.getByRole('link', { name: 'Bank information' }));
  await expect(sending).toBeVisible();
  await expectAccessible(page);
  refusal.resolve();
  const error = page.getByRole('dialog', { name: 'Error' });
  await press(error.getByRole('button', { name: 'Close' }));
  await expect(page).toHaveURL(`/customer_kyc_info/${id}`);
  await expect(sending).toHaveCount(0);
  await expect(reason(page)).toHaveValue('Blurred');
  await page.unroute(rejected);

  const letGo = await holdBack(page, rejected);
  await press(page.getByRole('button', { name: 'Reject request' }));
  // What is on its way is not decided on otherwise.
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page.getByRole('link', { name: 'Bank information' }));
  await expect(sending).toBeVisible();
  letGo();
  await expect(heading(page)).toHaveText('Bank contact information');
  await expect(page.getByText('Verification request rejected')).toBeVisible();
  await expect.poll(() => waitingIn(bank)).toEqual([]);
  await expect(page).toHaveURL('/view_bank_info');
});

test('who asked for a change sees old and new beside each other and cannot decide on it', async ({
  page,
  bank,
}) => {
  const { rows } = await bank.database.owner.pool.query<{ id: bigint }>(
    `SELECT v.id FROM verification_request v JOIN console_user u ON u.id = v.requested_by_user
     WHERE u.login = 'admin' AND v.status = 'PENDING' LIMIT 1`,
  );
  await page.goto(`/customer_kyc_info/${rows[0]?.id}`);
  await expect(page.getByText('You asked for this yourself, so somebody else has to decide.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve as Full KYC' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Reject request' })).toBeDisabled();
  const changes = page.getByRole('region', { name: 'Requested changes' });
  await expect(changes).toContainText('Address');
  await expect(changes.getByText('Requested:').first()).toBeAttached();
  await press(page.getByRole('button', { name: 'Zoom in' }));
  await press(page.getByRole('button', { name: /Rotate|Turn/ }));
  await expect(page.getByRole('status').filter({ hasText: '150' })).toHaveCount(1);
  await expectAccessible(page);
});

test.describe('dark, in Khmer, on a phone', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('list and review stay within the page', async ({ page, bank }) => {
    await page.evaluate(() => localStorage.setItem('tonle.language', 'km'));
    await letWait(bank, 1);
    const [id = ''] = await waitingIn(bank);
    for (const path of [list, `/customer_kyc_info/${id}`]) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: /អនុម័ត/ }).first()).toBeEnabled();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    await expect(page.getByText('ដោយ កម្មវិធី mobile-app')).toBeVisible();
  });
});
