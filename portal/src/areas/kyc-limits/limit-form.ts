import { AddLimit, EditLimit, judgeDayLimit, limitDescriptionLengthMax } from '@tonle/contract/kyc-limits';
import { kycStatuses } from '@tonle/contract/kyc-status';
import { text } from '@tonle/contract/text';
import type { Currency } from '@tonle/money';
import { z } from 'zod';

/** What is typed into an amount; it stays the text that it is, and travels as that. */
const amount = (currency: Currency) =>
  z.string().superRefine((typed, ctx) => {
    const judged = judgeDayLimit(typed, currency);
    if (typeof judged === 'string') ctx.addIssue({ code: 'custom', message: judged });
  });

const shared = {
  khr: amount('KHR'),
  usd: amount('USD'),
  description: text(limitDescriptionLengthMax),
};

export const AddForm = z.object({
  ...shared,
  limitName: AddLimit.shape.limitName,
  accountType: AddLimit.shape.accountType,
  kycStatus: z.enum(kycStatuses),
});
export type AddForm = z.infer<typeof AddForm>;

export const EditForm = z.object({ ...shared, limitName: EditLimit.shape.limitName });
export type EditForm = z.infer<typeof EditForm>;

/** The amounts as the calls take them. */
export const limitsOfForm = ({ khr, usd }: Pick<EditForm, 'khr' | 'usd'>) => ({
  'khr#nbc': { dayLimit: khr },
  'usd#nbc': { dayLimit: usd },
});

/** Where the server's faults stand in the form. */
export const fieldOfFault = (path: string): string =>
  path === 'limits.khr#nbc.dayLimit' ? 'khr' : path === 'limits.usd#nbc.dayLimit' ? 'usd' : path;
