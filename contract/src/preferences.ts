import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { OkStatus } from './refusal.ts';
import { text } from './text.ts';

/** How much one preference may say, as JSON text; it means something to the portal alone. */
const preferenceLengthMax = 4096;
const PreferenceName = z.string().regex(/^[a-z][a-z0-9.-]{0,79}$/, 'field.invalid');

export const preferences = endpoint({
  name: 'preferences',
  area: 'sign-in',
  summary:
    'How oneself likes to see the portal: columns, row height, page size. An extension of the specifications.',
  method: 'GET',
  path: '/api/account/preferences',
  permission: 'signed-in',
  response: z.object({ preferences: z.record(z.string(), z.string()) }),
});

export const keepPreference = endpoint({
  name: 'keepPreference',
  area: 'sign-in',
  summary: 'Keeps one preference of one’s own, or forgets it. An extension of the specifications.',
  method: 'PUT',
  path: '/api/account/preferences',
  permission: 'signed-in',
  body: z.strictObject({
    name: PreferenceName,
    /** JSON, as the portal wrote it; null forgets it. */
    value: text(preferenceLengthMax).nullable(),
  }),
  response: z.object({ status: OkStatus }),
});
