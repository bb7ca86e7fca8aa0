import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './paging.ts';
import { authorities, permissions } from './permissions.ts';
import { OkStatus } from './refusal.ts';
import { RowId } from './row-id.ts';
import { loginLengthMax } from './sign-in.ts';
import { InstantOut, nameText, optional, text } from './text.ts';

/** Names are 70 characters at most (2-console.md section 9). */
export const personNameLengthMax = 70;
const emailLengthMax = 254;
const EMAIL = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

const required = (lengthMax: number, key: string) =>
  text(lengthMax).refine((it) => it !== '', { error: key });

const personName = (key: string) => nameText(personNameLengthMax).refine((it) => it !== '', { error: key });

/** A new login: trimmed, lower case, and nothing in it that two people could read differently. */
export const NewLogin = required(loginLengthMax, 'user-login.required')
  .transform((it) => it.toLowerCase())
  .refine((it) => /^([a-z0-9][a-z0-9._@-]*)?$/.test(it), 'user-login.invalid');

export const BankEmail = required(emailLengthMax, 'user-email.required').refine(
  (it) => it === '' || EMAIL.test(it),
  'bank-email.invalid',
);

const fields = {
  firstName: personName('user-first-name.required'),
  lastName: personName('user-last-name.required'),
  login: NewLogin,
  email: BankEmail,
  authorities: z.array(z.enum(authorities)).max(100),
  roleIds: z.array(RowId).max(200),
};

const hasSome = (it: { authorities: unknown[]; roleIds: unknown[] }) =>
  it.authorities.length + it.roleIds.length > 0;
/** Said beside the choice of roles, and only once the rest is right as far as its shape goes. */
const someRole = { error: 'user-role.required', path: ['roleIds'], when: () => true };
const judged = <S extends z.ZodType<{ authorities: unknown[]; roleIds: unknown[] }>>(schema: S) =>
  schema.refine(
    (it) => !Array.isArray(it?.authorities) || !Array.isArray(it?.roleIds) || hasSome(it),
    someRole,
  );

export const NewConsoleUser = judged(z.strictObject(fields));
export const ConsoleUserChange = judged(
  z.strictObject({ id: RowId, ...fields, changed: optional(z.iso.datetime({ offset: true })) }),
);

export const ConsoleUser = z.object({
  id: z.string(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  authorities: z.array(z.enum(authorities)),
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  blocked: z.boolean(),
  activated: z.boolean(),
  /** Extensions: locked after wrong passwords for a while; when somebody last changed what stands here. */
  locked: z.boolean(),
  changed: InstantOut,
});
export type ConsoleUser = z.infer<typeof ConsoleUser>;

const OkAnswer = z.object({ status: OkStatus });
const idInPath = z.strictObject({ id: RowId });

export const consoleUsers = endpoint({
  name: 'consoleUsers',
  area: 'console-users',
  summary: 'The people of the console, with their authorities and roles.',
  method: 'GET',
  path: '/api/users',
  permission: 'console-users.change',
  query: z.strictObject(listQuery(['login', 'fullName', 'email', 'changed'], 'login,asc', 2_000)),
  list: 'array',
  response: ConsoleUser,
});

export const createConsoleUser = endpoint({
  name: 'createConsoleUser',
  area: 'console-users',
  summary: 'Creates a console user and mails them a one-time password.',
  method: 'POST',
  path: '/api/users',
  permission: 'console-users.change',
  body: NewConsoleUser,
  response: ConsoleUser,
  errors: ['LOGIN_EXISTS'],
});

export const editConsoleUser = endpoint({
  name: 'editConsoleUser',
  area: 'console-users',
  summary:
    'Changes names, e-mail, authorities and roles; the login stays. `changed`, an extension, refuses where somebody else changed them since.',
  method: 'POST',
  path: '/api/users/edit',
  permission: 'console-users.change',
  body: ConsoleUserChange,
  response: ConsoleUser,
  errors: ['NOT_FOUND', 'OWN_RIGHTS', 'LAST_ACCESS_MANAGER', 'CHANGED_MEANWHILE'],
});

export const blockConsoleUser = endpoint({
  name: 'blockConsoleUser',
  area: 'console-users',
  summary: 'Blocks somebody else and ends their sessions, at once.',
  method: 'POST',
  path: '/api/users/block/{id}',
  permission: 'console-users.change',
  params: idInPath,
  response: OkAnswer,
  errors: ['NOT_FOUND', 'OWN_RIGHTS', 'LAST_ACCESS_MANAGER', 'WRONG_STATE'],
});

export const unblockConsoleUser = endpoint({
  name: 'unblockConsoleUser',
  area: 'console-users',
  summary: 'Unblocks somebody else, and clears a lock after wrong passwords.',
  method: 'POST',
  path: '/api/users/unblock/{id}',
  permission: 'console-users.change',
  params: idInPath,
  response: OkAnswer,
  errors: ['NOT_FOUND', 'OWN_RIGHTS', 'WRONG_STATE'],
});

export const authorityList = endpoint({
  name: 'authorityList',
  area: 'console-users',
  summary: 'The authorities there are.',
  method: 'GET',
  path: '/api/users/authorities',
  permission: 'console-users.change',
  response: z.array(z.enum(authorities)),
});

export const setAuthorities = endpoint({
  name: 'setAuthorities',
  area: 'console-users',
  summary: 'Replaces the authorities of somebody else.',
  method: 'POST',
  path: '/api/users/authorities',
  permission: 'console-users.change',
  body: z.strictObject({ id: RowId, authorities: fields.authorities }),
  response: ConsoleUser,
  errors: ['NOT_FOUND', 'OWN_RIGHTS', 'LAST_ACCESS_MANAGER', 'USER_WITHOUT_ROLE'],
});

export const roleAuthorities = endpoint({
  name: 'roleAuthorities',
  area: 'console-users',
  summary: 'The names that the audit log can be filtered by: authorities and custom roles.',
  method: 'GET',
  path: '/api/users/role-authorities',
  permission: ['audit-log.list', 'console-users.change'],
  response: z.array(z.string()),
});

const Source = z.object({ kind: z.enum(['AUTHORITY', 'ROLE']), name: z.string() });

/** What somebody can do, and through what. An extension. */
export const ConsoleUserAccess = z.object({
  user: ConsoleUser,
  pages: z.array(z.object({ page: z.string(), sources: z.array(Source) })),
  permissions: z.array(z.object({ permission: z.enum(permissions), sources: z.array(Source) })),
  /** Permissions of their roles that open nothing, since the contract does not know them. */
  inert: z.array(z.object({ permission: z.string(), sources: z.array(Source) })),
});
export type ConsoleUserAccess = z.infer<typeof ConsoleUserAccess>;

export const consoleUserAccess = endpoint({
  name: 'consoleUserAccess',
  area: 'console-users',
  summary: 'What a person can do, and through which authority or role. An extension of the specifications.',
  method: 'GET',
  path: '/api/users/{id}/access',
  permission: 'console-users.change',
  params: idInPath,
  response: ConsoleUserAccess,
  errors: ['NOT_FOUND'],
});
