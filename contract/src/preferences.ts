import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { OkStatus } from './refusal.ts';
import { optional } from './text.ts';

/** A person keeps no more than this many; beyond, the one left alone for longest goes. */
export const preferencesMax = 200;

/** What a preference is about, e.g. `table.incoming`. */
const PreferenceName = z
  .string()
  .max(80, 'field.too-long')
  .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'field.invalid');

/** What was chosen, as the portal writes it: the server keeps it and does not read it. */
const PreferenceValue = z
  .string()
  .max(4_000, 'field.too-long')
  .refine((it) => it.isWellFormed() && !it.includes('\0'), 'field.invalid');

export const Preferences = z.object({ preferences: z.record(z.string(), z.string()) });

export const preferences = endpoint({
  name: 'preferences',
  area: 'sign-in',
  summary: 'How one likes the portal: columns, widths, page sizes, the menu. One’s own only. An extension.',
  method: 'GET',
  path: '/api/account/preferences',
  permission: 'signed-in',
  response: Preferences,
});

export const keepPreference = endpoint({
  name: 'keepPreference',
  area: 'sign-in',
  summary: 'Keeps one preference of one’s own, or forgets it where no value is given. An extension.',
  method: 'PUT',
  path: '/api/account/preferences',
  permission: 'signed-in',
  body: z.strictObject({ name: PreferenceName, value: optional(PreferenceValue) }),
  response: z.object({ status: OkStatus }),
});
