import { z } from 'zod';
import { AccountId, accountStatuses } from './account-id.ts';
import { channelAccountTypes } from './channel-permissions.ts';
import { imageBytesMax, OrganizationProfile, PersonProfile, sexes } from './customer-profile.ts';
import { endpoint, type FileAnswer } from './endpoint.ts';
import { kycStatuses } from './kyc-status.ts';
import { AccountDetails, AccountLookup, Balance } from './main-account.ts';
import { listQuery } from './paging.ts';
import { Day, DecimalOut, InstantOut, oneOf, optional } from './text.ts';

const own = { area: 'customers' } as const;
const Name = z.string().nullable();

/** Whoever holds an account, as the lists show them (2-console.md section 3, user row). */
export const CustomerRow = z.object({
  id: z.string(),
  accountId: z.string(),
  accountType: z.enum(channelAccountTypes),
  fullName: Name,
  fullNameKhmer: Name,
  organizationName: Name,
  organizationNameKhmer: Name,
  primaryContact: z.string(),
  secondaryContact: z.string().nullable(),
  address: z.string().nullable(),
  createdTime: InstantOut,
  kycStatus: z.enum(kycStatuses),
  status: z.enum(accountStatuses),
  frozen: z.boolean(),
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/** All that is known of whoever holds an account (2-console.md section 3, user detail). */
export const CustomerDetail = AccountLookup.extend({
  accountType: z.enum(channelAccountTypes),
  fullName: Name,
  organizationName: Name,
  primaryContact: z.string(),
  secondaryContact: z.string().nullable(),
  /** Those of the two contacts that are one. */
  phoneNumber: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  sex: z.enum(['male', 'female']).nullable(),
  createdTime: InstantOut,
  status: z.enum(accountStatuses),
  frozen: z.boolean(),
  assets: Balance.shape.assets,
  balanceKhr: DecimalOut,
  balanceUsd: DecimalOut,
  participantBankId: z.string(),
  /** What the account is called outside this system: the network knows it by its account id. */
  externalId: z.string(),
  /** The customer's own key, base64; null where the app registered none. */
  publicKey: z.string().nullable(),
  firstName: Name,
  lastName: Name,
  firstNameKhmer: Name,
  lastNameKhmer: Name,
  organizationNameKhmer: Name,
  registeredDate: InstantOut,
  /** When verification was last asked for. */
  requestedDate: InstantOut.nullable(),
  birthday: Day.nullable(),
  nationality: z.string().nullable(),
  documentId: z.string().nullable(),
  kycStatus: z.enum(kycStatuses),
  /** The limit that the account has. */
  kycLimitId: z.string().nullable(),
  kycLimitName: z.string().nullable(),
  /** What may be paid in a day; null where nothing limits it. */
  limits: z.object({
    'khr#nbc': z.object({ dayLimit: DecimalOut.nullable() }),
    'usd#nbc': z.object({ dayLimit: DecimalOut.nullable() }),
  }),
  photoUuid: z.string().nullable(),
  identityUuid: z.string().nullable(),
  /** The request that waits for approval. */
  verificationRequestId: z.string().nullable(),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

/** What may be done with an account as it stands; the portal shows by it, the server refuses by it. */
type Standing = Pick<CustomerDetail, 'status' | 'frozen'>;
export const customerCan = {
  block: (it: Standing): boolean => it.status !== 'DELETED' && !it.frozen,
  unblock: (it: Standing): boolean => it.status !== 'DELETED' && it.frozen,
  remove: (it: Standing): boolean => it.status !== 'DELETED',
  edit: (it: Standing): boolean => it.status !== 'DELETED',
} as const;

const listOf = (fields: 'fullName' | 'organizationName') => ({
  ...listQuery([fields, 'accountId', 'primaryContact', 'createdTime'], 'createdTime,desc'),
  kyc: oneOf(kycStatuses),
});
const list = { ...own, method: 'GET', response: CustomerRow, list: 'array' } as const;

export const mobileCustomers = endpoint({
  ...list,
  name: 'mobileCustomers',
  summary: 'Customers with a mobile wallet.',
  path: '/tps/api/v2/fst-iroha-accounts/mobile',
  permission: ['customers.list.mobile', 'customers.audit.mobile'],
  query: z.strictObject(listOf('fullName')),
});
export const desktopCustomers = endpoint({
  ...list,
  name: 'desktopCustomers',
  summary: 'Organisations with a desktop wallet.',
  path: '/tps/api/v2/fst-iroha-accounts/desktop',
  permission: 'customers.list.desktop',
  query: z.strictObject(listOf('organizationName')),
});
export const webCustomers = endpoint({
  ...list,
  name: 'webCustomers',
  summary: 'Organisations with a web wallet.',
  path: '/tps/api/v2/fst-iroha-accounts/web',
  permission: 'customers.list.web',
  query: z.strictObject(listOf('organizationName')),
});

/** An account as short lists show it (2-console.md section 3, account row). */
export const ListedAccount = CustomerRow.pick({
  accountId: true,
  accountType: true,
  fullName: true,
  organizationName: true,
}).extend({ balanceKhr: DecimalOut, balanceUsd: DecimalOut });
export type ListedAccount = z.infer<typeof ListedAccount>;

export const accountList = endpoint({
  ...own,
  name: 'accountList',
  summary: 'The customers’ accounts of every channel with their balances.',
  method: 'GET',
  path: '/tps/api/list-iroha-account',
  permission: 'domain-accounts.list',
  query: z.strictObject({
    ...listQuery(['accountId'], 'accountId,asc'),
    type: oneOf(channelAccountTypes),
  }),
  response: ListedAccount,
  list: 'array',
});

/** Seeing customers, of whichever channel: which one is judged on the row. */
const seeing = [
  'customers.list.mobile',
  'customers.list.desktop',
  'customers.list.web',
  'customers.audit.mobile',
] as const;
const verifying = ['verification.list.mobile', 'verification.list.desktop', 'verification.list.web'] as const;
const changing = ['customers.change.mobile', 'customers.change.desktop', 'customers.change.web'] as const;

export const accountById = endpoint({
  ...own,
  name: 'accountById',
  summary:
    'An account by its id: all that is known of its holder for those who may see customers of its channel, its details for those who may see accounts, its name for those who may send money to it.',
  method: 'GET',
  path: '/tps/api/v2/fst-iroha-accounts/{id}',
  permission: ['main-account.transfer', 'transactions.account-detail', ...seeing],
  params: z.strictObject({ id: AccountId }),
  response: z.union([CustomerDetail, AccountDetails]),
  errors: ['ACCOUNT_NOT_FOUND', 'NETWORK_SILENT'],
});

const image = {
  ...own,
  method: 'GET',
  permission: [...seeing, ...verifying],
  query: z.strictObject({ uuid: z.uuid('field.invalid') }),
  response: z.custom<FileAnswer>(),
  file: ['image/jpeg'],
  changes: true,
  errors: ['NOT_FOUND'],
} as const;
export const customerPhoto = endpoint({
  ...image,
  name: 'customerPhoto',
  summary: 'The photo of a customer. That it was looked at is audited.',
  path: '/authservice/api/v1/user/photo',
});
export const customerIdentity = endpoint({
  ...image,
  name: 'customerIdentity',
  summary: 'The identity document of a customer. That it was looked at is audited.',
  path: '/authservice/api/v1/user/identity',
});

/** The fields of a customer that change, as the history names them. */
export const profileFields = [
  'firstName',
  'lastName',
  'firstNameKhmer',
  'lastNameKhmer',
  'organizationName',
  'organizationNameKhmer',
  'primaryContact',
  'secondaryContact',
  'address',
  'birthday',
  'sex',
  'nationality',
  'documentId',
  'kycStatus',
  'photoUuid',
  'identityUuid',
] as const;
export type ProfileField = (typeof profileFields)[number];

export const ProfileChange = z.object({
  id: z.string(),
  fieldName: z.enum(profileFields),
  oldValue: z.string().nullable(),
  currentValue: z.string().nullable(),
  changedBy: z.string(),
  dateTime: InstantOut,
  remarks: z.string().nullable(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** A check of the face that an app made; figures from 0 to 1. */
export const IdentityCheck = z.object({
  id: z.string(),
  liveConfidenceAvg: z.number(),
  live: z.boolean(),
  faceMatch: z.number(),
  changedBy: z.string(),
  dateTime: InstantOut,
});
export type IdentityCheck = z.infer<typeof IdentityCheck>;

const history = {
  ...own,
  method: 'GET',
  permission: [...seeing, ...verifying],
  params: z.strictObject({ accountId: AccountId }),
  query: z.strictObject(listQuery(['dateTime'], 'dateTime,desc')),
  list: 'array',
  errors: ['ACCOUNT_NOT_FOUND'],
} as const;
export const profileHistory = endpoint({
  ...history,
  name: 'profileHistory',
  summary: 'What was changed of a customer, the newest first.',
  path: '/authservice/api/v1/user/edit-profile/history/{accountId}',
  response: ProfileChange,
});
export const identityHistory = endpoint({
  ...history,
  name: 'identityHistory',
  summary: 'The checks of a customer’s face, the newest first.',
  path: '/authservice/api/v1/user/edit-profile/identity/history/{accountId}',
  response: IdentityCheck,
});

const named = { body: z.strictObject({ accountId: AccountId }) } as const;
const changed = z.object({ accountId: z.string(), status: z.enum(accountStatuses), frozen: z.boolean() });

export const setUserFrozen = endpoint({
  ...own,
  ...named,
  name: 'setUserFrozen',
  summary: 'Blocks an account: nothing is paid from it or to it.',
  method: 'PUT',
  path: '/authservice/api/v1/user/set-user-frozen',
  permission: changing,
  response: changed,
  errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED', 'ACCOUNT_BLOCKED'],
});
export const unsetUserFrozen = endpoint({
  ...own,
  ...named,
  name: 'unsetUserFrozen',
  summary: 'Unblocks an account.',
  method: 'PUT',
  path: '/authservice/api/v1/user/unset-user-frozen',
  permission: changing,
  response: changed,
  errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED', 'ACCOUNT_NOT_BLOCKED'],
});
export const deleteAccount = endpoint({
  ...own,
  ...named,
  name: 'deleteAccount',
  summary: 'Deletes an account that holds nothing and of which no request is open. It stays readable.',
  method: 'POST',
  path: '/tps/api/v2/fst-iroha-accounts/delete-account',
  permission: changing,
  response: changed,
  errors: [
    'ACCOUNT_NOT_FOUND',
    'ACCOUNT_DELETED',
    'BALANCE_LEFT',
    'PAYMENTS_PENDING',
    'VERIFICATION_PENDING',
    'CONTACT_CHANGE_PENDING',
    'KEY_RECOVERY_PENDING',
    'AUTHORIZER_CHANGE_PENDING',
  ],
});

const base64LengthMax = 4 * Math.ceil(imageBytesMax / 3);
/** A picture in base64. */
const Picture = optional(
  z
    .string()
    .refine((it) => it.length <= base64LengthMax, { error: 'image.too-large', params: { size: '5 MB' } })
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'image.not-an-image'),
);
const documents = { photo: Picture, identity: Picture };
/** Male or female in either case; male where nothing is said (2-console.md section 5). */
const Sex = z.preprocess(
  (it) => (typeof it === 'string' ? it.toUpperCase() : it),
  z.enum(sexes).default('MALE'),
);

/** What a person of the bank would have changed of a customer; pictures that are left out stay. */
export const EditProfile = z.discriminatedUnion('accountType', [
  z.strictObject({
    accountId: AccountId,
    accountType: z.literal('MOBILE'),
    ...PersonProfile,
    sex: Sex,
    ...documents,
  }),
  z.strictObject({
    accountId: AccountId,
    accountType: z.enum(['DESKTOP', 'WEB']),
    ...OrganizationProfile,
    ...documents,
  }),
]);
export type EditProfile = z.infer<typeof EditProfile>;

export const editProfile = endpoint({
  ...own,
  name: 'editProfile',
  summary:
    'Asks for a customer’s profile to be changed: opens a verification request, which somebody else decides on.',
  method: 'POST',
  path: '/authservice/api/v1/user/edit-profile',
  permission: changing,
  body: EditProfile,
  bodyBytesMax: 2 * base64LengthMax + 65_536,
  response: z.object({ verificationRequestId: z.string() }),
  errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_DELETED', 'VERIFICATION_PENDING', 'NOTHING_CHANGED'],
});
