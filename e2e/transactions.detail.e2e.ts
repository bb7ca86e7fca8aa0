import { expect, expectAccessible, test } from './fixtures.ts';
import { press, type } from './keys.ts';
import { button, phnomPenhDay, rowLinks, rowsOf, total } from './transaction-lists.ts';

test.use({ user: 'manager' });

/** Whether any two of an element's children show something at the same place. */
function overlaps(element: Element): boolean {
  const boxes = [...element.children].map((child) => {
    const range = document.createRange();
    range.selectNodeContents(child);
    return range.getBoundingClientRect();
  });
  return boxes.some((one, index) =>
    boxes
      .slice(index + 1)
      .some(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      ),
  );
}

// By keyboard: Read a transaction
test('incoming, outgoing and history open their transaction with every field, states and ways to copy', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/incoming_transactions?businessStatus=RECEIVED_AT_FI');
  await press(rowLinks(page).first());
  await expect(page).toHaveURL(/\/view_incoming_transaction\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\+[៛$][\d,.]+ (KHR|USD)$/);
  for (const label of [
    'Trx hash',
    'Paired trx hash',
    'External reference',
    'FAST transaction ID',
    'FI transaction ID',
    'Transaction type',
    'Asset',
    'Description',
    'Error message',
  ])
    await expect(page.getByRole('term').filter({ hasText: label }).first()).toBeVisible();
  await expect(page.getByText('RECEIVED_AT_FI').first()).toBeVisible();
  await expect(page.getByText('Acknowledged or refunded')).toBeVisible();
  await expect(button(page, /Refund|Acknowledge/)).toHaveCount(2);
  await press(button(page, 'Copy Trx hash'));
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toMatch(/^[0-9a-f]{64}$/);
  await page.goto(`/view_transaction/${copied}`);
  await expect(page.getByText(copied, { exact: true })).toBeVisible();

  await page.goto('/outgoing_transactions?businessStatus=RECEIVE_AT_RECEIVER_BANK');
  await press(rowLinks(page).first());
  await expect(page).toHaveURL(/\/view_outgoing_transaction\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^−[៛$]/);
  const steps = page.getByRole('listitem').filter({ has: page.locator('time') });
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(1)).toContainText('Received at the clearing house');
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step');

  await page.goto('/history');
  await press(rowLinks(page).first());
  await expect(page).toHaveURL(/\/view_history_transaction\//);
  await test.step('a returned payment and its return lead to each other', async () => {
    await page.goto('/outgoing_transactions?businessStatus=REFUNDED_BY_RECEIVER');
    await press(rowLinks(page).first());
    const hash = await page
      .locator('dd')
      .filter({ has: button(page, 'Copy Trx hash') })
      .textContent();
    await press(page.locator('main dd a'));
    await expect(page).toHaveURL(/\/view_transaction\//);
    await expect(page.getByText('Money returned').first()).toBeVisible();
    await expect(page.locator('main dd a')).toHaveText((hash ?? '').trim());
  });
  await test.step('what is not there says "No transaction info" and leads back', async () => {
    for (const path of [
      '/view_incoming_transaction/nobody@chkt/NOTHING',
      '/view_history_transaction/nobody@chkt/NOTHING',
      '/view_transaction/NOTHING',
    ]) {
      await page.goto(path);
      await expect(page.getByText('No transaction info')).toBeVisible();
    }
    await press(page.getByRole('link', { name: 'Back to the list' }));
    await expect(page).toHaveURL(/\/history/);
  });
});

