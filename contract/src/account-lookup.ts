import { z } from 'zod';
import { accountTypes } from './account-id.ts';

/** Answer of the account look-ups (decisions section 7). */
export const AccountLookup = z.object({
  accountId: z.string(),
  accountName: z.string(),
  name: z.string(),
  accountType: z.enum(accountTypes),
  bankName: z.string(),
  participantCode: z.string(),
});
export type AccountLookup = z.infer<typeof AccountLookup>;
