import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openFirstRow, type Scene, showScenes } from './pictures.ts';

/** One that the demo has on every day: what comes first hangs on the hour, and with it the fields of its page. */
const waiting =
  '/incoming_transactions?businessStatus=RECEIVED_AT_FI&fromDate=2000-01-01&search=ASB-SETTLE-0045';

const fillTransfer = (recipient: string) => async (page: Page) => {
  const form = page.locator('main form');
  await form.locator('input[name=transferTo]').fill(recipient);
  await form.getByRole('button', { name: /^(Check account|ពិនិត្យគណនី)$/ }).click();
  await form.locator('input[name=amount]').fill('1000000');
  await form.locator('input[name=description]').fill('Salary for November');
  await expect(form.getByText(recipient).first()).toBeVisible();
};

const refund = async (page: Page): Promise<void> => {
  await openFirstRow(page);
  await page.getByRole('button', { name: /^(Refund|បង្វិលសង)$/ }).click();
  await page.locator('dialog[open]').waitFor();
};

/** A list's first row, a page's cards, a form. */
const rows = 'main tbody td';
const cards = 'main h2';
const form = 'form';
/** The proof that a transaction's page works out by itself comes last. */
const sealed = 'text=/Sealed in block|បានបិទត្រាក្នុងប្លុក/';

const scenesWith = (recipient: string): readonly Scene[] => [
  { name: 'sign-in', path: '/login', whole: '#demo-accounts' },
  {
    name: 'transfer',
    user: 'manager',
    path: '/manage_main_account',
    act: fillTransfer(recipient),
    whole: form,
  },
  { name: 'transactions', user: 'manager', path: '/incoming_transactions', whole: rows },
  { name: 'deposit', user: 'manager', path: waiting, act: openFirstRow, whole: sealed },
  { name: 'refund', user: 'manager', path: waiting, act: refund, whole: 'dialog[open]' },
  { name: 'customer', user: 'admin', path: '/mobile-users', act: openFirstRow, whole: cards },
  {
    name: 'review',
    user: 'admin',
    path: '/waiting_for_approval/mobile',
    act: openFirstRow,
    whole: 'main img',
  },
  { name: 'limits', user: 'admin', path: '/kyc-limit-amount/mobile-limit', whole: rows },
  { name: 'recoveries', user: 'admin', path: '/key_recovery_requests', whole: rows },
  { name: 'contact-changes', user: 'admin', path: '/change-phone-requests-admin', whole: rows },
  { name: 'users', user: 'access', path: '/users', whole: rows },
  { name: 'audit-log', user: 'access', path: '/audit-logs', whole: rows },
];

test('the pictures of the manual show the portal as it is', async ({ page, bank }) => {
  test.slow();
  const { rows } = await bank.database.owner.pool.query<{ account_id: string }>(
    `SELECT account_id FROM customer JOIN account_state USING (account_id)
     WHERE account_type = 'MOBILE' AND NOT frozen AND status = 'ACTIVATED' ORDER BY account_id LIMIT 1`,
  );
  await showScenes(page, bank, scenesWith(rows[0]?.account_id ?? ''));
});

test.describe('before the ceremony', () => {
  test.use({ ceremony: true });
  test('so do those of the keyholders', async ({ page, bank }) => {
    await showScenes(page, bank, [
      { name: 'key-registration', user: 'keyholder1', path: '/keyholder/registration', whole: form },
    ]);
  });
});
