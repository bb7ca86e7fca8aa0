import { Readable } from 'node:stream';
import { type ChannelAccountType, permissionFor } from '@tonle/contract/channel-permissions';
import {
  type LiveEvent,
  type LiveList,
  type LiveTransaction,
  liveTransactionsMax,
  type RequestArea,
  requestReaders,
  type WaitingCounts,
  waitingKinds,
  waitingPermission,
} from '@tonle/contract/events';
import { keyholderPermissions } from '@tonle/contract/keyholders';
import type { Permission } from '@tonle/contract/permissions';
import type { RequestInfo, Session } from '../../http/call.ts';
import type { Changes } from './events.store.ts';
import type { Waiting } from './waiting.store.ts';

/** What a notice of the channel `presence` says. */
export type Presence = Omit<Extract<LiveEvent, { type: 'presence' }>, 'type'> & {
  accountType: ChannelAccountType;
};

/** A reader that has let this much pile up is too slow; it comes back and asks from where it was. */
const BUFFER_CHARACTERS_MAX = 256 * 1024;

const END_MS = 1_000;

const opens: readonly (readonly [Permission, LiveList])[] = [
  ['transactions.incoming', 'INCOMING'],
  ['transactions.outgoing', 'OUTGOING'],
  ['transactions.history', 'HISTORY'],
  ['transactions.audit', 'HISTORY'],
  ['transactions.account-detail', 'HISTORY'],
];

/** One open stream: who reads it, and what they may be told. */
export class Reader {
  readonly readable: Readable;
  readonly request: RequestInfo & { readonly bearer: string };
  session: Session;
  #lists: ReadonlySet<LiveList> = new Set();
  #waiting = '';
  /** What happened while it was still being told of what it had missed. */
  #held: (() => void)[] | undefined = [];
  #isEnded = false;

  constructor(session: Session, request: RequestInfo & { readonly bearer: string }, onEnd: () => void) {
    this.session = session;
    this.request = request;
    this.readable = new Readable({ read: () => undefined, highWaterMark: BUFFER_CHARACTERS_MAX });
    this.readable.setEncoding('utf8');
    this.readable.once('close', onEnd);
    this.allow(session);
  }

  /** Takes over what the session may do now. */
  allow(session: Session): void {
    this.session = session;
    this.#lists = new Set(opens.flatMap(([may, list]) => (session.permissions.has(may) ? [list] : [])));
  }

  /** Forgets what was held, and holds what happens from now on until `release`. */
  hold(): void {
    this.#held = [];
  }

  later(send: () => void): void {
    if (this.#held === undefined) send();
    else this.#held.push(send);
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const send of held) send();
  }

  ready(head: bigint): void {
    this.#send({ type: 'ready' }, head);
  }

  reload(head: bigint): void {
    this.#send({ type: 'reload' }, head);
  }

  /** Tells of transactions, without those that the reader has no list of. False where that leaves nothing. */
  transactions(changes: Changes, head: bigint): boolean {
    const text = textFor(this.#lists, changes, head);
    if (text !== undefined) this.#push(text);
    return text !== undefined;
  }

  /** Tells how much waits, where that is news. */
  waiting(waiting: Waiting): void {
    const counts: WaitingCounts = {};
    const overdue: WaitingCounts = {};
    for (const kind of waitingKinds) {
      if (!this.session.permissions.has(waitingPermission[kind])) continue;
      counts[kind] = waiting[kind].count;
      if (waiting[kind].overdue > 0) overdue[kind] = waiting[kind].overdue;
    }
    const isNothing = Object.keys(counts).length === 0;
    const text = JSON.stringify([counts, overdue]);
    if (text === this.#waiting || (isNothing && this.#waiting === '')) return;
    this.#waiting = text;
    this.#send({ type: 'waiting', counts, overdue });
  }

  /** Tells that lists of requests have changed, of those areas whose requests the reader sees. */
  requests(areas: readonly RequestArea[]): void {
    const seen = areas.filter((area) => requestReaders[area].some((it) => this.session.permissions.has(it)));
    if (seen.length > 0) this.#send({ type: 'requests', areas: seen });
  }

  /** Tells keyholders to look where their ceremony stands. */
  keyholders(): void {
    if (keyholderPermissions.some((it) => this.session.permissions.has(it)))
      this.#send({ type: 'keyholders' });
  }

  /** Tells who looks at a request, to those who see requests of its kind. */
  presence({ accountType, ...presence }: Presence): void {
    if (!this.session.permissions.has(permissionFor('verification.list', accountType))) return;
    this.#send({ type: 'presence', ...presence });
  }

  /** A comment, by which both sides notice that the other is gone. */
  beat(): void {
    this.#push(':\n\n');
  }

  /** Ends the stream; one that is not read does not stay open for that. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.readable.push(null);
    setTimeout(() => this.readable.destroy(), END_MS).unref();
  }

  #send(event: LiveEvent, id?: bigint): void {
    this.#push(textOf(event, id));
  }

  #push(text: string): void {
    const { readable } = this;
    if (readable.destroyed || this.#isEnded) return;
    if (readable.readableLength + text.length > BUFFER_CHARACTERS_MAX) readable.destroy();
    else readable.push(text);
  }
}

function textOf(event: LiveEvent, id?: bigint): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Written once for all who may open the same lists. */
const texts = new WeakMap<Changes, Map<string, string | undefined>>();

function textFor(lists: ReadonlySet<LiveList>, changes: Changes, head: bigint): string | undefined {
  const key = [...lists].sort().join();
  const written = texts.get(changes) ?? new Map<string, string | undefined>();
  texts.set(changes, written);
  if (!written.has(key)) {
    const event = eventFor(lists, changes);
    written.set(key, event && textOf(event, head));
  }
  return written.get(key);
}

function eventFor(lists: ReadonlySet<LiveList>, { transactions, more }: Changes): LiveEvent | undefined {
  const shown = transactions.flatMap((it): LiveTransaction[] => {
    const open = it.lists.filter((list) => lists.has(list));
    return open.length === 0 ? [] : [{ ...it, lists: open }];
  });
  if (lists.size > 0 && (more || shown.length > liveTransactionsMax)) {
    return { type: 'transactions', transactions: [], more: true };
  }
  return shown.length === 0 ? undefined : { type: 'transactions', transactions: shown, more: false };
}
