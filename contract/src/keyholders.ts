import { z } from 'zod';
import { accountStatuses } from './account-id.ts';
import { endpoint } from './endpoint.ts';
import type { Permission } from './permissions.ts';
import { InstantOut } from './text.ts';

/** A ceremony's keyholders: fewer would be no sharing, more would never meet (decisions section 6). */
export const keyholdersMin = 2;
export const keyholdersMax = 20;

export const secretLengthMin = 8;
export const secretLengthMax = 64;

/** What a secret key needs (1-portal.md section 5), in the order in which the portal ticks it off. */
export const secretRules = {
  length: (secret: string) => isBetween([...secret].length, secretLengthMin, secretLengthMax),
  'upper-case': (secret: string) => /\p{Lu}/u.test(secret),
  'lower-case': (secret: string) => /\p{Ll}/u.test(secret),
  digit: (secret: string) => /\p{Nd}/u.test(secret),
  symbol: (secret: string) => /[^\p{L}\p{M}\p{N}\s\p{C}]/u.test(secret),
} as const satisfies Record<string, (secret: string) => boolean>;
export type SecretRule = keyof typeof secretRules;
export const secretRuleNames = Object.keys(secretRules) as SecretRule[];

const isBetween = (it: number, min: number, max: number): boolean => it >= min && it <= max;

/** The same words typed on another keyboard are the same secret, so it is judged as it will be hashed. */
const asHashed = (secret: string): string => secret.normalize('NFKC');

