import { randomBytes } from 'node:crypto';
import { dayOf } from '@tonle/contract/phnom-penh-day';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The bank, the day and 60 random bits: unique, and short enough to read over the phone. */
export function newFiTransactionId({ participantCode }: { participantCode: string }, now: Date): string {
  const random = [...randomBytes(12)].map((byte) => crockford[byte & 31]).join('');
  return `${participantCode.slice(0, 4)}${dayOf(now).replaceAll('-', '')}${random}`;
}
