import { z } from 'zod';
import { AccountId, accountStatuses } from './account-id.ts';
import { channelAccountTypes } from './channel-permissions.ts';
import { ListedAccount } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { Balance } from './main-account.ts';
import { listQuery } from './paging.ts';
import { oneOf } from './text.ts';

const own = { area: 'domain-accounts', permission: 'domain-accounts.list' } as const;
const base = '/tps/api/participant-bank-branches';

/**
 * Whose accounts a summary counts: all under the bank's domain; the main account with those in its branches, which are
 * direct; those in the branches alone; customers' in no branch, which are indirect (decisions section 8).
 */
export const summaryScopes = ['DOMAIN', 'DIRECT_ACCOUNT', 'BRANCH', 'CUSTOMER'] as const;
export type SummaryScope = (typeof summaryScopes)[number];

export const AccountSummary = z.object({
  totalAccount: z.number().int().min(0),
  totalAmounts: Balance.shape.assets,
});
export type AccountSummary = z.infer<typeof AccountSummary>;

export const accountSummary = endpoint({
  ...own,
  name: 'accountSummary',
  summary: 'How many accounts there are under the bank’s domain, or in a part of it, and what they hold.',
  method: 'GET',
  path: '/tps/api/iroha-account-summary',
  query: z.strictObject({
    type: oneOf(channelAccountTypes),
    branch: oneOf(summaryScopes).transform((it) => it ?? 'DOMAIN'),
  }),
  response: AccountSummary,
});

export const Branch = z.object({ id: z.string(), name: z.string(), headBranch: z.boolean() });
export type Branch = z.infer<typeof Branch>;

export const branches = endpoint({
  ...own,
  name: 'branches',
  summary: 'The bank’s branches. Accounts in the head branch are direct.',
  method: 'GET',
  path: base,
  query: z.strictObject(listQuery(['id'], 'id,asc')).omit({ filter: true }),
  response: Branch,
  list: 'array',
});

export const accountGroups = ['DIRECT_ACCOUNT', 'INDIRECT_ACCOUNT'] as const;
export type AccountGroup = (typeof accountGroups)[number];
export const domainAccountSorts = ['accountId', 'name'] as const;

/** An account under the domain (2-console.md section 3, account row), and what it says beside. */
export const DomainAccount = ListedAccount.extend({ status: z.enum(accountStatuses), frozen: z.boolean() });
export type DomainAccount = z.infer<typeof DomainAccount>;

export const domainAccounts = endpoint({
  ...own,
  name: 'domainAccounts',
  summary: 'The customers’ accounts that are direct, or those that are indirect, with their balances.',
  method: 'GET',
  path: `${base}/accounts`,
  query: z.strictObject({
    ...listQuery(domainAccountSorts, 'accountId,asc'),
    branch: z.enum(accountGroups, 'field.not-a-choice'),
    type: oneOf(channelAccountTypes),
  }),
  response: DomainAccount,
  list: 'data',
});

/** So many accounts are moved at once: as many as a page shows. */
export const movedAccountsMax = 100;

/** What became of each account. */
export const moveOutcomes = ['MOVED', 'ALREADY_THERE', 'ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED'] as const;
export type MoveOutcome = (typeof moveOutcomes)[number];
export const MovedAccount = z.object({ accountId: z.string(), outcome: z.enum(moveOutcomes) });
export type MovedAccount = z.infer<typeof MovedAccount>;

/** A branch's id, as text or as a number. */
const BranchId = z.preprocess(
  (it) =>
    typeof it === 'number' || (typeof it === 'object' && it !== null && 'isLosslessNumber' in it)
      ? String(it)
      : it,
  z.string().regex(/^[1-9]\d{0,8}$/, 'field.invalid'),
);

const move = {
  area: 'domain-accounts',
  permission: 'domain-accounts.move',
  method: 'PUT',
  body: z.strictObject({
    branchId: BranchId,
    irohaAccounts: z
      .array(AccountId, 'field.invalid')
      .min(1, 'field.invalid')
      .max(movedAccountsMax, 'field.invalid'),
  }),
  /** Each of the accounts once, in the order in which they were named. */
  response: z.object({ branchId: z.string(), accounts: z.array(MovedAccount) }),
  errors: ['NOT_FOUND'],
} as const;

export const addAccounts = endpoint({
  ...move,
  name: 'addAccounts',
  summary: 'Puts accounts into the head branch: they are direct from then on. Says what became of each.',
  path: `${base}/add-accounts`,
});

export const removeAccounts = endpoint({
  ...move,
  name: 'removeAccounts',
  summary: 'Takes accounts out of the head branch: they are indirect from then on. Says what became of each.',
  path: `${base}/remove-accounts`,
});
