import { BakongKHQR } from 'bakong-khqr';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaymentQrForm, paymentQr, qrFileName } from './payment-qr.ts';

const good = {
  accountId: 'blue_river@chkt',
  wallet: 'KHR',
  amount: '15000',
  billNumber: 'INV-17',
  description: 'Coffee',
  merchantCategory: '5999',
  validMinutes: '10',
} as const;
const faultOf = (change: Record<string, string>) =>
  PaymentQrForm.safeParse({ ...good, ...change }).error?.issues[0]?.message;

describe('the form', () => {
  it.each([
    [{ accountId: '' }, 'qr.recipient-required'],
    [{ accountId: 'no account' }, 'account-id.invalid'],
    [{ accountId: `${'a'.repeat(28)}@chkt` }, 'qr.account-too-long'],
    [{ billNumber: 'x'.repeat(26) }, 'qr.bill-number-too-long'],
    [{ description: 'ក'.repeat(26) }, 'qr.description-too-long'],
    [{ merchantCategory: '599' }, 'qr.merchant-category-invalid'],
    [{ merchantCategory: '59990' }, 'qr.merchant-category-invalid'],
    [{ merchantCategory: 'abcd' }, 'qr.merchant-category-invalid'],
    [{ validMinutes: '0' }, 'qr.valid-minutes-invalid'],
    [{ validMinutes: '43201' }, 'qr.valid-minutes-invalid'],
    [{ amount: '100.5' }, 'amount.khr-fraction'],
    [{ wallet: 'USD', amount: '0.305' }, 'amount.usd-fraction'],
    [{ amount: '1e3' }, 'amount.not-a-number'],
    [{ amount: '-1' }, 'amount.not-positive'],
    [{ amount: '٥' }, 'amount.not-a-number'],
    [{ amount: '10000000000000' }, 'qr.amount-too-long'],
    [{ wallet: 'USD', amount: '10000000000' }, 'qr.amount-too-long'],
    [{ amount: '9223372036854775808' }, 'amount.out-of-range'],
    [{ billNumber: '😀'.repeat(13) }, 'qr.bill-number-too-long'],
    [{ description: '😀'.repeat(13) }, 'qr.description-too-long'],
    [{ wallet: 'EUR' }, expect.any(String)],
    [{ extra: '1' }, expect.any(String)],
  ])('%o is refused: %s', (change, key) => {
    expect(faultOf(change)).toEqual(key);
  });

  it('takes an account id of 32 characters, and nothing where the payer chooses the amount', () => {
    expect(faultOf({ accountId: `${'a'.repeat(27)}@chkt`, amount: '', billNumber: '' })).toBe(undefined);
    expect(faultOf({ amount: '0' })).toBe(undefined);
  });
});

it('the file is named as the specification says', () => {
  expect(qrFileName({ accountId: 'a@chkt', wallet: 'USD' }, '0.30', 'png')).toBe('a@chkt-0.30USD.png');
});

it('an amount that is too long is said to be', () => {
  const { error } = PaymentQrForm.safeParse({ ...good, amount: '10000000000000' });
  expect(error?.issues[0]).toMatchObject({ path: ['amount'], params: { max: 13 } });
});

const madeAt = new Date();
/** Up to the longest that fits: 9,999,999,999,999 riel, 9,999,999,999.99 dollars. */
const amounts = { KHR: 9_999_999_999_999n, USD: 999_999_999_999n } as const;
const paid = fc.constantFrom('KHR' as const, 'USD' as const).chain((wallet) =>
  fc.record({
    wallet: fc.constant(wallet),
    amountMinor: fc.oneof(
      fc.constantFrom(0n, amounts[wallet]),
      fc.bigInt(1n, 999_999_999n),
      fc.bigInt(1n, amounts[wallet]),
    ),
  }),
);
const fields = fc.record({
  accountId: fc.stringMatching(/^[a-z0-9_]{1,22}@[a-z0-9_]{1,9}$/),
  billNumber: fc.oneof(fc.constant(''), fc.stringMatching(/^[A-Za-z0-9/#-]{1,25}$/)),
  description: fc.oneof(fc.constant(''), fc.stringMatching(/^[A-Za-z0-9#-]{1,25}$/)),
  merchantCategory: fc.stringMatching(/^\d{4}$/),
  validMinutes: fc.integer({ min: 1, max: 43_200 }),
  name: fc.oneof(
    fc.stringMatching(/^[A-Za-z][A-Za-z .&]{0,68}[A-Za-z]$/),
    fc.constantFrom('ហាងកាហ្វេទន្លេខៀវ', 'ក្រុមហ៊ុនដឹកជញ្ជូនទន្លេសាបភ្នំពេញ', `${'x'.repeat(24)}😀`, '😀'.repeat(30)),
  ),
});
const forms = fc.tuple(fields, paid).map(([one, other]) => ({ ...one, ...other }));

it('bakong-khqr verifies thousands of codes and reads what was put in', () => {
  fc.assert(
    fc.property(forms, ({ name, ...form }) => {
      const minor = form.amountMinor;
      const typed =
        form.wallet === 'KHR' ? `${minor}` : `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
      const { amountMinor: _, ...rest } = form;
      const read = PaymentQrForm.parse({ ...rest, amount: typed, validMinutes: `${form.validMinutes}` });
      const qr = paymentQr(read, name, madeAt);
      expect(BakongKHQR.verify(qr.text)).toMatchObject({ isValid: true });
      const { data, status } = BakongKHQR.decode(qr.text);
      expect(status.code).toBe(0);
      const isDynamic = minor > 0n;
      expect({ ...data }).toMatchObject({
        bakongAccountID: form.accountId,
        merchantCategoryCode: form.merchantCategory,
        countryCode: 'KH',
        merchantCity: 'Phnom Penh',
        pointofInitiationMethod: isDynamic ? '12' : '11',
        transactionCurrency: form.wallet === 'KHR' ? '116' : '840',
      });
      const merchant = data?.merchantName ?? '';
      expect(name.startsWith(merchant)).toBe(true);
      expect(merchant.length).toBeGreaterThanOrEqual(Math.min(name.length, 24));
      expect(merchant.length).toBeLessThanOrEqual(25);
      expect(data?.transactionAmount ?? null).toBe(isDynamic ? qr.amount : null);
      expect(data?.billNumber ?? '').toBe(form.billNumber);
      expect(data?.purposeOfTransaction ?? '').toBe(form.description);
      expect(Number(data?.creationTimestamp)).toBe(madeAt.getTime());
      const expires = isDynamic ? madeAt.getTime() + form.validMinutes * 60_000 : undefined;
      expect(data?.expirationTimestamp ? Number(data.expirationTimestamp) : undefined).toBe(expires);
      expect(qr.text).toMatch(/6304[0-9A-F]{4}$/);
    }),
    { numRuns: 4_000 },
  );
});
