import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readKhqr } from '@tonle/contract/khqr';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { expect, expectAccessible, test } from './fixtures.ts';
import { giveFile, press, type } from './keys.ts';
import { expectFit, wear } from './looks.ts';

test.use({ user: 'admin' });

// Its types say that the module itself is the function's home; Node gives the function.
const scan = jsqr as unknown as typeof jsqr.default;

const path = '/view_bank_info';
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const update = (page: Page) => page.getByRole('button', { name: 'Update' });
const chooseFile = (page: Page, at: number) => page.getByRole('button', { name: /^Choose/ }).nth(at);
const logoOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#7a1f3d' } })
    .png()
    .toBuffer();

async function save(page: Page): Promise<void> {
  await press(update(page));
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to update Bank contact information?',
  });
  await press(dialog.getByRole('button', { name: 'Update' }));
  await expect(page.getByText('Bank information has been changed successfully')).toBeVisible();
}

// By keyboard: Change it; Logos
test('the bank’s information: every fault in words, logos, and where they are shown', async ({
  page,
  bank,
}) => {
  await page.goto(path);
  await expect(field(page, 'Name')).toHaveValue('Chaktomuk Bank');
  await expect(field(page, 'Name')).toHaveAttribute('readonly');
  await expect(field(page, 'Hotline')).toHaveValue('+855 23 456 789');
  await expect(update(page)).toBeDisabled();
  await expectAccessible(page);

  for (const name of ['Hotline', 'Email', 'Address', 'Website']) await type(field(page, name), '');
  await type(field(page, 'Facebook link'), 'chaktomuk');
  await press(update(page));
  for (const text of [
    'Please enter bank’s phone',
    'Please enter bank’s email',
    'Please enter bank’s address',
    'Please enter website',
    'Incorrect facebook address',
  ]) {
    await expect(page.getByText(text.replace('’', "'"))).toBeVisible();
  }
  await type(field(page, 'Hotline'), '012345678');
  await expect(page.getByText('Phone number can’t start with 0')).toBeVisible();
  await type(field(page, 'Hotline'), '12');
  await type(field(page, 'Email'), 'office');
  await type(field(page, 'Website'), 'chaktomuk.example');
  for (const text of [
    'Incorrect phone number',
    'Incorrect email. Please provide correct bank email',
    'Incorrect website. Example: https://www.bank.com.kh/',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await type(field(page, 'Hotline'), '23999888');
  await type(field(page, 'Email'), 'office@chaktomuk.example');
  await type(field(page, 'Address'), 'ផ្លូវ ២៤០ ភ្នំពេញ');
  await type(field(page, 'Website'), 'https://chaktomuk.example/');
  await type(field(page, 'Facebook link'), '');

  await giveFile(chooseFile(page, 0), {
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await expect(page.getByText('Type error! File should have image type')).toBeVisible();
  const script = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<script>1</script>') };
  await giveFile(chooseFile(page, 0), script);
  await expect(page.getByText('Type error! File should have image type')).toHaveCount(0);
  await press(update(page));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Update' }));
  // What only the server can tell stands beside its field, and all that was typed is still there.
  await expect(page.getByText('Type error! File should have image type')).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue('office@chaktomuk.example');
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(512 * 1024 + 1) };
  await giveFile(chooseFile(page, 1), large);
  await expect(
    page.getByText('File size is too big! Please make sure the file size is less than 512 KiB'),
  ).toBeVisible();

  await giveFile(chooseFile(page, 0), { ...script, buffer: await logoOf(64, 64) });
  await giveFile(chooseFile(page, 1), { ...large, buffer: await logoOf(400, 80) });
  await save(page);
  await expect(page.locator('header img[src^="data:image/png;base64,"]')).toBeVisible();
  await expect(page.getByAltText('Title logo as it is now')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Hotline')).toHaveValue('+855 23 999 888');
  await expect(field(page, 'Address')).toHaveValue('ផ្លូវ ២៤០ ភ្នំពេញ');
  await expect(page.locator('header img')).toBeVisible();

  // In the middle of a payment QR code, which is read all the same.
  const { rows } = await bank.database.owner.pool.query<{ id: string }>(
    `SELECT account_id AS id FROM customer c JOIN account_state s USING (account_id)
     WHERE c.account_type = 'MOBILE' AND s.status = 'ACTIVATED' ORDER BY 1 LIMIT 1`,
  );
  const id = rows[0]?.id ?? '';
  await page.goto(`/kyc_info/${id}`);
  await press(page.getByRole('button', { name: 'Generate QR code' }));
  const dialog = page.getByRole('dialog', { name: 'Generate QR code' });
  await type(dialog.getByLabel(/^Bill number/), 'INV-2026-000000000000017');
  await type(dialog.getByLabel(/^Description/), 'Coffee and something else');
  await press(dialog.getByRole('button', { name: 'Generate', exact: true }));
  await expect(dialog.locator('svg image')).toBeVisible();
  const download = page.waitForEvent('download');
  await press(dialog.getByRole('button', { name: 'Download PNG' }));
  const picture = sharp(readFileSync(await (await download).path()));
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = data.subarray(4 * (128 * info.width + 128)).subarray(0, 3);
  expect([...middle]).toEqual([0x7a, 0x1f, 0x3d]);
  const read = scan(new Uint8ClampedArray(data), info.width, info.height);
  expect(readKhqr(read?.data ?? '')).toMatchObject({ accountId: id, billNumber: 'INV-2026-000000000000017' });
});

test('two editors: the second sees what the first has written, and loses nothing', async ({ page, bank }) => {
  const colleague = (email: string) =>
    bank.database.owner.pool.query(
      'UPDATE participant_bank SET email = $1, revision = revision + 1 WHERE own',
      [email],
    );
  await page.goto(path);
  await type(field(page, 'Address'), 'Street 1');
  await colleague('new@chaktomuk.example');
  await press(update(page));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Update' }));
  const banner = page
    .getByRole('status')
    .filter({ hasText: 'A colleague has changed the bank’s information' });
  await expect(banner).toContainText('Email: new@chaktomuk.example');
  await expect(field(page, 'Address')).toHaveValue('Street 1');
  await expectAccessible(page);
  await press(banner.getByRole('button', { name: 'Show it as it is now' }));
  await expect(field(page, 'Email')).toHaveValue('new@chaktomuk.example');
  await expect(update(page)).toBeDisabled();

  // Whatever else goes wrong, what was typed stays.
  await type(field(page, 'Address'), 'Street 2');
  await page.route('**/tps/api/participant-banks/info', (route) => route.fulfill({ status: 500, body: '' }));
  await press(update(page));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Update' }));
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Error' }))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute('**/tps/api/participant-banks/info');
  await expect(field(page, 'Address')).toHaveValue('Street 2');
  await colleague('newer@chaktomuk.example');
  await press(update(page));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Update' }));
  await press(banner.getByRole('button', { name: 'Keep what I typed' }));
  await save(page);
  const look = { language: 'km', theme: 'dark' } as const;
  await wear(page, look);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'ព័ត៌មានទំនាក់ទំនងរបស់ធនាគារ' })).toBeVisible();
  await expectFit(page, look);
});
