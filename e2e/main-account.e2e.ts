import type { Locator, Page, Route } from '@playwright/test';
import {
  type Bank,
  clickIfThere,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  signIn,
  test,
} from './fixtures.ts';
import { choose, press, type } from './keys.ts';

test.use({ user: 'manager' });

const transferCall = '**/tps/api/pg-wallet-transfer';
const byKeyCall = '**/tps/api/pg-wallet-transfer/by-key/*';

type Customer = { account_id: string; full_name: string; primary_contact: string };

/** An open customer of the demo bank, by number; or one who cannot be paid. */
async function customer(
  bank: Bank,
  where = "NOT frozen AND status = 'ACTIVATED'",
  nth = 0,
): Promise<Customer> {
  const { rows } = await bank.database.owner.pool.query<Customer>(
    `SELECT account_id, full_name, primary_contact FROM customer JOIN account_state USING (account_id)
     WHERE account_type = 'MOBILE' AND primary_contact LIKE '855%' AND ${where}
     ORDER BY account_id OFFSET $1 LIMIT 1`,
    [nth],
  );
  if (!rows[0]) throw new Error(`no customer: ${where}`);
  return rows[0];
}

/** How many transfers of an amount the main account has sent to an account. */
async function sentTo(bank: Bank, accountId: string, amountMinor: number): Promise<number> {
  const { rows } = await bank.database.owner.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM transfer
     WHERE credit_account_id = $1 AND debit_account_id = 'chktkhppxxx@chkt' AND amount_minor = $2`,
    [accountId, amountMinor],
  );
  return rows[0]?.count ?? -1;
}

async function balanceOf(bank: Bank, accountId: string, assetId: string): Promise<bigint> {
  const { rows } = await bank.database.owner.pool.query<{ balance_minor: bigint }>(
    'SELECT balance_minor FROM balance WHERE account_id = $1 AND asset_id = $2',
    [accountId, assetId],
  );
  return BigInt(rows[0]?.balance_minor ?? 0n);
}

/** As the ledger's own door does it: the account's row is what a batch locks before it decides. */
const freeze = (bank: Bank, accountId: string) =>
  bank.database.owner.pool.query('UPDATE account_state SET frozen = true WHERE account_id = $1', [accountId]);

const grouped = (amount: bigint): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ',');

const recipient = (page: Page): Locator => page.getByLabel('Account ID or primary contact');
const amount = (page: Page): Locator => page.getByLabel(/^Amount in/);
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const check = (page: Page): Locator => button(page, 'Check account');
const toCheckPage = (page: Page): Promise<void> => button(page, 'Continue').click();
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Are you sure?' });
const yes = (page: Page): Locator => dialog(page).getByRole('button', { name: /^Yes, send/ });
const sent = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Money is being transferred' });

/** Fills the form and goes as far as the last question. */
async function toLastQuestion(page: Page, to: string, riel: string): Promise<void> {
  if (!page.url().endsWith('/manage_main_account')) await page.goto('/manage_main_account');
  await recipient(page).fill(to);
  await amount(page).fill(riel);
  await toCheckPage(page);
  await button(page, /^Send/).click();
  await expect(dialog(page)).toBeVisible();
}

/** Lets the server answer, and cuts the connection before the browser hears it. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

test.describe('nobody signed in', () => {
  test.use({ user: undefined });

  // By keyboard: See the balances; Send money to a customer
  test('signs in, sees both balances, sends money, finds the transaction in the list and its detail', async ({
    page,
    bank,
  }) => {
    const khr = await balanceOf(bank, 'chktkhppxxx@chkt', 'khr#nbc');
    await page.goto('/login');
    await type(page.getByLabel('User name'), 'manager');
    await type(page.getByLabel('Password', { exact: true }), DEMO_PASSWORD);
    await press(button(page, 'Sign in'));
    await press(page.getByRole('link', { name: 'Main account balance' }).first());
    const riel = page.getByRole('region', { name: 'Riel account' });
    await expect(riel).toContainText(`៛${grouped(khr)}`);
    await expect(riel).toContainText('chktkhppxxx@chkt');
    await expect(page.getByRole('region', { name: 'Dollar account' })).toContainText('$');

    const to = await customer(bank);
    await press(page.getByRole('link', { name: 'Transfer money' }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Transfer from: Chaktomuk Bank Main Account',
    );
    await expect(check(page)).toBeDisabled();
    await type(recipient(page), `+855 ${to.primary_contact.slice(3, 5)}-${to.primary_contact.slice(5)}`);
    await press(check(page));
    await expect(page.getByText(to.full_name, { exact: true })).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await type(amount(page), '1250000');
    await expect(amount(page)).toHaveValue('1,250,000');
    await type(page.getByLabel(/^Description/), 'Refund of card fee');
    await type(page.getByLabel(/^External reference/), 'CARD-5521');
    await type(page.getByLabel('Name', { exact: true }), 'Ly Chanthy');
    await type(page.getByLabel('Phone number'), '778814029');
    await expect(page.getByLabel('Phone number')).toHaveValue('+855 77 881 4029');
    const side = page.getByRole('region', { name: 'Main account balance' });
    await expect(side).toContainText(`Balance after៛${grouped(khr - 1_250_000n)}`);

    await press(button(page, 'Continue'));
    await expect(page.getByRole('heading', { name: 'Please confirm the information below' })).toBeFocused();
    const facts = page.getByRole('region', { name: 'Please confirm the information below' });
    for (const text of [
      to.full_name,
      to.account_id,
      '៛1,250,000',
      'Refund of card fee',
      'CARD-5521',
      'Ly Chanthy',
    ])
      await expect(facts).toContainText(text);
    await press(facts.getByRole('button', { name: 'Change: External reference' }));
    await expect(page.getByLabel(/^External reference/)).toBeFocused();
    await expect(page.getByLabel(/^Description/)).toHaveValue('Refund of card fee');
    await type(page.getByLabel(/^External reference/), 'CARD-5522');
    await press(button(page, 'Continue'));
    await press(button(page, 'Send ៛1,250,000 KHR'));
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(yes(page));

    await expect(sent(page)).toContainText('Funds are on the way');
    await expect(recipient(page)).toHaveValue('');
    await expect(amount(page)).toHaveValue('');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(side).toContainText(`៛${grouped(khr - 1_250_000n)}`);
    expect(await sentTo(bank, to.account_id, 1_250_000)).toBe(1);

    await press(button(page, 'View transaction'));
    await expect(page).toHaveURL(/\/view_outgoing_transaction\/chktkhppxxx(@|%40)chkt\//);
    await expect(page.getByRole('main')).toContainText('CARD-5522');
    await expect(page.getByRole('main')).toContainText('1,250,000');
    await page.goto('/outgoing_transactions');
    const row = page.getByRole('row').filter({ hasText: 'CARD-5522' });
    await expect(row).toContainText('1,250,000');
    await expect(row).toContainText(to.account_id.split('@')[0] ?? '');
  });
});

test('says what is wrong, in the words of the specification', async ({ page, bank }) => {
  await page.goto('/manage_main_account');
  const says = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  await press(button(page, 'Continue'));
  await says('Please enter account ID or primary contact');
  await says('Please enter an amount');
  await expect(recipient(page)).toBeFocused();
  await type(recipient(page), 'NOT an account');
  await expect(recipient(page)).toHaveValue('not an account');
  await says('The value entered is not recognized as a valid account ID or primary contact');
  await expect(check(page)).toBeDisabled();

  for (const [typed, text] of [
    ['0', 'Amount must be positive number'],
    ['100.5', 'KHR amount should not contain any fraction numbers'],
    ['1e3', 'Please enter the amount in plain digits'],
    ['99999999999999', 'The current amount exceeds available balance on the main account'],
  ] as const) {
    await type(amount(page), typed);
    await amount(page).blur();
    await says(text);
  }
  // A comma that groups nothing may be meant as a decimal point: it is refused, not dropped.
  await type(amount(page), '');
  await type(amount(page), '1,5');
  await amount(page).blur();
  await says('Please enter the amount in plain digits');
  await choose(page.getByRole('radio', { name: 'USD' }));
  await type(amount(page), '1.234');
  await says('USD amount should not contain fraction with more than 2 numbers');
  await type(amount(page), '');
  await type(amount(page), '-0012.50');
  await expect(amount(page)).toHaveValue('12.50');
  await expect(page.getByText('Sent from the account in the same currency.')).toBeVisible();

  await type(page.getByLabel(/^Description/), 'x'.repeat(65));
  await page.getByLabel(/^Description/).blur();
  await says("Please make sure your description doesn't exceed 64 characters");
  await says('65 / 64');
  await type(page.getByLabel('Phone number'), '012345678');
  await page.getByLabel('Phone number').blur();
  await says('Phone number can’t start with 0');
  await type(page.getByLabel('Phone number'), '1234');
  await says('Please enter valid phone number');
  await press(button(page, 'Continue'));
  await says('Please enter name');
  await type(page.getByLabel('Name', { exact: true }), 'Ly Chanthy');
  await type(page.getByLabel('Phone number'), '');
  await press(button(page, 'Continue'));
  await says('Enter phone number');

  const frozen = await customer(bank, 'frozen');
  await type(recipient(page), 'nobody_here@chkt');
  await press(check(page));
  await says('No account was found for nobody_here@chkt');
  await type(recipient(page), frozen.account_id);
  await press(check(page));
  await says(`Account ${frozen.account_id} is blocked`);
  await type(amount(page), '500');
  await amount(page).blur();
  await says(`Account ${frozen.account_id} is blocked`);
  await press(button(page, 'Continue'));
  await says(`Account ${frozen.account_id} is blocked`);
  await type(recipient(page), 'chktkhppxxx@chkt');
  await press(check(page));
  await expect(
    page.getByText(/^Money cannot be sent from the main account to itself|^No account was found/),
  ).toBeVisible();
});

test('finds a customer by every way to write a phone number', async ({ page, bank }) => {
  const to = await customer(bank, undefined, 3);
  const national = to.primary_contact.slice(3);
  await page.goto('/manage_main_account');
  for (const typed of [
    to.account_id.toUpperCase(),
    `0${national}`,
    to.primary_contact,
    `+855 ${national.slice(0, 2)} ${national.slice(2, 5)}-${national.slice(5)}`,
  ]) {
    await recipient(page).fill('');
    await recipient(page).fill(typed);
    await check(page).click();
    await expect(page.getByText(to.full_name, { exact: true }), typed).toBeVisible();
  }
});

test('double click, and Enter and click together, on a slow network: one transfer (openMF/web-app PR 3609)', async ({
  page,
  bank,
}) => {
  const to = await customer(bank, undefined, 1);
  let posts = 0;
  let letGo = () => {};
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  await page.route(transferCall, async (route) => {
    posts += 1;
    await held;
    await route.continue();
  });
  await toLastQuestion(page, to.account_id, '7001');
  await yes(page).dblclick();
  await yes(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  letGo();
  await expect(sent(page)).toBeVisible();
  expect(posts).toBe(1);
  expect(await sentTo(bank, to.account_id, 7001)).toBe(1);
});

test('two equal transfers, each confirmed by a person: two transfers', async ({ page, bank }) => {
  const to = await customer(bank, undefined, 2);
  for (const count of [1, 2]) {
    await toLastQuestion(page, to.account_id, '7002');
    await yes(page).click();
    await expect(sent(page).getByText('Money is being transferred')).toHaveCount(count);
  }
  expect(await sentTo(bank, to.account_id, 7002)).toBe(2);
});

test('the connection is cut after the server posted: found out by key, sent once', async ({ page, bank }) => {
  const to = await customer(bank, undefined, 4);
  await page.route(transferCall, loseAnswer);
  let letGo = () => {};
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  await page.route(byKeyCall, async (route) => {
    await held;
    await route.continue();
  });
  await toLastQuestion(page, to.account_id, '7004');
  await yes(page).click();
  await expect(page.getByText('Checking…').first()).toBeVisible();
  await expect(button(page, /^Send/)).toBeDisabled();
  letGo();
  await expect(sent(page)).toBeVisible();
  await expect(recipient(page)).toHaveValue('');
  await expect(page.getByText('Checking…')).toHaveCount(0);
  expect(await sentTo(bank, to.account_id, 7004)).toBe(1);
});

test('the request never arrived: said so, kept, and sent by a new confirmation', async ({ page, bank }) => {
  const to = await customer(bank, undefined, 5);
  const keys: (string | undefined)[] = [];
  await page.route(transferCall, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) await route.abort('connectionreset');
    else await route.continue();
  });
  await toLastQuestion(page, to.account_id, '7005');
  await yes(page).click();
  await expect(page.getByText('The transfer was not sent.')).toBeVisible();
  expect(keys).toHaveLength(1);
  await button(page, /^Send/).click();
  await yes(page).click();
  await expect(sent(page)).toBeVisible();
  expect(new Set(keys).size).toBe(2);
  expect(await sentTo(bank, to.account_id, 7005)).toBe(1);
});

test('an unknown outcome outlives reload, signing out, and is seen in a second tab', async ({
  page,
  bank,
  context,
}) => {
  test.slow();
  const to = await customer(bank, undefined, 6);
  await page.route(transferCall, loseAnswer);
  await context.route(byKeyCall, (route) => route.abort('connectionreset'));
  await toLastQuestion(page, to.account_id, '7006');
  await yes(page).click();
  await expect(page.getByText('Checking…').first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/manage_main_account');
  await expect(other.getByText('Checking…')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Checking…').first()).toBeVisible();
  await expect(recipient(page)).toHaveValue(to.account_id);
  await other.close();

  await page.getByTitle('User menu').click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const leave = button(page, 'Leave the page');
  await expect(page).toHaveURL('/login');
  await expect(leave).toHaveCount(0);
  await signIn(page, 'manager');
  await page.goto('/manage_main_account');
  await expect(page.getByText('Checking…')).toBeVisible();
  await expect(recipient(page)).toHaveValue('');
  await context.unroute(byKeyCall);
  await expect(sent(page)).toBeVisible();
  await expect(page.getByText('Checking…')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Nothing is sent before you confirm.')).toBeVisible();
  await expect(page.getByText('Checking…')).toHaveCount(0);
  expect(await sentTo(bank, to.account_id, 7006)).toBe(1);
});

test('a server without extensions: no key is sent, and a lost answer is called unknown', async ({
  page,
  bank,
}) => {
  const to = await customer(bank, undefined, 7);
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), extensions: undefined } });
  });
  let headers: Record<string, string> = {};
  let asked = 0;
  await page.route(transferCall, (route) => {
    headers = route.request().headers();
    return loseAnswer(route);
  });
  await page.route(byKeyCall, (route) => {
    asked += 1;
    return route.continue();
  });
  await page.reload();
  await toLastQuestion(page, to.account_id, '7007');
  await yes(page).click();
  await expect(page.getByText('It is unknown whether the money was sent.')).toBeVisible();
  await expect(
    page.getByRole('alert').or(page.getByRole('status')).getByRole('link', { name: 'Outgoing transactions' }),
  ).toBeVisible();
  expect(headers['idempotency-key']).toBeUndefined();
  expect(asked).toBe(0);
  await button(page, 'I have checked').click();
  await expect(page.getByText('It is unknown whether the money was sent.')).toHaveCount(0);
});

test('a recipient frozen between check and send is refused in words, and nothing typed is lost', async ({
  page,
  bank,
}) => {
  const to = await customer(bank, undefined, 8);
  await toLastQuestion(page, to.account_id, '7008');
  await freeze(bank, to.account_id);
  await yes(page).click();
  await expect(page.getByText(`Account ${to.account_id} is blocked`)).toBeVisible();
  await expect(recipient(page)).toBeFocused();
  await expect(recipient(page)).toHaveValue(to.account_id);
  await expect(amount(page)).toHaveValue('7,008');
  expect(await sentTo(bank, to.account_id, 7008)).toBe(0);
});

test('a refusal without a field of its own is shown with its reference; the check page stays', async ({
  page,
  bank,
}) => {
  const to = await customer(bank, undefined, 9);
  await page.route(transferCall, (route) =>
    route.fulfill({
      status: 409,
      json: {
        status: {
          code: 1,
          error: 'BANK_KEY_NOT_INSTALLED',
          message: 'The bank’s key is not installed on this server.',
          reference: 'ref-7009',
        },
      },
    }),
  );
  await toLastQuestion(page, to.account_id, '7009');
  await yes(page).click();
  const fault = page.getByRole('dialog', { name: 'The transfer was not sent' });
  await expect(fault).toContainText('ref-7009');
  await fault.getByRole('button', { name: 'Close' }).click();
  await expect(button(page, /^Send/)).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('tonle.transfers.manager'))).toBeNull();
});

test('while offline sending is paused, in words', async ({ page, bank, context }) => {
  const to = await customer(bank, undefined, 10);
  await page.goto('/manage_main_account');
  await recipient(page).fill(to.account_id);
  await amount(page).fill('7010');
  await toCheckPage(page);
  await expect(button(page, /^Send/)).toBeEnabled();
  await context.setOffline(true);
  await expect(button(page, /^Send/)).toBeDisabled();
  await expect(page.getByText('Sending is paused until the connection is back.').first()).toBeVisible();
  await context.setOffline(false);
  await expect(button(page, /^Send/)).toBeEnabled();
});

test('what is typed outlives language, theme, Back, reload and an ended session; leaving asks first', async ({
  page,
  bank,
}) => {
  const to = await customer(bank, undefined, 11);
  await page.goto('/manage_main_account');
  await recipient(page).fill(to.account_id);
  await amount(page).fill('7011');
  await page.getByLabel(/^Description/).fill('ថ្លៃសេវា');
  const isKept = async () => {
    await expect(page.locator('input[name=transferTo]')).toHaveValue(to.account_id);
    await expect(page.locator('input[name=amount]')).toHaveValue('7,011');
    await expect(page.locator('input[name=description]')).toHaveValue('ថ្លៃសេវា');
  };
  await page.getByRole('radio', { name: 'ខ្មែរ' }).press('Space');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ផ្ទេរពី៖ គណនីមេរបស់ Chaktomuk Bank');
  await isKept();
  await page.getByRole('radio', { name: 'English' }).press('Space');
  await toCheckPage(page);
  await button(page, 'Back').click();
  await isKept();
  // The browser's Back leads from the check page, and from the last question, to the form as well.
  await toCheckPage(page);
  await button(page, /^Send/).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await isKept();
  await expect(recipient(page)).toBeFocused();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Please confirm the information below' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await isKept();

  await page.getByRole('link', { name: 'Main account balance' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await button(page, 'Stay').click();
  await isKept();

  await bank.database.owner.pool.query('UPDATE session SET ended_at = now() WHERE ended_at IS NULL');
  await clickIfThere(check(page));
  await expect(page).toHaveURL('/login');
  await page.getByLabel('User name').fill('manager');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/manage_main_account');
  await isKept();
});

test('a balance that cannot be loaded says so, and comes back', async ({ page }) => {
  const balance = '**/tps/api/balance-inquiry/**';
  await page.route(balance, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/main_account');
  await expect(page.getByText('The balance could not be loaded')).toBeVisible();
  await page.unroute(balance);
  await button(page, 'Try again').click();
  await expect(page.getByRole('region', { name: 'Riel account' })).toContainText('៛');
});

for (const [language, theme, width] of [
  ['en', 'light', 1440],
  ['en', 'dark', 390],
  ['km', 'light', 390],
  ['km', 'dark', 1440],
] as const) {
  test(`has no accessibility fault and nothing sticks out: ${language}, ${theme}, ${width} px`, async ({
    page,
    bank,
  }) => {
    test.slow();
    const to = await customer(bank, undefined, 13);
    const judge = async () => {
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(
      (chosen) => {
        localStorage.setItem('tonle.language', chosen.language);
        localStorage.setItem('tonle.theme', chosen.theme);
      },
      { language, theme },
    );
    await page.goto('/main_account');
    await expect(page.locator('section[aria-busy=false]')).toHaveCount(2);
    await judge();
    await page.goto('/manage_main_account');
    await page.locator('form button[type=submit]').click();
    await expect(page.locator('input[name=transferTo]')).toHaveAttribute('aria-invalid', 'true');
    await judge();
    await page.locator('input[name=transferTo]').fill(to.account_id);
    await page.locator('input[name=amount]').fill('7013');
    await page.locator('input[name=fromName]').fill('Ly Chanthy');
    await page.locator('input[name=fromPhone]').fill('778814029');
    await page.locator('form button[type=submit]').click();
    await expect(page.locator('#check-title')).toBeVisible();
    await judge();
    // The answer is lost and stays away: the banner that says so.
    await page.route(transferCall, loseAnswer);
    await page.route(byKeyCall, (route) => route.abort('connectionreset'));
    await page.locator('section[aria-labelledby=check-title] button').last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await judge();
  });
}
