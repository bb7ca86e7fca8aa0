import { judgeAmount } from '@tonle/contract/amount';
import {
  descriptionLengthMax,
  extRefLengthMax,
  nameLengthMax,
  recipientOf,
  type TransferRequest,
} from '@tonle/contract/main-account';
import { Phone } from '@tonle/contract/phone';
import { text } from '@tonle/contract/text';
import { assetOf, type Currency, currencies, formatAmount } from '@tonle/money';
import { z } from 'zod';

/** What the transfer form holds, as typed (1-portal.md section 3, Transfer form). The amount is a plain decimal. */
export const TransferDraft = z.object({
  transferTo: z.string().max(300),
  currency: z.enum(currencies),
  amount: z.string().max(100),
  description: z.string().max(5000),
  extRef: z.string().max(5000),
  fromName: z.string().max(5000),
  fromPhone: z.string().max(100),
});
export type TransferDraft = z.infer<typeof TransferDraft>;
export type DraftField = keyof TransferDraft;

export const emptyDraft: TransferDraft = {
  transferTo: '',
  currency: 'KHR',
  amount: '',
  description: '',
  extRef: '',
  fromName: '',
  fromPhone: '',
};

/** Whether the person has typed anything; the currency alone is nothing typed. */
export const isTyped = ({ currency: _, ...typed }: TransferDraft): boolean =>
  Object.values(typed).some((it) => it.trim() !== '');

type Balances = Readonly<Record<Currency, bigint>> | undefined;

/**
 * Every rule of 1-portal.md section 5 that can be judged here; the recipient's account is judged by looking it up,
 * and all of it again by the server.
 */
export const transferSchema = (balances: Balances) =>
  TransferDraft.extend({
    description: text(descriptionLengthMax, 'description.too-long'),
    extRef: text(extRefLengthMax),
    fromName: text(nameLengthMax),
  }).superRefine((draft, ctx) => {
    const fault = (path: DraftField, message: string | undefined) => {
      if (message !== undefined) ctx.addIssue({ code: 'custom', path: [path], message });
    };
    fault('transferTo', recipientFault(draft.transferTo));
    fault('amount', amountFault(draft, balances));
    fault(
      'fromName',
      draft.fromName === '' && draft.fromPhone !== '' ? 'source-of-funds.name-required' : undefined,
    );
    fault('fromPhone', phoneFault(draft));
  });

function recipientFault(typed: string): string | undefined {
  if (typed.trim() === '') return 'recipient.required';
  return recipientOf(typed) ? undefined : 'recipient.invalid';
}

export function amountFault({ amount, currency }: TransferDraft, balances: Balances): string | undefined {
  const judged = judgeAmount(amount, currency);
  if (typeof judged === 'string') return judged;
  return balances && judged > balances[currency] ? 'amount.exceeds-balance' : undefined;
}

/** A source of funds is both, a name and a phone, or nothing. */
function phoneFault({ fromName, fromPhone }: TransferDraft): string | undefined {
  if (fromPhone === '') return fromName === '' ? undefined : 'source-of-funds.phone-required';
  return Phone.safeParse(fromPhone).error?.issues[0]?.message;
}

/** The amount in minor units, where it is one. */
export function amountOf({ amount, currency }: TransferDraft): bigint | undefined {
  const judged = judgeAmount(amount, currency);
  return typeof judged === 'bigint' ? judged : undefined;
}

/** The source of funds as it is sent, where one is given. */
export function sourceOfFundsOf(draft: TransferDraft): { name: string; phoneNumber: string } | undefined {
  const phone = Phone.safeParse(draft.fromPhone);
  const name = draft.fromName.trim();
  return name !== '' && phone.success ? { name, phoneNumber: phone.data } : undefined;
}

/** The request of a draft without faults, to the account that was found. */
export function requestOf(draft: TransferDraft, destAccountId: string, bankName: string): TransferRequest {
  const description = draft.description.trim();
  const extRef = draft.extRef.trim();
  const sourceOfFunds = sourceOfFundsOf(draft);
  return {
    destAccountId,
    assetId: assetOf(draft.currency),
    amount: formatAmount(amountOf(draft) ?? 0n, draft.currency),
    srcName: bankName,
    ...(description === '' ? {} : { description }),
    ...(extRef === '' ? {} : { extRef }),
    ...(sourceOfFunds ? { sourceOfFunds } : {}),
  };
}

/** Which field of the form a field of the request is. */
export const fieldOfPath: Readonly<Record<string, DraftField>> = {
  destAccountId: 'transferTo',
  assetId: 'currency',
  amount: 'amount',
  description: 'description',
  extRef: 'extRef',
  sourceOfFunds: 'fromName',
  'sourceOfFunds.name': 'fromName',
  'sourceOfFunds.phoneNumber': 'fromPhone',
};
