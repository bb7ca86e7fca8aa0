import { z } from 'zod';
import type { Area } from './areas.ts';
import { endpoint } from './endpoint.ts';
import type { PageName } from './pages.ts';
import type { Permission } from './permissions.ts';
import { businessStatuses, transactionStatuses } from './transaction-states.ts';

/** The lists that a transaction can be new in. */
export const liveLists = ['INCOMING', 'OUTGOING', 'HISTORY'] as const;
export type LiveList = (typeof liveLists)[number];

/** What can wait for somebody of the bank, and the permission to know how much of it does. */
export const waitingKinds = [
  'deposits',
  'verification.mobile',
  'verification.desktop',
  'verification.web',
  'contact-changes.verify',
  'contact-changes.authorize',
  'key-recovery.request',
  'key-recovery.authorize',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export const waitingPermission: Readonly<Record<WaitingKind, Permission>> = {
  deposits: 'transactions.incoming',
  'verification.mobile': 'verification.list.mobile',
  'verification.desktop': 'verification.list.desktop',
  'verification.web': 'verification.list.web',
  'contact-changes.verify': 'contact-changes.request',
  'contact-changes.authorize': 'contact-changes.authorize',
  'key-recovery.request': 'key-recovery.request',
  'key-recovery.authorize': 'key-recovery.authorize',
};

/** Where what waits is worked off. */
export const waitingPages: Readonly<Record<WaitingKind, PageName>> = {
  deposits: 'incoming-transactions',
  'verification.mobile': 'waiting-for-approval-mobile',
  'verification.desktop': 'waiting-for-approval-desktop',
  'verification.web': 'waiting-for-approval-web',
  'contact-changes.verify': 'contact-changes-admin',
  'contact-changes.authorize': 'contact-changes',
  'key-recovery.request': 'key-recovery-requests',
  'key-recovery.authorize': 'recovery-requests',
};

/** Requests that people work off in lists, and the permissions to know that one of those lists has changed. */
export const requestReaders = {
  verification: ['verification.list.mobile', 'verification.list.desktop', 'verification.list.web'],
  'contact-changes': ['contact-changes.request', 'contact-changes.authorize'],
  'key-recovery': ['key-recovery.request', 'key-recovery.authorize'],
  authorizers: ['authorizers.change'],
} as const satisfies Partial<Record<Area, readonly Permission[]>>;
export type RequestArea = keyof typeof requestReaders;
export const requestAreas = Object.keys(requestReaders) as [RequestArea, ...RequestArea[]];

/** More than this is not counted; it is shown with a plus. */
export const waitingCountMax = 1_000;
/** When more transactions than this happen at once, none is named. */
export const liveTransactionsMax = 20;

/** A transaction that was posted or that changed: what tells whether it belongs on a screen, not what the screen shows. */
export const LiveTransaction = z.object({
  change: z.enum(['POSTED', 'CHANGED']),
  /** The lists that show it, of those that the reader may open. */
  lists: z.array(z.enum(liveLists)),
  transactionHash: z.string(),
  fiTransactionId: z.string(),
  destinationAccountId: z.string(),
  currencyName: z.enum(['KHR', 'USD']),
  status: z.enum(transactionStatuses),
  businessStatus: z.enum(businessStatuses).nullable(),
});
export type LiveTransaction = z.infer<typeof LiveTransaction>;

export const WaitingCounts = z.partialRecord(z.enum(waitingKinds), z.int().min(0).max(waitingCountMax));
export type WaitingCounts = z.infer<typeof WaitingCounts>;

/** One event of the stream; `type` is also its SSE event name. */
export const LiveEvent = z.discriminatedUnion('type', [
  /** The stream stands at its id; nothing was missed. */
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('transactions'),
    transactions: z.array(LiveTransaction),
    /** Too many happened at once to name them: whatever shows transactions may be old. */
    more: z.boolean(),
  }),
  /** All counts that the reader may see, whenever one of them changed. */
  z.object({
    type: z.literal('waiting'),
    counts: WaitingCounts,
    /** How many of them have waited longer than they should, where there are some. */
    overdue: WaitingCounts.default({}),
  }),
  /** Requests of these areas came, went or changed, or may have done so while nothing was heard of them. */
  z.object({ type: z.literal('requests'), areas: z.array(z.enum(requestAreas)) }),
  /** The keyholders’ ceremony went a step on, or may have done so while nothing was heard of it. */
  z.object({ type: z.literal('keyholders') }),
  /** Somebody looks at a verification request, or has left it. Told again while they are there; never replayed. */
  z.object({
    type: z.literal('presence'),
    verificationId: z.string(),
    /** One name for each session. */
    viewer: z.string(),
    fullName: z.string(),
    here: z.boolean(),
  }),
  /** More was missed than is told again: whatever is on the screen may be old. */
  z.object({ type: z.literal('reload') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Says where to go on after a gap: the id of the last event that was read. */
export const lastEventIdHeader = 'last-event-id';

export const eventStream = endpoint({
  area: 'events',
  name: 'eventStream',
  summary:
    'What happens in the bank, as server-sent events: transactions posted and changed, requests that wait or changed, steps of the keyholders’ ceremony. An extension. `Last-Event-ID` goes on after a gap. Reading it keeps no session alive.',
  method: 'GET',
  path: '/api/events',
  permission: 'signed-in',
  response: z.custom<AsyncIterable<string>>(),
  stream: LiveEvent,
  errors: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});
