import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { chooseItem, press } from './keys.ts';
import { NetworkDouble } from './network-double.ts';

const port = 19_001;
/** "Within a second", counted from the answer to the deposit's message, on a machine that does other things too. */
const soon = { timeout: 3_000 };

// One network at a time: the banks of these tests know it by its port.
test.describe.configure({ mode: 'default' });
test.use({ user: 'manager', environment: { NETWORK_URL: `http://127.0.0.1:${port}` } });

const newRows = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text, exact: true });
/** What the menu says waits. */
async function waitingIn(page: Page): Promise<number> {
  const badge = page
    .locator('aside')
    .getByRole('link', { name: /^Incoming/ })
    .getByText(/\d waiting$/);
  return (await badge.count()) === 0 ? Number.NaN : Number.parseInt((await badge.textContent()) ?? '', 10);
}
const firstRow = (page: Page) => page.getByRole('row').nth(1);

// By keyboard: Work on a list together
test('a deposit appears as new within a second, in every tab, and no row moves until it is asked for', async ({
  page,
  bank,
  context,
}) => {
  const network = new NetworkDouble(bank, port);
  const streams: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') streams.push(request.url());
  });
  await page.goto('/incoming_transactions');
  await expect(firstRow(page)).toBeVisible();
  await expect.poll(() => waitingIn(page)).not.toBeNaN();
  const other = await context.newPage();
  await other.goto('/outgoing_transactions');
  await expect.poll(() => waitingIn(other)).not.toBeNaN();

  const before = await waitingIn(page);
  const rows = await page.getByRole('row').allTextContents();
  const top = (await firstRow(page).boundingBox())?.y;
  await network.deposit('641.75');
  await expect(newRows(page, '1 new')).toBeVisible(soon);
  await expect.poll(() => waitingIn(page), soon).toBe(before + 1);
  await expect.poll(() => waitingIn(other), soon).toBe(before + 1);
  await network.deposit('641.76');
  await expect(newRows(page, '2 new')).toBeVisible(soon);
  expect(await page.getByRole('row').allTextContents()).toEqual(rows);
  expect((await firstRow(page).boundingBox())?.y).toBe(top);
  await expect(page.getByRole('status').filter({ hasText: /^1 new$/ })).toHaveCount(1);
  await expectAccessible(page);
  // The deposits are no business of the list of what was sent.
  await expect(newRows(other, /new$/)).toHaveCount(0);
  expect(streams).toHaveLength(1);

  await press(newRows(page, '2 new'));
  await expect(firstRow(page)).toContainText('641.76');
  await expect(newRows(page, /new$/)).toHaveCount(0);
  expect((await firstRow(page).boundingBox())?.y).toBe(top);

  const bell = page.getByRole('button', { name: `What waits: ${before + 2}` });
  await press(bell);
  await expectAccessible(page);
  await chooseItem(page.getByRole('menuitem', { name: /Deposits to decide on/ }));
  await expect(page).toHaveURL(/businessStatus=RECEIVED_AT_FI/);
  await expect(page.getByText(new RegExp(`of ${before + 2} entries`))).toBeVisible();
});

test('the tab that reads is closed, and another goes on from there', async ({ page, bank, context }) => {
  const network = new NetworkDouble(bank, port);
  // The tab that comes first is to be the one that reads.
  const reading = page.waitForRequest((it) => it.url().endsWith('/api/events'));
  await page.goto('/main_account');
  await reading;
  const other = await context.newPage();
  await other.goto('/incoming_transactions');
  await expect.poll(() => waitingIn(other)).not.toBeNaN();
  const before = await waitingIn(other);
  const resumed = other.waitForRequest(
    (it) => it.url().endsWith('/api/events') && it.headers()['last-event-id'] !== undefined,
  );
  await page.close();
  await network.deposit('55.10');
  await resumed;
  await expect(newRows(other, '1 new')).toBeVisible(soon);
  await expect.poll(() => waitingIn(other), soon).toBe(before + 1);
});

test('a detail page shows what somebody else decided, and the list its row in its new state where it stands', async ({
  page,
  bank,
  context,
}) => {
  const network = new NetworkDouble(bank, port);
  const { fiTransactionId } = await network.deposit('97.35');
  await page.goto('/incoming_transactions');
  await expect(firstRow(page)).toContainText('Received at FI');
  const detail = await context.newPage();
  await detail.goto(`/view_incoming_transaction/sokha_lim%40mekg/${fiTransactionId}`);
  await expect(detail.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
  await expect.poll(() => waitingIn(detail)).not.toBeNaN();
  const token = await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('tonle.session') ?? '{}') as { token?: string };
    return session.token ?? '';
  });
  const answer = await fetch(`${bank.url}/tps/api/transfer-management/incoming-transactions/acknowledge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fstTrxId: fiTransactionId }),
  });
  expect(answer.status).toBe(200);
  await expect(detail.getByText('Acknowledged by FI').first()).toBeVisible(soon);
  await expect(detail.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);
  await expect(firstRow(page)).toContainText('97.35');
  await expect(firstRow(page)).toContainText('Acknowledged by FI', soon);
  await expect(detail.getByRole('status').filter({ hasText: 'has changed: Acknowledged by FI' })).toHaveCount(
    1,
  );
});

test('signing out elsewhere ends the stream; a session that nobody uses is not kept alive by it', async ({
  page,
  bank,
  browser,
}) => {
  const network = new NetworkDouble(bank, port);
  await page.goto('/incoming_transactions');
  await expect.poll(() => waitingIn(page)).not.toBeNaN();
  const lastSeen = async () =>
    (
      await bank.database.owner.pool.query<{ seconds: number }>(
        `SELECT extract(epoch FROM now() - max(last_seen))::int AS seconds FROM session WHERE ended_at IS NULL`,
      )
    ).rows[0]?.seconds ?? 0;
  await bank.database.owner.pool.query("UPDATE session SET last_seen = now() - interval '5 minutes'");
  await network.deposit('12.00');
  await expect(newRows(page, '1 new')).toBeVisible(soon);
  expect(await lastSeen()).toBeGreaterThan(290);

  const elsewhere = await browser.newContext({ baseURL: bank.url });
  const other = await elsewhere.newPage();
  await signIn(other, 'manager');
  await bank.database.owner.pool.query(
    "UPDATE session SET ended_at = now() WHERE last_seen < now() - interval '4 minutes'",
  );
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => waitingIn(other)).not.toBeNaN();
  await elsewhere.close();
});

test('in Khmer, on a phone and in the dark it is offered too', async ({ page, bank }) => {
  const network = new NetworkDouble(bank, port);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('tonle.language', 'km'));
  await page.goto('/incoming_transactions');
  await expect(page.getByRole('button', { name: /^កិច្ចការរង់ចាំ/ })).toBeVisible();
  await network.deposit('3.10');
  await expect(page.getByRole('button', { name: 'ថ្មី 1', exact: true })).toBeVisible(soon);
  await expectAccessible(page);
});
