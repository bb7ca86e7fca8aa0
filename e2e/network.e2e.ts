import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { press, type } from './keys.ts';
import { NetworkDouble } from './network-double.ts';

const port = 18_760;

// One network at a time: the banks of these tests know it by its port.
test.describe.configure({ mode: 'default' });
test.use({ user: 'manager', environment: { NETWORK_URL: `http://127.0.0.1:${port}` } });

/** Finds the newest deposit in the list and opens it as a person does. */
async function openNewest(page: Page, amount: string): Promise<void> {
  await page.goto('/incoming_transactions');
  const row = page.getByRole('row').filter({ hasText: amount }).first();
  await expect(row).toBeVisible();
  await press(row.locator('[data-row-link]'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(amount);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

// By keyboard: Acknowledge a deposit; Refund a deposit
test('a deposit arrives and is acknowledged, another is refunded, a rejected decision is told again', async ({
  page,
  bank,
}) => {
  const network = new NetworkDouble(bank, port);
  await network.start();
  try {
    await network.deposit('731.25');
    await openNewest(page, '731.25');
    await expect(page.getByText('This deposit waits for your bank.')).toBeVisible();
    await expectAccessible(page);
    await press(button(page, 'Acknowledge'));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Acknowledge $731.25');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await press(dialog.getByRole('button', { name: /^Acknowledge/ }));
    await expect(page.getByText('Acknowledge successfully')).toBeVisible();
    await expect(page.getByText('Acknowledged by FI').first()).toBeVisible();
    await expect(button(page, 'Refund')).toHaveCount(0);
    await expect(button(page, 'Acknowledge')).toHaveCount(0);
    await expect(page.getByText('This deposit waits for your bank.')).toHaveCount(0);
    await expect(page.getByText('Decision at the network')).toBeVisible();

    network.answer = { outcome: 'REFUSED', error: 'DECISION_REJECTED', reason: 'the cut-off has passed' };
    await network.deposit('842.50');
    await openNewest(page, '842.50');
    await press(button(page, 'Refund'));
    await press(page.getByRole('dialog').getByRole('button', { name: /^Refund/ }));
    await expect(page.getByText('Refund successful')).toBeVisible();
    await expect(page.getByText('Refunded by receiver').first()).toBeVisible();
    await expect(page.getByText('The network rejected this decision.')).toBeVisible();
    await expect(page.locator('[lang=en]', { hasText: /^the cut-off has passed$/ })).toBeVisible();
    network.answer = { outcome: 'ACCEPTED' };
    await press(button(page, 'Tell the network again'));
    await expect(page.getByText('The network is being told again')).toBeVisible();
    await expect(page.getByText('The network rejected this decision.')).toHaveCount(0);
    await expect(page.getByText(/^Told/)).toBeVisible();
  } finally {
    await network.stop();
  }
});

test('known fault: a refund answered by 500 or by silence leaves both buttons usable and claims nothing (hyperswitch-control-center 3658)', async ({
  page,
  bank,
}) => {
  const network = new NetworkDouble(bank, port);
  await network.start();
  try {
    await network.deposit('953.75');
    await openNewest(page, '953.75');
    for (const fail of ['500', 'silence'] as const) {
      await page.route('**/incoming-transactions/refund', (route) =>
        fail === '500'
          ? route.fulfill({
              status: 500,
              contentType: 'application/json',
              body: '{"status":{"code":1,"error":"INTERNAL","message":"Something went wrong on our side.","reference":"ref-1"}}',
            })
          : route.abort('connectionreset'),
      );
      await button(page, 'Refund').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Refund/ })
        .click();
      const error = page.getByRole('dialog').filter({ hasNotText: 'A refund cannot be taken back' });
      await expect(error).toBeVisible();
      await expect(page.getByText('Refund successful')).toHaveCount(0);
      await page.keyboard.press('Escape');
      // The question goes when the page has been read again.
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(button(page, 'Refund')).toBeEnabled();
      await expect(button(page, 'Acknowledge')).toBeEnabled();
      await page.unroute('**/incoming-transactions/refund');
    }
    // Somebody else was faster: a plain message, and the page shows how things stand now.
    const acknowledgedFirst = async (route: Route) => {
      const { fstTrxId } = route.request().postDataJSON() as { fstTrxId: string };
      const { authorization = '' } = route.request().headers();
      await fetch(`${bank.url}/tps/api/transfer-management/incoming-transactions/acknowledge`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ fstTrxId }),
      });
      await route.continue();
    };
    await page.route('**/incoming-transactions/refund', acknowledgedFirst, { times: 1 });
    await button(page, 'Refund').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund/ })
      .click();
    await expect(page.getByText(/no longer possible/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Acknowledged by FI').first()).toBeVisible();
    await expect(button(page, 'Refund')).toHaveCount(0);
  } finally {
    await network.stop();
  }
});

test('money goes to another bank’s customer, found by the network with the bank’s name', async ({
  page,
  bank,
}) => {
  const network = new NetworkDouble(bank, port);
  network.account = {
    accountId: 'sokha_lim@mekg',
    name: 'Sokha Lim',
    accountType: 'MOBILE',
    participantCode: 'MEKGKHPPXXX',
    frozen: false,
    accountStatus: 'ACTIVATED',
  };
  await network.start();
  try {
    await page.goto('/manage_main_account');
    await type(page.getByLabel(/account ID or primary contact/i).first(), 'sokha_lim@mekg');
    await button(page, /^Check/).click();
    await expect(page.getByText('Mekong Commercial Bank')).toBeVisible();
    await expect(page.getByText('Sokha Lim', { exact: true })).toBeVisible();
    await network.stop();
    await type(page.getByLabel(/account ID or primary contact/i).first(), 'other_one@mekg');
    await button(page, /^Check/).click();
    await expect(page.getByText(/does not answer at the moment/)).toBeVisible();
  } finally {
    await network.stop();
  }
});
