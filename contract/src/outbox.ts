import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { InstantOut } from './text.ts';

/** A mail or text message as the demo shows it. */
export const ShownMessage = z.object({
  id: z.string(),
  channel: z.enum(['MAIL', 'SMS']),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  created: InstantOut,
});
export type ShownMessage = z.infer<typeof ShownMessage>;

/** Not there outside of the demo bank (decisions section 8). */
export const outbox = endpoint({
  name: 'outbox',
  area: 'sign-in',
  summary: 'The demo’s latest mails and text messages, instead of sending them. Only the demo has this.',
  method: 'GET',
  path: '/api/demo/outbox',
  permission: 'public',
  list: 'array',
  response: ShownMessage,
  errors: ['NOT_FOUND'],
});