test('a QR code, an exchange, and what ⌘K finds', async ({ page, bank }) => {
  await test.step('a paid QR code is drawn on white, an exchange says its rate', async () => {
    const [paid] = await rowsOf<{ hash: string }>(
      bank,
      `SELECT encode(hash, 'hex') AS hash FROM transfer WHERE details ? 'qrCode' ORDER BY seq DESC LIMIT 1`,
    );
    const [changed] = await rowsOf<{ hash: string }>(
      bank,
      `SELECT encode(hash, 'hex') AS hash FROM transfer WHERE details ? 'exchangeRate' ORDER BY seq DESC LIMIT 1`,
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/view_transaction/${paid?.hash}`);
    const code = page.getByRole('img', { name: 'QR code of this payment' });
    await expect(code).toBeVisible();
    await expect(code.locator('rect')).toHaveAttribute('fill', '#fff');
    const download = page.waitForEvent('download');
    await press(button(page, 'Save the QR code as an image'));
    expect((await download).suggestedFilename()).toMatch(/\.png$/);
    await page.goto(`/view_transaction/${changed?.hash}`);
    await expect(page.getByText(/^\$1 = ៛[\d,]+$/)).toBeVisible();
  });
  await test.step('⌘K finds a pasted hash, an account’s transactions and a phone’s', async () => {
    const [one] = await rowsOf<{ hash: string; account: string; phone: string }>(
      bank,
      `SELECT encode(t.hash, 'hex') AS hash, t.source_account_id AS account, t.source_phone_number AS phone
       FROM transaction_list l JOIN transfer t USING (seq)
       WHERE l.history AND t.source_phone_number IS NOT NULL ORDER BY t.seq DESC LIMIT 1`,
    );
    await page.goto('/history');
    await expect(rowLinks(page).first()).toBeVisible();
    for (const text of [one?.account ?? '', `0${one?.phone.slice(3)}`, one?.hash ?? '']) {
      await page.keyboard.press('Control+k');
      await type(page.getByRole('dialog').locator('input'), text);
      const found = page
        .getByRole('option')
        .filter({ hasText: /\d{4}-\d\d-\d\d/ })
        .first();
      await expect(found).toBeVisible();
      // On a phone too nothing that is said of it lies over the rest.
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await found.evaluate(overlaps), text).toBe(false);
      await page.setViewportSize({ width: 1440, height: 900 });
      if (text === one?.hash) await page.keyboard.press('Enter');
      else await page.keyboard.press('Escape');
    }
    await expect(page).toHaveURL(/\/view_history_transaction\//);
    await expect(page.getByText(one?.hash ?? '', { exact: true })).toBeVisible();
  });
});

test('the proof is checked in the browser: what holds is sealed in its block, what was forged is shown as such', async ({
  page,
  bank,
}) => {
  const [sealed] = await rowsOf<{ hash: string; height: bigint; block: string }>(
    bank,
    `SELECT encode(t.hash, 'hex') AS hash, b.height, encode(b.hash, 'hex') AS block
     FROM transfer t JOIN block b ON t.seq BETWEEN b.first_seq AND b.last_seq ORDER BY t.seq DESC LIMIT 1`,
  );
  await page.goto(`/view_transaction/${sealed?.hash}`);
  await expect(page.getByText(`Sealed in block ${sealed?.height}`)).toBeVisible();
  const heard = page.getByRole('status').filter({ hasText: 'Sealed in block' });
  await expect(heard).toHaveText(`Sealed in block ${sealed?.height}`);
  await expect(page.getByTitle(sealed?.block ?? '')).toBeVisible();
  const proofCall = /\/iroha-transactions\/proof\//;
  await page.route(proofCall, async (route) => {
    const response = await route.fetch();
    const proof: { payload: string } = await response.json();
    await route.fulfill({ response, json: { ...proof, payload: proof.payload.replace('nbc', 'nbd') } });
  });
  await page.reload();
  await expect(page.getByText('The proof does not hold')).toBeVisible();
  await expect(page.getByText(/Sealed in block/)).toHaveCount(0);
  // One that does not come says why, as whatever does not come, and is asked for again.
  await page.unroute(proofCall);
  await page.route(proofCall, (route) => route.abort());
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'The proof could not be loaded' });
  await expect(failure).toContainText('The server could not be reached.');
  await page.unroute(proofCall);
  await press(failure.getByRole('button', { name: 'Try again' }));
  await expect(page.getByText(`Sealed in block ${sealed?.height}`)).toBeVisible();
  await expect(failure).toHaveCount(0);
});

// By keyboard: Follow one account
test('an account’s details: holder, balances, its own transactions by days and type, and the ways to and fro', async ({
  page,
  bank,
}) => {
  const [account] = await rowsOf<{ id: string; name: string; count: bigint; received: bigint }>(
    bank,
    `SELECT e.account_id AS id, c.full_name AS name, count(*) AS count,
            count(*) FILTER (WHERE e.kind % 3 = 2) AS received
     FROM entry e JOIN customer c USING (account_id) WHERE c.account_type = 'MOBILE' AND c.secondary_contact IS NOT NULL
     GROUP BY 1, 2 HAVING count(*) > 10 AND count(*) FILTER (WHERE e.kind % 3 = 2) > 0 ORDER BY 3 DESC, 1 LIMIT 1`,
  );
  const id = account?.id ?? '';
  await page.goto(`/history?search=${id}`);
  await press(rowLinks(page).first());
  await press(page.getByRole('link', { name: id }).first());
  await expect(page).toHaveURL(new RegExp(`/account_detail/${id.replace('@', '(@|%40)')}$`));
  await expect(page.getByRole('heading', { level: 1, name: account?.name ?? '' })).toBeVisible();
  for (const label of [
    'Full name',
    'Primary contact',
    'Secondary contact',
    'Registered date',
    'Account type',
    'KHR balance',
    'USD balance',
  ])
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Trx Hash',
    'Entry Date',
    'From Account',
    'To Account',
    'CCY',
    'Amount',
    'Transaction Type',
  ]);
  await expect(page.locator('[data-page-search]')).toHaveCount(0);
  expect(await total(page)).toBe(Number(account?.count));

  await press(button(page, /^Transaction Type/));
  await press(page.getByRole('dialog').getByRole('button', { name: /RECEIVE/ }));
  await expect(page).toHaveURL(/type=RECEIVE/);
  await expect.poll(() => total(page)).toBe(Number(account?.received));
  await press(button(page, /^Dates/));
  await press(page.getByRole('button', { name: 'Last 30 days' }));
  await press(page.getByRole('button', { name: 'Apply' }));
  await expect(page).toHaveURL(new RegExp(`from=${phnomPenhDay(29)}`));
  await expect(page).toHaveURL(new RegExp(`to=${phnomPenhDay(0)}`));
  await press(button(page, 'Clear filters').first());
  await expect.poll(() => total(page)).toBe(Number(account?.count));

  await press(rowLinks(page).first());
  await expect(page).toHaveURL(new RegExp(`/view_transaction/${id.replace('@', '(@|%40)')}/`));
  await press(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: id }));
  await expect(page.getByRole('heading', { level: 1, name: account?.name ?? '' })).toBeVisible();
  await press(button(page, 'Back'));
  await expect(page).toHaveURL(/\/view_transaction\//);
  await page.goto('/account_detail/nobody@chkt');
  await expect(page.getByText('There is no such account')).toBeVisible();
  await page.goto('/account_detail/nobody');
  await expect(page.getByText('Wrong account ID')).toBeVisible();
});

for (const [scheme, language] of [
  ['light', 'en'],
  ['dark', 'km'],
] as const) {
  test(`axe finds nothing on details, ${scheme}, ${language}`, async ({ page, bank }) => {
    test.slow();
    const [paid] = await rowsOf<{ hash: string; account: string }>(
      bank,
      `SELECT encode(t.hash, 'hex') AS hash, a.account_id AS account FROM transfer t
       JOIN account a ON a.account_id = t.debit_account_id AND a.kind = 'CUSTOMER'
       WHERE t.details ? 'qrCode' ORDER BY t.seq DESC LIMIT 1`,
    );
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.addInitScript((it) => localStorage.setItem('tonle.language', it), language);
    await page.goto(`/view_transaction/${paid?.hash}`);
    await expect(page.locator('main svg[role="img"]')).toBeVisible();
    await expect(page.getByText(/Sealed in block|បានបិទត្រាក្នុងប្លុក/)).toBeVisible();
    await expectAccessible(page);
    // The network's own words, and the bank's.
    const [returned] = await rowsOf<{ hash: string }>(
      bank,
      `SELECT encode(hash, 'hex') AS hash FROM transfer WHERE description = 'Money returned' LIMIT 1`,
    );
    await page.goto(`/view_transaction/${returned?.hash}`);
    await expect(
      page.getByRole('definition').filter({ hasText: /^(Money returned|ប្រាក់បានបង្វិលមកវិញ)$/ }),
    ).toHaveText(language === 'en' ? 'Money returned' : 'ប្រាក់បានបង្វិលមកវិញ');
    await page.locator('main dd a').click();
    await expect(page.locator('dd [lang=en]')).toHaveText(/^(Account is not found|Daily limit)/);
    await page.goto('/view_transaction/NOTHING');
    await expect(page.locator('main').getByRole('link').last()).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/account_detail/${paid?.account}`);
    await expect(rowLinks(page).first()).toBeVisible();
    await expectAccessible(page);
  });
}
