import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { authorities, permissions } from './permissions.ts';
import { OkStatus, withStatus } from './refusal.ts';

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
