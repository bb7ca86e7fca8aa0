import { accountById } from '@tonle/contract/customers';
import {
  type AccountCheck,
  type AccountLookup,
  accountByPrimaryContact,
  checkAccount,
  type Recipient,
  recipientOf,
} from '@tonle/contract/main-account';
import type { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

export type FoundRecipient = {
  /** What was typed to find it, as the look-up took it. */
  recipient: Recipient;
  account: Pick<z.infer<typeof AccountLookup>, 'accountId' | 'accountName' | 'name' | 'bankName'> & {
    accountType?: string;
  };
  frozen: boolean;
  accountStatus: z.infer<typeof AccountCheck>['accountStatus'];
};

/** Why an account cannot be paid: the refusal's name, whose text stands under the field. */
export type RecipientFault =
  | 'ACCOUNT_BLOCKED'
  | 'ACCOUNT_DEACTIVATED'
  | 'ACCOUNT_DELETED'
  | 'RECIPIENT_IS_MAIN_ACCOUNT';

/** What stands in the way of paying to an account; undefined where nothing does (1-portal.md section 5). */
export function recipientFault(found: FoundRecipient, mainAccountId: string): RecipientFault | undefined {
  if (found.account.accountId === mainAccountId) return 'RECIPIENT_IS_MAIN_ACCOUNT';
  if (found.accountStatus === 'DELETED') return 'ACCOUNT_DELETED';
  if (found.accountStatus === 'DEACTIVATED') return 'ACCOUNT_DEACTIVATED';
  return found.frozen ? 'ACCOUNT_BLOCKED' : undefined;
}

/** Finds the account of an id, a phone number or an e-mail address, and asks how it stands. */
export async function findRecipient(typed: string, signal: AbortSignal): Promise<FoundRecipient> {
  const recipient = recipientOf(typed);
  if (!recipient)
    throw new ApiError({ kind: 'refused', name: 'ACCOUNT_NOT_FOUND', data: { account: typed } });
  const account = await lookUp(recipient, signal);
  const { frozen, accountStatus } = await call(
    checkAccount,
    { params: { id: account.accountId } },
    { signal },
  );
  return { recipient, account, frozen, accountStatus };
}

const lookUp = ({ kind, value }: Recipient, signal: AbortSignal) =>
  kind === 'account-id'
    ? call(accountById, { params: { id: value } }, { signal })
    : call(accountByPrimaryContact, { params: { phone: value } }, { signal });
