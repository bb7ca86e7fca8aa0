import type { Tone } from './transaction-states.ts';

/** Changing the contact that an account is known by (2-console.md section 4, decisions section 8). */
export const contactChangeStatuses = [
  'OPEN',
  'VERIFIED',
  'AUTHORIZED',
  'REJECTED',
  'CANCELED',
  'CLOSED',
] as const;
export type ContactChangeStatus = (typeof contactChangeStatuses)[number];

/** Those that are not at their end: an account has one at most. */
export const openContactChangeStatuses = ['OPEN', 'VERIFIED', 'AUTHORIZED'] as const;

/** What leads from where to where: the portal shows by it, the server moves by it. */
export const contactChangeMoves = {
  verify: { from: ['OPEN'], to: 'VERIFIED' },
  resend: { from: ['OPEN'], to: 'OPEN' },
  cancel: { from: ['OPEN', 'VERIFIED'], to: 'CANCELED' },
  authorize: { from: ['VERIFIED'], to: 'AUTHORIZED' },
  reject: { from: ['VERIFIED'], to: 'REJECTED' },
  /** By the bank's own server, once it is authorized. */
  apply: { from: ['AUTHORIZED'], to: 'CLOSED' },
  /** The same, where the new contact belongs to another account meanwhile. */
  giveUp: { from: ['AUTHORIZED'], to: 'REJECTED' },
} as const satisfies Record<string, { from: readonly ContactChangeStatus[]; to: ContactChangeStatus }>;
export type ContactChangeMove = keyof typeof contactChangeMoves;

type Movable = { status: ContactChangeStatus };
const may =
  (move: ContactChangeMove) =>
  ({ status }: Movable): boolean =>
    (contactChangeMoves[move].from as readonly ContactChangeStatus[]).includes(status);
export const contactChangeCan = {
  verify: may('verify'),
  resend: may('resend'),
  cancel: may('cancel'),
  authorize: may('authorize'),
  reject: may('reject'),
} as const;

export const contactChangeTone: Record<ContactChangeStatus, Tone> = {
  OPEN: 'warning',
  VERIFIED: 'warning',
  AUTHORIZED: 'progress',
  REJECTED: 'failure',
  CANCELED: 'neutral',
  CLOSED: 'success',
};

export const contactChangeSorts = ['createdTime', 'updatedTime', 'accountId'] as const;
