import { type Bank, DEMO_PASSWORD, expect, expectAccessible, test } from './fixtures.ts';
import { choose, press, type } from './keys.ts';
import {
  amount,
  button,
  byKeyCall,
  check,
  customer,
  dialog,
  loseAnswer,
  recipient,
  sent,
  sentTo,
  transferCall,
  yes,
} from './transfers.ts';

test.use({ user: 'manager' });

async function balanceOf(bank: Bank, accountId: string, assetId: string): Promise<bigint> {
  const { rows } = await bank.database.owner.pool.query<{ balance_minor: bigint }>(
    'SELECT balance_minor FROM balance WHERE account_id = $1 AND asset_id = $2',
    [accountId, assetId],
  );
  return BigInt(rows[0]?.balance_minor ?? 0n);
}

const grouped = (amount: bigint): string => String(amount).replace(/\B(?=(\d{3})+$)/g, ',');

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
    const field = (name: string) => page.locator(`input[name=${name}]`);
    // A cut amount reads as a smaller one.
    for (const amount of ['11596923933', '99999999999999', '9223372036854775807']) {
      await field('amount').fill(amount);
      const cut = await field('amount').evaluate((it) => it.scrollWidth - it.clientWidth);
      expect(cut, amount).toBeLessThanOrEqual(0);
    }
    // However many lines a label takes, what is side by side stands in line.
    for (const name of ['transferTo', 'extRef'])
      await field(name).evaluate((it: HTMLInputElement) => it.labels?.[0]?.append(' more'.repeat(30)));
    for (const [left, right] of [
      [field('transferTo'), page.locator('form button').first()],
      [field('description'), field('extRef')],
    ] as const) {
      const [one, other] = await Promise.all([left.boundingBox(), right.boundingBox()]);
      if (width <= 500) continue;
      expect(other?.y).toBe(one?.y);
      expect(other?.x).toBeGreaterThan(one?.x ?? 0);
    }
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
