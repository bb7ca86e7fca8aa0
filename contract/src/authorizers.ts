import { z } from 'zod';
import { AccountId, accountIdLengthMax } from './account-id.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './paging.ts';
import { RequestId } from './request-id.ts';
import { InstantOut } from './text.ts';
import type { Tone } from './transaction-states.ts';

/** Desktop accounts that may sign for another desktop account (2-console.md section 4). Each change is a job (decisions section 8). */
export const authorizerDirections = ['ADD_SIGNATORY', 'REMOVE_SIGNATORY'] as const;
export type AuthorizerDirection = (typeof authorizerDirections)[number];

/** PENDING until the bank's server has carried it out, or could not. */
export const authorizerChangeStatuses = ['PENDING', 'SUCCESS', 'FAILED'] as const;
export type AuthorizerChangeStatus = (typeof authorizerChangeStatuses)[number];

export const authorizerChangeTone: Record<AuthorizerChangeStatus, Tone> = {
  PENDING: 'progress',
  SUCCESS: 'success',
  FAILED: 'failure',
};

/** So many may sign for one account. */
export const authorizersMax = 50;

export const Authorizer = z.object({ id: z.string(), accountId: z.string(), organizationName: z.string() });
export type Authorizer = z.infer<typeof Authorizer>;

export const AuthorizerChange = z.object({
  id: z.string(),
  createDate: InstantOut,
  /** The account that signs, or no longer does. */
  accountName: z.string(),
  /** The account that is signed for. */
  creatorAccountName: z.string(),
  direction: z.enum(authorizerDirections),
  status: z.enum(authorizerChangeStatuses),
  changeMadeBy: z.string(),
  /** Why it failed. */
  reason: z.string().nullable(),
});
export type AuthorizerChange = z.infer<typeof AuthorizerChange>;

export const authorizerChangeEvents = ['REQUESTED', 'CARRIED_OUT', 'FAILED'] as const;
/** Who did what when, and why. */
export const AuthorizerChangeEvent = z.object({
  event: z.enum(authorizerChangeEvents),
  time: InstantOut,
  /** A person of the bank by name, one of its apps, or the bank's own server. */
  by: z.string(),
  byLogin: z.string().nullable(),
  reason: z.string().nullable(),
});
export type AuthorizerChangeEvent = z.infer<typeof AuthorizerChangeEvent>;

export const AuthorizerChangeDetail = AuthorizerChange.extend({
  /** The holders of the account that signs and of the one that is signed for. */
  authorizerName: z.string(),
  creatorName: z.string(),
  /** It is carried out once the account that is signed for is unblocked. */
  waitsForUnblocking: z.boolean(),
  events: z.array(AuthorizerChangeEvent),
});
export type AuthorizerChangeDetail = z.infer<typeof AuthorizerChangeDetail>;

/** The account that is signed for: the part of its id before the @, or the whole. */
const AccountName = z
  .string()
  .trim()
  .toLowerCase()
  .max(accountIdLengthMax, 'account-id.invalid')
  .regex(/^[a-z0-9_]{1,32}(@[a-z0-9_]{1,9})?$/, 'account-id.invalid');

const own = { area: 'authorizers', permission: 'authorizers.change' } as const;
const lists = '/authservice/api/v2/user/desktop';

export const authorizerSorts = ['accountId', 'organizationName'] as const;
const accountsQuery = z.strictObject({
  ...listQuery(authorizerSorts, 'accountId,asc'),
  accountName: AccountName,
});

export const listAuthorizers = endpoint({
  ...own,
  name: 'listAuthorizers',
  summary: 'The accounts that may sign for a desktop account.',
  method: 'GET',
  path: `${lists}/authorizers`,
  query: accountsQuery,
  response: Authorizer,
  list: 'data',
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const listNotAuthorizers = endpoint({
  ...own,
  name: 'listNotAuthorizers',
  summary: 'The other desktop accounts, which could sign for it.',
  method: 'GET',
  path: `${lists}/not-authorizers`,
  query: accountsQuery,
  response: Authorizer,
  list: 'data',
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const listAuthorizerChanges = endpoint({
  ...own,
  name: 'listAuthorizerChanges',
  summary: 'What was changed about who signs for an account.',
  method: 'GET',
  path: `${lists}/authorizer-requests`,
  query: z
    .strictObject({ ...listQuery(['createDate'], 'createDate,desc'), accountName: AccountName })
    .omit({ filter: true }),
  response: AuthorizerChange,
  list: 'data',
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const authorizerChange = endpoint({
  ...own,
  name: 'authorizerChange',
  summary: 'A change with all that happened to it. An extension.',
  method: 'GET',
  path: `${lists}/authorizer-requests/{id}`,
  params: z.strictObject({ id: RequestId }),
  response: AuthorizerChangeDetail,
  errors: ['NOT_FOUND'],
});

const pair = z.strictObject({ creatorAccountId: AccountId, authorizerAccountId: AccountId });
export const AuthorizerChangeState = z.object({ id: z.string(), status: z.enum(authorizerChangeStatuses) });
export type AuthorizerChangeState = z.infer<typeof AuthorizerChangeState>;
/** Why a change is refused, whoever asks for it. */
export const authorizerChangeErrors = [
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_DELETED',
  'AUTHORIZER_CHANGE_OPEN',
  'AUTHORIZER_ALREADY',
  'AUTHORIZER_NOT_THERE',
  'AUTHORIZERS_TOO_MANY',
] as const;
const change = {
  ...own,
  body: pair,
  response: AuthorizerChangeState,
  errors: authorizerChangeErrors,
} as const;

export const addAuthorizer = endpoint({
  ...change,
  name: 'addAuthorizer',
  summary:
    'Lets an account sign for another. Carried out soon; asked again meanwhile it is the same request.',
  method: 'POST',
  path: '/authservice/api/v1/user/add-authorizer',
});

export const removeAuthorizer = endpoint({
  ...change,
  name: 'removeAuthorizer',
  summary: 'Takes from an account the right to sign for another. Carried out soon.',
  method: 'PUT',
  path: '/authservice/api/v1/user/remove-authorizer',
});
