import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { Code } from './code.ts';
import { contactChangeStatuses } from './contact-change-states.ts';
import { endpoint } from './endpoint.ts';
import { InstantOut } from './text.ts';

/** The codes that customers enter in the bank's own apps. */
export const ChannelContactChange = z.object({
  id: z.string(),
  accountId: z.string(),
  replacementPrimaryContact: z.string(),
  status: z.enum(contactChangeStatuses),
  createdTime: InstantOut,
});
export type ChannelContactChange = z.infer<typeof ChannelContactChange>;

const base = '/channel/v1/accounts/{accountId}/contact-change';
const own = {
  area: 'channel',
  permission: 'channel.codes',
  params: z.strictObject({ accountId: AccountId }),
  response: ChannelContactChange,
} as const;

export const channelContactChange = endpoint({
  ...own,
  name: 'channelContactChange',
  summary: 'The request to change the primary contact of an account that is under way.',
  method: 'GET',
  path: base,
  errors: ['ACCOUNT_NOT_FOUND', 'NOT_FOUND'],
});

export const channelVerifyContactChange = endpoint({
  ...own,
  name: 'channelVerifyContactChange',
  summary: 'Enters the code that the new contact got. The same five tries as at the counter.',
  method: 'POST',
  path: `${base}/verify`,
  body: z.strictObject({ code: Code }),
  errors: ['ACCOUNT_NOT_FOUND', 'NOT_FOUND', 'WRONG_STATE', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_TRIES_SPENT'],
});
