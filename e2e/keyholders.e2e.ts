import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import {
  type Bank,
  clickIfThere,
  DEMO_PASSWORD,
  type DemoUser,
  expect,
  holdBack,
  signIn,
  test,
  traverse,
} from './fixtures.ts';
import { choose, giveFile, press, type } from './keys.ts';
import { expectFit, looks, wear } from './looks.ts';

const secrets = {
  keyholder1: 'Mekong-River-1!',
  keyholder2: 'Bassac-River-2!',
  keyholder3: 'ខ្ញុំ-Tonle-Sap-3!',
} as const;
type Keyholder = keyof typeof secrets;
const logins = Object.keys(secrets) as Keyholder[];

const secret = (page: Page): Locator => page.getByRole('textbox', { name: 'Secret key', exact: true });
const repeat = (page: Page): Locator => page.getByRole('textbox', { name: 'Repeat secret key' });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const step = (page: Page): Locator =>
  page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]');
const progress = (page: Page): Locator => page.getByRole('progressbar', { name: 'Progress' });
const progress100 = (page: Page): Locator => page.locator('[role="progressbar"][aria-valuenow="100"]');
const list = (page: Page): Locator => page.getByRole('region', { name: 'Keyholders' });
const backupForm = (page: Page): Locator => page.getByRole('form', { name: 'Backup' });
const keysFolder = (bank: Bank) => join(bank.dataDir, 'keys');

/** A file where the folder belongs: the bank cannot write its key. Tried again where a page's look made the folder anew in between. */
const takeKeysFolder = (bank: Bank) =>
  expect(() => {
    rmSync(keysFolder(bank), { recursive: true, force: true });
    writeFileSync(keysFolder(bank), '');
  }).toPass({ timeout: 15_000 });

const publicKey = (bank: Bank) =>
  (JSON.parse(readFileSync(join(keysFolder(bank), 'bank-key.json'), 'utf8')) as { publicKey: string })
    .publicKey;

/** A browser of a keyholder's own, signed in. */
async function enter(browser: Browser, bank: Bank, login: DemoUser): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ baseURL: bank.url, acceptDownloads: true });
  const page = await context.newPage();
  await signIn(page, login);
  return page;
}

async function submit(page: Page, value: string): Promise<void> {
  await type(secret(page), value);
  await type(repeat(page), value);
  await press(button(page, 'Submit secret key'));
}

/** Saves the backup and answers where its file is. */
async function backUp(page: Page, login: Keyholder, folder: string): Promise<string> {
  await type(secret(page), secrets[login]);
  const download = page.waitForEvent('download');
  await press(button(page, 'Backup'));
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${login}.key.priv`);
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/** Submits all three secrets past the portal. */
async function submitAll(bank: Bank): Promise<void> {
  for (const login of logins) {
    const token = await tokenOf(bank, login);
    const answer = await fetch(`${bank.url}/tps/api/keyholders/secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ secret: secrets[login] }),
    });
    expect(answer.status).toBe(200);
  }
}

async function tokenOf(bank: Bank, username: string): Promise<string> {
  const answer = await fetch(`${bank.url}/api/v2/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  });
  return ((await answer.json()) as { data: { id_token: string } }).data.id_token;
}

/** How a transfer of the manager's is answered: by funds where there is a key to sign with. */
async function transferAnswer(bank: Bank): Promise<string> {
  const token = await tokenOf(bank, 'manager');
  const { rows } = await bank.database.owner.pool.query(
    "SELECT account_id FROM account WHERE kind = 'CUSTOMER' LIMIT 1",
  );
  const answer = await fetch(`${bank.url}/tps/api/pg-wallet-transfer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ destAccountId: rows[0]?.account_id, assetId: 'usd#nbc', amount: '1.00' }),
  });
  return ((await answer.json()) as { status: { error?: string } }).status.error ?? 'POSTED';
}

