import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { authorities, permissions } from './permissions.ts';
import { OkStatus, withStatus } from './refusal.ts';
import { InstantOut } from './text.ts';

export const loginLengthMax = 64;
/** A user name: trimmed and case-insensitive (decisions section 5). */
export const Login = z
  .string()
  .max(256)
  .trim()
  .toLowerCase()
  .min(1, 'login.required')
  .max(loginLengthMax, 'field.too-long');
export const passwordLengthMax = 128;

export const Credentials = z.strictObject({
  username: Login,
  password: z.string().min(1, 'password.required').max(passwordLengthMax, 'field.too-long'),
  rememberMe: z.boolean().optional(),
});

/** What the token says; the session is checked on the server all the same. */
export const TokenClaims = z.object({
  sub: z.string(),
  /** Comma-joined authorities. */
  auth: z.string(),
  permissions: z.array(z.string()),
  exp: z.number().int(),
  sid: z.string(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;

export const UserInfo = z.object({
  userAccountDTO: z.object({
    login: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    authorities: z.array(z.enum(authorities)),
    roles: z.array(z.object({ id: z.string(), name: z.string() })),
    permissions: z.array(z.enum(permissions)),
  }),
});
export type UserInfo = z.infer<typeof UserInfo>;

export const authenticate = endpoint({
  name: 'authenticate',
  area: 'sign-in',
  summary: 'Signs a console user in and answers the bearer token.',
  method: 'POST',
  path: '/api/v2/authenticate',
  permission: 'public',
  body: Credentials,
  response: withStatus(z.object({ id_token: z.string() })),
  errors: ['BAD_CREDENTIALS'],
});

export const logout = endpoint({
  name: 'logout',
  area: 'sign-in',
  summary: 'Ends the session of the token. Harmless when it has ended already.',
  method: 'POST',
  path: '/api/logout',
  permission: 'public',
  response: z.object({ status: OkStatus }),
});

export const userInfo = endpoint({
  name: 'userInfo',
  area: 'sign-in',
  summary: 'The signed-in user: names, authorities, roles, permissions. Only one’s own.',
  method: 'GET',
  path: '/api/user-infos/login/{login}',
  permission: 'signed-in',
  params: z.strictObject({ login: Login }),
  response: UserInfo,
  errors: ['NOT_FOUND'],
});

const typedPassword = (required: string) =>
  z.string().min(1, required).max(passwordLengthMax, 'field.too-long');

/** What the server's settings ask of a new password is judged there; here only that both are given. */
export const PasswordChange = z.strictObject({
  currentPassword: typedPassword('password.current-required'),
  newPassword: typedPassword('password.new-required'),
});

export const changePassword = endpoint({
  name: 'changePassword',
  area: 'sign-in',
  summary: 'Changes one’s own password and ends one’s other sessions. Also for the token of codes 96 and 97.',
  method: 'POST',
  path: '/api/account/change-password',
  permission: 'signed-in',
  forNewPassword: true,
  body: PasswordChange,
  response: z.object({ status: OkStatus }),
  errors: ['PASSWORD_HISTORY_VIOLATION', 'PASSWORD_TOO_YOUNG'],
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  area: 'sign-in',
  summary: 'Mails a one-time password. Answers alike whether or not there is such a user.',
  method: 'POST',
  path: '/api/account/reset-password',
  permission: 'public',
  body: z.strictObject({ login: Login }),
  response: z.object({ status: z.object({ code: z.literal(0), message: z.string() }) }),
});

/** What is asked of a new password and how accounts are locked, for people to know beforehand. An extension. */
export const PasswordRules = z.object({
  lengthMin: z.number().int(),
  lengthMax: z.number().int(),
  history: z.number().int(),
  minAgeHours: z.number().int(),
  maxAgeDays: z.number().int(),
  /** Wrong passwords until an account is locked, and for how long. */
  failuresMax: z.number().int(),
  lockMinutes: z.number().int(),
});
export type PasswordRules = z.infer<typeof PasswordRules>;

export const passwordRules = endpoint({
  name: 'passwordRules',
  area: 'sign-in',
  summary:
    'What is asked of a new password, and how accounts are locked. An extension of the specifications.',
  method: 'GET',
  path: '/api/account/password-rules',
  permission: 'public',
  response: PasswordRules,
});

/** One of one’s own sessions. The id names it here and is no part of its token. */
export const OwnSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  created: InstantOut,
  lastSeen: InstantOut,
  expires: InstantOut,
  address: z.string(),
  userAgent: z.string(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const ownSessions = endpoint({
  name: 'ownSessions',
  area: 'sign-in',
  summary: 'One’s own sessions that are open, the latest used first. An extension of the specifications.',
  method: 'GET',
  path: '/api/account/sessions',
  permission: 'signed-in',
  list: 'array',
  response: OwnSession,
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  area: 'sign-in',
  summary: 'Ends one of one’s own sessions, at once. An extension of the specifications.',
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  permission: 'signed-in',
  params: z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/, 'field.invalid') }),
  response: z.object({ status: OkStatus }),
  errors: ['NOT_FOUND'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  area: 'sign-in',
  summary: 'Ends all of one’s sessions but the calling one, at once. An extension of the specifications.',
  method: 'DELETE',
  path: '/api/account/sessions',
  permission: 'signed-in',
  response: withStatus(z.object({ ended: z.number().int() })),
});
