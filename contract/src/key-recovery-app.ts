import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { PublicKey } from './channel.ts';
import { Code } from './code.ts';
import { endpoint } from './endpoint.ts';
import { recoveryStatuses } from './key-recovery-states.ts';
import { InstantOut } from './text.ts';

/**
 * The customer's side of a recovery: their app, on a new phone, may ask for it and enter the code that the customer is sent,
 * sees how it stands, and answers with a new key.
 */
const base = '/channel/v1/accounts/{accountId}/key-recovery';
const ofAccount = {
  area: 'key-recovery',
  permission: 'channel.recover',
  params: z.strictObject({ accountId: AccountId }),
} as const;

export const AppRecovery = z.object({
  status: z.enum(recoveryStatuses),
  requestedDate: InstantOut,
  updatedTime: InstantOut,
});
export type AppRecovery = z.infer<typeof AppRecovery>;

/** What the new key signs, so that nobody registers a key that is not theirs: UTF-8. */
export const recoveryProof = (accountId: string, publicKey: string): string =>
  `tonle-key-recovery-1\n${accountId}\n${publicKey}\n`;

export const appRecovery = endpoint({
  ...ofAccount,
  name: 'appRecovery',
  summary: 'The newest recovery of an account.',
  method: 'GET',
  path: base,
  response: AppRecovery,
  errors: ['ACCOUNT_NOT_FOUND', 'NOT_FOUND'],
});

/** A customer who asks more often than this in a day goes to the bank. */
export const appRecoveriesPerDay = 3;

export const askRecovery = endpoint({
  ...ofAccount,
  name: 'askRecovery',
  summary:
    'Asks for a recovery: the contact of the account is sent a code, once more where a request waits for its code. The bank’s staff go on with it.',
  method: 'POST',
  path: `${base}/requests`,
  response: AppRecovery,
  errors: [
    'ACCOUNT_NOT_FOUND',
    'ACCOUNT_DEACTIVATED',
    'ACCOUNT_DELETED',
    'WRONG_STATE',
    'CODE_TRIES_SPENT',
    'TOO_MANY_REQUESTS',
  ],
});

export const enterRecoveryCode = endpoint({
  ...ofAccount,
  name: 'enterRecoveryCode',
  summary: 'Enters the code that the customer was sent. The same five tries as at the counter.',
  method: 'POST',
  path: `${base}/verify`,
  body: z.strictObject({ code: Code }),
  response: AppRecovery,
  errors: ['ACCOUNT_NOT_FOUND', 'NOT_FOUND', 'WRONG_STATE', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_SPENT'],
});

export const answerRecovery = endpoint({
  ...ofAccount,
  name: 'answerRecovery',
  summary:
    'Answers an opened recovery with the code that the bank showed and a new public key, signed by itself.',
  method: 'POST',
  path: base,
  body: z.strictObject({
    code: Code,
    publicKey: PublicKey,
    /** Base64 of Ed25519 over `recoveryProof`. */
    signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'public-key.not-proven'),
  }),
  response: AppRecovery,
  errors: [
    'ACCOUNT_NOT_FOUND',
    'NOT_FOUND',
    'WRONG_STATE',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'CODE_TRIES_SPENT',
    'PUBLIC_KEY_IN_USE',
  ],
});