test.describe('three keyholders, each in a browser of their own', () => {
  test.use({ ceremony: true });

  // By keyboard: Re-install the bank's key
  test('register, lose the key folder, and re-install from backup files and by hand', async ({
    browser,
    bank,
  }, info) => {
    test.setTimeout(240_000);
    const folder = info.outputPath('backups');
    const [one, two, three] = [
      await enter(browser, bank, 'keyholder1'),
      await enter(browser, bank, 'keyholder2'),
      await enter(browser, bank, 'keyholder3'),
    ];

    await test.step('the first submits and saves a backup', async () => {
      await expect(one).toHaveURL('/keyholder/registration');
      await expect(one.getByRole('heading', { level: 1 })).toHaveText('Keyholder registration');
      await expect(step(one)).toContainText('Input Secret Key');
      await expect(progress(one)).toHaveAttribute('aria-valuenow', '10');
      await expect(list(one)).toContainText('0 of 3 submitted');
      const menu = one.getByRole('navigation', { name: 'Main menu' });
      await press(menu.getByRole('link', { name: 'Re-install' }));
      await press(menu.getByRole('link', { name: 'Key registration' }));
      await submit(one, secrets.keyholder1);
      await expect(step(one)).toContainText('Backup');
      await expect(progress(one)).toHaveAttribute('aria-valuenow', '50');
      await type(secret(one), 'Wrong-Secret-1!');
      const letGo = await holdBack(one, '**/keyholders/secrets/check');
      await press(button(one, 'Backup'));
      // Whoever leaves meanwhile hears of it all the same.
      await traverse(one, -1);
      await expect(one.getByRole('dialog', { name: 'This is still being sent' })).toBeVisible();
      letGo();
      const dialog = one.getByRole('dialog', { name: 'Invalid secret key' });
      await expect(dialog).toContainText(
        'The private key you entered is incorrect. Please be sure to provide the same secret key as before to save the correct backup.',
      );
      await press(button(one, 'Close'));
      await expect(secret(one)).toHaveValue('Wrong-Secret-1!');
      await backUp(one, 'keyholder1', folder);
      await expect(progress(one)).toHaveAttribute('aria-valuenow', '100');
      await expect(
        one.getByRole('heading', { name: 'The bank account is in the process of creating' }),
      ).toBeVisible();
      await expect(one.getByText('2 keyholders have not submitted yet.')).toBeVisible();
      await expect(backupForm(one)).toHaveCount(0);
    });

    await test.step('the second sees it without a reload, submits and skips', async () => {
      await expect(list(two)).toContainText('1 of 3 submitted');
      await expect(list(two).getByRole('listitem').first()).toContainText('Submitted');
      await expect(list(two).getByRole('listitem').nth(1)).toContainText('You');
      await submit(two, secrets.keyholder2);
      await press(button(two, 'Skip'));
      await expect(progress(two)).toHaveAttribute('aria-valuenow', '100');
      await expect(backupForm(two)).toBeVisible();
      await two.reload();
      await expect(step(two)).toContainText('Complete');
      await expect(backupForm(two)).toBeVisible();
    });

    await test.step('the third completes it, and everybody is told', async () => {
      await submit(three, secrets.keyholder3);
      for (const page of [three, one, two]) {
        await expect(page.getByText('All secret keys have been submitted')).toBeVisible();
        await expect(page.getByText('Bank account is in the process of creation!')).toBeVisible();
      }
      await expect(step(three)).toContainText('Backup');
      await backUp(three, 'keyholder3', folder);
      for (const page of [one, two, three]) {
        await expect(page.getByRole('heading', { name: 'The bank account has been created' })).toBeVisible();
      }
      await backUp(two, 'keyholder2', folder);
      await expect(backupForm(two)).toHaveCount(0);
      await two.reload();
      await expect(two.getByRole('heading', { name: 'The bank account has been created' })).toBeVisible();
      await expect(backupForm(two)).toHaveCount(0);
      expect(await transferAnswer(bank)).toBe('INSUFFICIENT_FUNDS');
    });

    const before = publicKey(bank);
    await test.step('a plain restart needs nobody; a lost folder needs everybody', async () => {
      await bank.stop('SIGKILL');
      await bank.start();
      expect(await transferAnswer(bank)).toBe('INSUFFICIENT_FUNDS');
      await bank.stop();
      rmSync(keysFolder(bank), { recursive: true });
      await bank.start();
      expect(await transferAnswer(bank)).toBe('BANK_KEY_NOT_INSTALLED');
      for (const page of [one, two, three]) {
        await expect(page).toHaveURL('/keyholder/re-install', { timeout: 20_000 });
        await expect(progress(page)).toHaveAttribute('aria-valuenow', '5');
      }
    });

    await test.step('signing in leads there too, and hides Profile and Change Password', async () => {
      const again = await enter(browser, bank, 'keyholder2');
      await expect(again).toHaveURL('/keyholder/re-install');
      await press(again.getByTitle('User menu'));
      await expect(again.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
      await expect(again.getByRole('menuitem', { name: 'Profile' })).toHaveCount(0);
      await expect(again.getByRole('menuitem', { name: 'Change Password' })).toHaveCount(0);
      await again.context().close();
    });

    await test.step('the first uses the file; wrong ones are named', async () => {
      const alert = one.getByRole('alert');
      const file = one.getByLabel('Backup file (.priv)');
      await press(button(one, 'Re-install'));
      await expect(alert).toHaveText('Please select a backup file');
      await giveFile(file, join(folder, 'keyholder2.key.priv'));
      await press(button(one, 'Re-install'));
      await expect(alert).toContainText("Can't decrypt backup file");
      await expect(alert).toContainText('This is the backup of keyholder2.');
      await giveFile(file, { name: 'x.priv', mimeType: 'text/plain', buffer: Buffer.from('no backup') });
      await press(button(one, 'Re-install'));
      await expect(alert).toContainText("Can't decrypt backup file");
      const forged = readFileSync(join(folder, 'keyholder2.key.priv'), 'utf8').replace(
        'keyholder2',
        'keyholder1',
      );
      await giveFile(file, { name: 'x.priv', mimeType: 'text/plain', buffer: Buffer.from(forged) });
      await press(button(one, 'Re-install'));
      await expect(alert).toContainText("Can't decrypt backup file");
      await expect(alert).toContainText("Can't decrypt provided message");
      await giveFile(file, join(folder, 'keyholder1.key.priv'));
      await traverse(one, -2);
      await press(
        one.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }),
      );
      await press(button(one, 'Re-install'));
      await expect(progress(one)).toHaveAttribute('aria-valuenow', '100');
      await expect(
        one.getByRole('heading', { name: 'The bank account is in the process of reinstallation' }),
      ).toBeVisible();
    });

    await test.step('the second types it; a wrong one is named at once', async () => {
      await choose(two.getByRole('radio', { name: 'Manual entry' }));
      await type(secret(two), secrets.keyholder2);
      await type(repeat(two), secrets.keyholder1);
      await press(button(two, 'Re-install'));
      await expect(two.getByText('Secret keys are not matched')).toBeVisible();
      await type(secret(two), secrets.keyholder1);
      await press(button(two, 'Re-install'));
      await expect(
        two.getByText('This is not the secret key that you gave at the registration.'),
      ).toBeVisible();
      await type(secret(two), secrets.keyholder2);
      await type(repeat(two), secrets.keyholder2);
      await press(button(two, 'Re-install'));
      await expect(progress(two)).toHaveAttribute('aria-valuenow', '100');
    });

    await test.step('the third completes it: the same key, and it signs', async () => {
      await giveFile(three.getByLabel('Backup file (.priv)'), join(folder, 'keyholder3.key.priv'));
      await press(button(three, 'Re-install'));
      for (const page of [one, two, three]) {
        await expect(
          page.getByRole('heading', { name: 'The bank account has been reinstalled successfully' }),
        ).toBeVisible();
      }
      expect(publicKey(bank)).toBe(before);
      expect(await transferAnswer(bank)).toBe('INSUFFICIENT_FUNDS');
      await one.goto('/keyholder/re-install');
      await expect(one.getByText('There is nothing to re-install')).toBeVisible();
      await one.goto('/keyholder/registration');
      await expect(one.getByRole('heading', { name: 'The bank account has been created' })).toBeVisible();
    });

    await test.step('no secret is in the browser’s storage, the log or the data folder', async () => {
      for (const page of [one, two, three]) {
        const stored = await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
        );
        for (const it of Object.values(secrets)) expect(stored).not.toContain(it);
      }
      const log = bank.output() + readFileSync(join(bank.dataDir, 'server.log'), 'utf8');
      for (const it of Object.values(secrets)) expect(log).not.toContain(it);
    });
    for (const page of [one, two, three]) await page.context().close();
  });

  test('says what a secret key needs, beside its field', async ({ page }) => {
    await signIn(page, 'keyholder1');
    await button(page, 'Submit secret key').click();
    await expect(secret(page)).toHaveAccessibleDescription('Please enter a secret key');
    await expect(secret(page)).toBeFocused();
    const needs = page.getByRole('heading', { name: 'Your key needs' }).locator('..').getByRole('listitem');
    await expect(needs.filter({ hasText: 'not yet' })).toHaveCount(5);
    await type(secret(page), 'Aa1!');
    await expect(page.getByText('Secret key must be minimum 8 characters')).toBeVisible();
    await expect(needs.filter({ hasText: 'not yet' })).toHaveCount(1);
    await type(secret(page), 'aaaaaaaa');
    await expect(
      page.getByText(
        'Secret key must contain at least 1 upper case, 1 lower case letter, 1 digit and 1 special symbol',
      ),
    ).toBeVisible();
    await type(secret(page), `Aa1!${'a'.repeat(61)}`);
    await expect(page.getByText('Secret key must be maximum 64 characters')).toBeVisible();
    await type(secret(page), secrets.keyholder1);
    await type(repeat(page), `${secrets.keyholder1}x`);
    await repeat(page).press('Enter');
    await expect(page.getByText('Secret keys are not matched')).toBeVisible();
    await expect(list(page)).toContainText('0 of 3 submitted');
  });

  // By keyboard: Register your secret key
  test('by keyboard alone', async ({ page }) => {
    await signIn(page, 'keyholder1');
    await type(secret(page), secrets.keyholder1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show or hide what is typed' }).first()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(repeat(page)).toBeFocused();
    await page.keyboard.type(secrets.keyholder1);
    await page.keyboard.press('Enter');
    await expect(step(page)).toContainText('Backup');
    await type(secret(page), secrets.keyholder1);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('keyholder1.key.priv');
    await expect(step(page)).toContainText('Complete');
  });

  test('asks to generate again where the key was not made', async ({ page, bank }) => {
    await submitAll(bank);
    await signIn(page, 'keyholder1');
    const dialog = page.getByRole('dialog', { name: "Key pair hasn't generated. Try to generate it again?" });
    await expect(dialog).toBeVisible();
    await press(dialog.getByRole('button', { name: 'Cancel' }));
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Generate again')).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    await takeKeysFolder(bank);
    // The page may find out by itself before.
    await clickIfThere(dialog.getByRole('button', { name: 'Generate', exact: true }));
    const failed = page.getByRole('dialog', { name: 'Key pair generation failed' }).first();
    await expect(failed).toContainText('There is no write permission in the server file system.');
    await press(button(page, 'Close'));
    rmSync(keysFolder(bank));
    await page.reload();
    await press(dialog.getByRole('button', { name: 'Generate', exact: true }));
    await expect(page.getByText('Key pair is generating')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The bank account has been created' })).toBeVisible();
  });
});

