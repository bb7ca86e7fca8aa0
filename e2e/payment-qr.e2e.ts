import { readFileSync } from 'node:fs';
import { readKhqr } from '@tonle/contract/khqr';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { expect, expectAccessible, test } from './fixtures.ts';
import { choose, press, type } from './keys.ts';

test.use({ user: 'manager' });

// Its types say that the module itself is the function's home; Node gives the function.
const scan = jsqr as unknown as typeof jsqr.default;

/** What a camera reads from a saved picture. */
async function scanned(path: string): Promise<{ text: string | undefined; width: number }> {
  const { data, info } = await sharp(readFileSync(path))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = scan(new Uint8ClampedArray(data), info.width, info.height);
  return { text: code?.data, width: info.width };
}

// By keyboard: Make a payment QR code
test('a payment QR code: the words of the specification, both steps, the picture read back, on paper', async ({
  page,
  bank,
}) => {
  const { rows } = await bank.database.owner.pool.query<{ account_id: string; full_name: string }>(
    `SELECT account_id, full_name FROM customer WHERE account_type = 'MOBILE' AND full_name IS NOT NULL ORDER BY account_id LIMIT 1`,
  );
  const [holder] = rows;
  if (!holder) throw new Error('the demo bank has no mobile customer');
  await page.goto(`/account_detail/${holder.account_id}`);
  await press(page.getByRole('button', { name: 'Generate QR code' }));
  const dialog = page.getByRole('dialog', { name: 'Generate QR code' });
  const make = dialog.getByRole('button', { name: 'Generate', exact: true });

  await type(dialog.getByLabel(/^Bill number/), 'x'.repeat(26));
  await type(dialog.getByLabel(/^Description/), 'y'.repeat(26));
  await type(dialog.getByLabel('Merchant category code'), '59');
  await press(make);
  await expect(dialog.getByText("Bill number's maximum length is 25 symbols")).toBeVisible();
  await expect(dialog.getByText("Description's maximum length is 25 symbols")).toBeVisible();
  await expect(dialog.getByText('The merchant category code has exactly 4 digits')).toBeVisible();
  await expectAccessible(page);

  await choose(dialog.getByRole('radio', { name: 'USD' }));
  await type(dialog.getByLabel(/Amount in US dollars/), '12.5');
  await type(dialog.getByLabel(/^Bill number/), 'INV-17');
  await type(dialog.getByLabel(/^Description/), 'Coffee');
  await type(dialog.getByLabel('Merchant category code'), '5812');
  await press(make);
  await expect(dialog.getByRole('img', { name: /^Payment QR code of/ })).toBeVisible();
  await expect(dialog).toContainText('$12.50');
  await expectAccessible(page);

  const saved = async (name: string | RegExp) => {
    const download = page.waitForEvent('download');
    await press(dialog.getByRole('button', { name, exact: true }));
    const file = await download;
    return { name: file.suggestedFilename(), path: await file.path() };
  };
  const png = await saved('Download PNG');
  expect(png.name).toBe(`${holder.account_id}-12.50USD.png`);
  const { text, width } = await scanned(png.path);
  expect(width).toBe(256);
  expect(readKhqr(text ?? '')).toMatchObject({
    accountId: holder.account_id,
    currency: 'USD',
    amount: '12.50',
    billNumber: 'INV-17',
  });
  const svg = await saved('SVG');
  expect(svg.name).toBe(`${holder.account_id}-12.50USD.svg`);
  expect((await scanned(svg.path)).width).toBeGreaterThan(0);
  expect(readFileSync(svg.path, 'utf8')).not.toMatch(/script|href/i);

  // On paper there is the code, and nothing else.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.tn-print-sheet img, .tn-print-sheet svg').first()).toBeVisible();
  await expect(page.locator('main')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  // Back to the form, which is as it was; without an amount the code is static.
  await press(dialog.getByRole('button', { name: 'Change' }));
  await expect(dialog.getByLabel(/^Bill number/)).toHaveValue('INV-17');
  await type(dialog.getByLabel(/Amount in US dollars/), '');
  await press(make);
  await expect(dialog.getByText('The payer chooses the amount')).toBeVisible();
  const any = await saved('Download PNG');
  expect(any.name).toBe(`${holder.account_id}-0USD.png`);
  expect((await scanned(any.path)).text).toContain('010211');
});
