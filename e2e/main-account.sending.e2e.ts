import { clickIfThere, DEMO_PASSWORD, expect, holdBack, signIn, test, traverse } from './fixtures.ts';
import {
  amount,
  button,
  byKeyCall,
  check,
  customer,
  dialog,
  freeze,
  loseAnswer,
  recipient,
  sent,
  sentTo,
  toCheckPage,
  toLastQuestion,
  transferCall,
  yes,
} from './transfers.ts';

test.use({ user: 'manager' });

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
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Main account balance' }).first().click();
  await page.getByRole('link', { name: 'Manage main account' }).first().click();
  await expect(recipient(page)).toBeVisible();
  await toLastQuestion(page, to.account_id, '7001');
  await yes(page).dblclick();
  await yes(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  // Nor does Back lead to a form that says that nothing is sent, nor does a second one at once cut what is sent.
  await traverse(page, -1, -1);
  const sending = page.getByRole('dialog', { name: 'This is still being sent' });
  await expect(sending).toBeVisible();
  await sending.getByRole('button', { name: 'Stay' }).click();
  // Two back, to the page before the form: there, and no further.
  await page.evaluate(() => history.go(-2));
  await expect(sending).toBeVisible();
  letGo();
  await expect(sent(page)).toBeVisible();
  await expect(page).toHaveURL('/main_account');
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
  const letGo = await holdBack(page, byKeyCall);
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
  await page.goto('/main_account');
  await page.getByRole('link', { name: 'Manage main account' }).first().click();
  await expect(recipient(page)).toBeVisible();
  await toLastQuestion(page, to.account_id, '7008');
  await freeze(bank, to.account_id);
  const letGo = await holdBack(page, transferCall);
  await yes(page).click();
  // Nor is it missed by whoever was about to leave.
  await page.evaluate(() => history.go(-2));
  await expect(page.getByRole('dialog', { name: 'This is still being sent' })).toBeVisible();
  letGo();
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
  // Who thinks better of it before the next page has come is asked nothing: they are where they were.
  const letGo = await holdBack(page, /total-account-page[^/]*\.js$/);
  await page.getByRole('link', { name: 'Total accounts' }).first().click();
  await button(page, 'Leave the page').click();
  await expect(page).toHaveURL('/total_account');
  await page.goBack();
  letGo();
  await expect(page).toHaveURL('/manage_main_account');
  await expect(page.getByRole('dialog')).toHaveCount(0);
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
