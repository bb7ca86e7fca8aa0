import { z } from 'zod';
import { ParticipantCode } from './account-id.ts';
import { endpoint } from './endpoint.ts';
import { withStatus } from './refusal.ts';

// Apart from the rest of its area, since every page of the portal loads it.
export const logoByCode = endpoint({
  area: 'bank-info',
  name: 'logoByCode',
  summary: 'The logo of a participant bank, in base64; null for one that has given none.',
  method: 'GET',
  path: '/tps/api/participant-banks/logo-by-code/{code}',
  permission: 'signed-in',
  params: z.strictObject({ code: ParticipantCode }),
  response: withStatus(z.object({ logo: z.string().nullable() })),
  errors: ['NOT_FOUND'],
});