/** A secret as it is chosen. Never trimmed: a blank at its end is part of it. */
export const SecretKey = z
  .string('secret.required')
  .min(1, 'secret.required')
  .max(secretLengthMax * 8, 'secret.too-long')
  .refine((it) => it.isWellFormed(), 'field.invalid')
  .superRefine((it, context) => {
    const secret = asHashed(it);
    const length = [...secret].length;
    const missesSome = secretRuleNames.some((rule) => rule !== 'length' && !secretRules[rule](secret));
    const message =
      length < secretLengthMin
        ? 'secret.too-short'
        : length > secretLengthMax
          ? 'secret.too-long'
          : missesSome
            ? 'secret.too-simple'
            : undefined;
    if (it !== '' && message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** A secret that is only compared with the one given before: whatever it is, it is right or wrong. */
const TriedSecret = z
  .string('secret.required')
  .min(1, 'secret.required')
  .max(secretLengthMax * 8, 'secret.too-long')
  .refine((it) => it.isWellFormed(), 'field.invalid');

export const Keyholder = z.object({
  username: z.string(),
  fullName: z.string(),
  /** Has submitted a secret key; while the key is re-installed: has submitted it again. */
  status: z.boolean(),
  submittedAt: InstantOut.nullable().optional(),
});
export type Keyholder = z.infer<typeof Keyholder>;

/** The keyholder case status of 1-portal.md section 4. */
export const keyStatuses = [
  'INSTALLED',
  'RE_INSTALLATION',
  'NO_WRITE_PERMISSION',
  'RESEND_SECRETS',
  'REGISTRATION',
] as const;
export type KeyStatus = (typeof keyStatuses)[number];

const AccountStatus = z.object({ accountStatus: z.enum(accountStatuses) });

/** Tries of one keyholder's secret, at a backup or a re-install, before the next has to wait. */
export const secretTriesMax = 5;
export const secretTriesMinutes = 15;

/** Any of these makes somebody a keyholder, who may follow the ceremony. */
export const keyholderPermissions = [
  'keyholders.register',
  'keyholders.re-install',
] as const satisfies readonly Permission[];

export const secretKeyStatus = endpoint({
  name: 'secretKeyStatus',
  area: 'keyholders',
  summary: 'Whether a keyholder, by user name or user id, has submitted a secret key.',
  method: 'GET',
  path: '/tps/api/check/secretKey/{id}',
  permission: keyholderPermissions,
  params: z.strictObject({ id: z.string().trim().toLowerCase().min(1).max(64) }),
  response: z.object({ username: z.string(), status: z.boolean() }),
  errors: ['NOT_FOUND'],
});

export const keyholderList = endpoint({
  name: 'keyholderList',
  area: 'keyholders',
  summary: 'The keyholders in their order. Fixed from the first submission on.',
  method: 'GET',
  path: '/tps/api/keyholders/secrets',
  permission: keyholderPermissions,
  response: z.array(Keyholder),
});

export const checkSecret = endpoint({
  name: 'checkSecret',
  area: 'keyholders',
  summary: `Whether this is the caller’s secret key; ${secretTriesMax} tries in ${secretTriesMinutes} minutes.`,
  method: 'POST',
  path: '/tps/api/keyholders/secrets/check',
  permission: keyholderPermissions,
  body: z.strictObject({ secret: TriedSecret }),
  response: z.object({ result: z.boolean() }),
  errors: ['KEYHOLDER_NOT_LISTED', 'SECRET_NOT_SUBMITTED', 'TOO_MANY_REQUESTS'],
});

export const backupKey = endpoint({
  name: 'backupKey',
  area: 'keyholders',
  summary:
    'What the caller’s backup file is encrypted with; Base64. The file itself never leaves the browser.',
  method: 'GET',
  path: '/tps/api/keyholders/account',
  permission: keyholderPermissions,
  response: z.object({ aeskey: z.base64().max(64), salt: z.base64().max(64) }),
  errors: ['KEYHOLDER_NOT_LISTED', 'SECRET_NOT_SUBMITTED'],
});

export const submitSecret = endpoint({
  name: 'submitSecret',
  area: 'keyholders',
  summary: 'Submits the caller’s secret key, for the first time or for a re-install; answers the keyholders.',
  method: 'POST',
  path: '/tps/api/keyholders/secrets',
  permission: keyholderPermissions,
  body: z.strictObject({ secret: SecretKey }),
  response: z.array(Keyholder),
  errors: [
    'KEYHOLDER_NOT_LISTED',
    'KEYHOLDERS_COUNT',
    'KEY_STORE_NOT_WRITABLE',
    'SECRET_SUBMITTED',
    'SECRET_WRONG',
    'WRONG_STATE',
  ],
});

export const createBankAccount = endpoint({
  name: 'createBankAccount',
  area: 'keyholders',
  summary:
    'Makes the bank’s key from the submitted secrets and activates the main account. Harmless when done before.',
  method: 'POST',
  path: '/tps/api/keyholders/account',
  permission: keyholderPermissions,
  response: AccountStatus,
  errors: ['KEYHOLDER_NOT_LISTED', 'SECRETS_MISSING', 'KEY_STORE_NOT_WRITABLE'],
});

export const bankAccountStatus = endpoint({
  name: 'bankAccountStatus',
  area: 'keyholders',
  summary: 'The status of the bank’s main account; ACTIVATED once its key is registered.',
  method: 'GET',
  path: '/tps/api/keyholders/account/status',
  permission: keyholderPermissions,
  response: AccountStatus,
});

export const keyStatus = endpoint({
  name: 'keyStatus',
  area: 'keyholders',
  summary: 'What the keyholders have to do on this server.',
  method: 'GET',
  path: '/tps/api/keyholders/fast-client/status',
  permission: keyholderPermissions,
  response: z.object({ status: z.enum(keyStatuses) }),
});

export const resendSecrets = endpoint({
  name: 'resendSecrets',
  area: 'keyholders',
  summary: 'Tries to make the bank’s key again from the secrets submitted before.',
  method: 'POST',
  path: '/tps/api/keyholders/account/resend',
  permission: keyholderPermissions,
  response: AccountStatus,
  errors: ['KEYHOLDER_NOT_LISTED', 'SECRETS_MISSING', 'KEY_STORE_NOT_WRITABLE'],
});