test.describe('a bank that has its key', () => {
  test('shows it as created, and what is wrong where something is', async ({ page, bank }) => {
    await signIn(page, 'keyholder1');
    await expect(page).toHaveURL('/keyholder/registration');
    await expect(step(page)).toContainText('Complete');
    await expect(page.getByRole('heading', { name: 'The bank account has been created' })).toBeVisible();
    await expect(list(page)).toContainText('3 of 3 submitted');

    await takeKeysFolder(bank);
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'Key pair generation failed' });
    await expect(dialog).toContainText(
      'There is no write permission in the server file system. The key pair cannot be saved. Call an administrator to fix this issue',
    );
    await button(page, 'Close').click();
    await expect(page.getByRole('main')).toContainText('Key pair generation failed');
    rmSync(keysFolder(bank));
    await page.reload();
    await expect(page).toHaveURL('/keyholder/re-install');
  });

  test('tells who came too late to be a keyholder', async ({ page, bank }) => {
    await bank.database.owner.pool.query(
      "INSERT INTO console_user_authority SELECT id, 'ROLE_KEYHOLDER' FROM console_user WHERE login = 'teller'",
    );
    await signIn(page, 'teller');
    await expect(page.getByRole('dialog', { name: 'An error occured' })).toContainText(
      'Current keyholder not found in keyholder list',
    );
  });

  test('takes five tries, then says when to try again', async ({ page, bank }) => {
    rmSync(keysFolder(bank), { recursive: true });
    await signIn(page, 'keyholder1');
    await page.getByText('Manual entry').click();
    for (let tries = 1; tries <= 6; tries += 1) {
      await type(secret(page), `Wrong-Secret-${tries}!`);
      await type(repeat(page), `Wrong-Secret-${tries}!`);
      const answer = page.waitForResponse('**/tps/api/keyholders/secrets');
      await button(page, 'Re-install').click();
      await answer;
    }
    await expect(page.getByRole('dialog', { name: 'An error occured' })).toContainText(
      /Too many requests\. Please try again in \d+ seconds\./,
    );
  });
});

test.describe('for everybody', () => {
  test.use({ ceremony: true });

  test('axe finds nothing, and all fits 390 px', async ({ page, bank }) => {
    // Three steps in four looks.
    test.slow();
    const look = async (isThere: Locator) => {
      for (const it of looks) {
        await wear(page, it);
        await page.reload();
        await expect(isThere).toBeVisible();
        await page.locator('form button[type="submit"]').click();
        await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
        await expectFit(page, it);
      }
      await page.setViewportSize({ width: 1440, height: 844 });
    };
    const field = page.locator('input[name="secret"]');
    await signIn(page, 'keyholder1');
    await look(field);
    await submitAll(bank);
    const token = await tokenOf(bank, 'keyholder2');
    const made = await fetch(`${bank.url}/tps/api/keyholders/account`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(made.status).toBe(200);
    await expect(progress100(page)).toBeVisible();
    await look(field);
    rmSync(keysFolder(bank), { recursive: true });
    await page.reload();
    await expect(page).toHaveURL('/keyholder/re-install');
    await look(page.locator('input[type="file"]'));
  });
});
