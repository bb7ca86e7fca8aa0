import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { Authorizer, AuthorizerChangeState, authorizerChangeErrors, authorizersMax } from './authorizers.ts';
import { endpoint } from './endpoint.ts';

/** A desktop account's app lets another desktop account sign for it (2-console.md section 4). */
const base = '/channel/v1/accounts/{accountId}/signatories';
const own = {
  area: 'channel',
  permission: 'channel.signatories',
  path: base,
  params: z.strictObject({ accountId: AccountId }),
} as const;

export const channelSignatories = endpoint({
  ...own,
  name: 'channelSignatories',
  summary: 'The accounts that may sign for a desktop account.',
  method: 'GET',
  response: z.object({ signatories: z.array(Authorizer.omit({ id: true })).max(authorizersMax) }),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const channelAddSignatory = endpoint({
  ...own,
  name: 'channelAddSignatory',
  summary:
    'Lets another desktop account sign for this one. Carried out soon; asked again meanwhile it is the same request.',
  method: 'POST',
  body: z.strictObject({ signatoryAccountId: AccountId }),
  response: AuthorizerChangeState,
  errors: authorizerChangeErrors,
});
