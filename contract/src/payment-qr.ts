import { type Currency, currencies, formatAmount, parseAmount } from '@tonle/money';
import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { judgeAmount } from './amount.ts';
import { khqrAccountIdLengthMax, khqrAmountLengthMax, khqrText } from './khqr.ts';
import { text } from './text.ts';

export const billNumberLengthMax = 25;
export const qrDescriptionLengthMax = 25;
/** How long a code with an amount holds unless somebody says otherwise (decisions section 10). */
export const validMinutesDefault = 10;
/** A month. */
export const validMinutesMax = 43_200;
export const merchantCategoryDefault = '5999';

/** Nothing and zero leave the amount to the payer. */
function judgeQrAmount(typed: string, currency: Currency): bigint | string {
  if (typed === '' || parseAmount(typed, currency) === 0n) return 0n;
  const judged = judgeAmount(typed, currency);
  const fits = typeof judged === 'string' || formatAmount(judged, currency).length <= khqrAmountLengthMax;
  return fits ? judged : 'qr.amount-too-long';
}

/** Text that a code can carry, whose lengths count UTF-16 units. */
const qrText = (lengthMax: number, tooLong: string) =>
  text(lengthMax, tooLong).refine((it) => it.length <= lengthMax, tooLong);

/** The form of "Generate QR code" (2-console.md section 5); nothing of it goes to the server. */
export const PaymentQrForm = z
  .strictObject({
    accountId: z
      .string()
      .trim()
      .min(1, 'qr.recipient-required')
      .pipe(AccountId)
      .refine((it) => it.length <= khqrAccountIdLengthMax, {
        error: 'qr.account-too-long',
        params: { max: khqrAccountIdLengthMax },
      }),
    /** The wallet that is paid into, and with it the code's currency. */
    wallet: z.enum(currencies),
    amount: z.string().trim().max(64, 'amount.not-a-number'),
    billNumber: qrText(billNumberLengthMax, 'qr.bill-number-too-long'),
    description: qrText(qrDescriptionLengthMax, 'qr.description-too-long'),
    merchantCategory: z
      .string()
      .trim()
      .regex(/^\d{4}$/, 'qr.merchant-category-invalid'),
    validMinutes: z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,4}$/, 'qr.valid-minutes-invalid')
      .transform(Number)
      .refine((it) => it <= validMinutesMax, 'qr.valid-minutes-invalid'),
  })
  .transform((it, ctx) => {
    const amountMinor = judgeQrAmount(it.amount, it.wallet);
    if (typeof amountMinor === 'bigint') return { ...it, amountMinor };
    const params = { max: khqrAmountLengthMax };
    ctx.addIssue({ code: 'custom', message: amountMinor, path: ['amount'], params });
    return z.NEVER;
  });
export type PaymentQrForm = z.infer<typeof PaymentQrForm>;

export type PaymentQr = {
  text: string;
  /** The amount as the code carries it, "0" where the payer chooses it. */
  amount: string;
  /** When a code with an amount stops being good; a static one is always good. */
  expiresAt: Date | undefined;
};

/** The code of a form. An amount makes it dynamic: for this payment, until it expires (2-console.md section 9). */
export function paymentQr(form: PaymentQrForm, name: string, madeAt: Date): PaymentQr {
  const isDynamic = form.amountMinor > 0n;
  const amount = isDynamic ? formatAmount(form.amountMinor, form.wallet) : undefined;
  const expiresAt = isDynamic ? new Date(madeAt.getTime() + form.validMinutes * 60_000) : undefined;
  const code = khqrText({
    accountId: form.accountId,
    currency: form.wallet,
    name,
    billNumber: form.billNumber,
    description: form.description,
    merchantCategory: form.merchantCategory,
    madeAt,
    ...(amount === undefined ? {} : { amount }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  return { text: code, amount: amount ?? '0', expiresAt };
}

/** accountId-amount+currency.png (2-console.md section 9). */
export const qrFileName = (
  { accountId, wallet }: Pick<PaymentQrForm, 'accountId' | 'wallet'>,
  amount: string,
  kind: 'png' | 'svg',
): string => `${accountId}-${amount}${wallet}.${kind}`;
