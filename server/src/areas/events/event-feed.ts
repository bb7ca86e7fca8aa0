import { type RequestArea, requestAreas } from '@tonle/contract/events';
import { Refusal } from '@tonle/contract/refusal';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { Notices, type NoticesTiming } from '../../db/notices.ts';
import type { Db } from '../../db/tx.ts';
import type { FindSession, Log, RequestInfo, Session } from '../../http/call.ts';
import { changesBetween, headOf } from './events.store.ts';
import { type Presence, Reader } from './reader.ts';
import type { ReminderRules } from './reminders.ts';
import { Throttle } from './throttle.ts';
import { countWaiting } from './waiting.store.ts';

export interface EventFeedSettings {
  /** Batches of the ledger that come closer together than this are told of together. */
  readonly gatherMs: number;
  readonly beatMs: number;
  /** A gap of more records than this is not told again: whatever the reader shows is loaded anew. */
  readonly replayRecordsMax: bigint;
  readonly notices: Partial<NoticesTiming>;
}

export interface EventFeedDeps {
  readonly db: Db;
  readonly url: string;
  readonly findSession: FindSession;
  readonly reminders: ReminderRules;
  readonly log: Log;
  readonly settings?: Partial<EventFeedSettings>;
}

const settingsDefault: EventFeedSettings = {
  gatherMs: 200,
  beatMs: 15_000,
  replayRecordsMax: 5_000n,
  notices: {},
};

/** Of one moment, or of one gap, no more records than this are looked up: most readers see only some of them. */
const CHANGES_MAX = 100;
/** One stream a browser is meant; a few more for browsers without locks, and for those that have not noticed their end. */
const PER_SESSION_MAX = 6;
const READERS_MAX = 5_000;
const JUDGED_AT_ONCE = 8;
const TOO_MANY_SECONDS = 15;

const areaOfTable: Readonly<Record<string, RequestArea>> = {
  verification_request: 'verification',
  contact_change: 'contact-changes',
  contact_change_event: 'contact-changes',
  key_recovery_request: 'key-recovery',
  authorizer_change: 'authorizers',
};

type Authorized = RequestInfo & { readonly bearer: string };

/**
 * Tells open portals what happens. Each server listens on a connection of its own and reads the book from where it was, so
 * any number of servers tell the same, and a notice that is lost is made up for by the next.
 */
export class EventFeed {
  readonly #deps: EventFeedDeps;
  readonly #settings: EventFeedSettings;
  readonly #notices: Notices;
  readonly #readers = new Set<Reader>();
  readonly #book: Throttle;
  readonly #waiting: Throttle;
  readonly #requests: Throttle;
  /** The areas whose requests have changed since readers were told last. */
  readonly #changed = new Set<RequestArea>();
  #head: bigint | undefined;
  #beat: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(deps: EventFeedDeps) {
    this.#deps = deps;
    this.#settings = { ...settingsDefault, ...deps.settings };
    const { gatherMs } = this.#settings;
    const onError = (error: unknown) => this.#complain(error);
    this.#book = new Throttle({ everyMs: gatherMs, run: () => this.#readBook(), onError });
    this.#waiting = new Throttle({ everyMs: gatherMs, run: () => this.#tellWaiting(), onError });
    this.#requests = new Throttle({ everyMs: gatherMs, run: () => this.#tellRequests(), onError });
    this.#notices = new Notices({
      url: deps.url,
      channels: ['ledger', 'waiting', 'keyholders', 'presence', 'access'],
      onNotice: (channel, payload) => this.#hear(channel, payload),
      onListening: () => this.#catchUp(),
      onError,
      timing: this.#settings.notices,
    });
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  get isListening(): boolean {
    return this.#notices.isListening;
  }

  start(): void {
    this.#notices.start();
    this.#beat ??= setInterval(() => {
      for (const reader of this.#readers) reader.beat();
      // A session also ends by time alone, which nobody gives notice of; so does a request's patience.
      this.#waiting.soon();
      void this.#judge([...this.#readers]);
    }, this.#settings.beatMs);
  }

  /** Opens a stream, from now or from an event on. */
  async open(session: Session, request: Authorized, lastEventId: string | undefined): Promise<Reader> {
    if (this.#isClosing || this.#readers.size >= READERS_MAX) throw new Refusal('UNAVAILABLE');
    const own = [...this.#readers].filter((it) => it.session.id === session.id);
    if (own.length >= PER_SESSION_MAX) throw new Refusal('TOO_MANY_REQUESTS', { seconds: TOO_MANY_SECONDS });
    const reader: Reader = new Reader(session, request, () => this.#readers.delete(reader));
    this.#readers.add(reader);
    try {
      // The feed reads on from where it stands now, for this reader too; what is before that is the reader's gap.
      await this.#book.now();
      await this.#begin(reader, lastEventId);
      return reader;
    } catch (error) {
      reader.readable.destroy();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#beat);
    for (const reader of this.#readers) reader.end();
    this.#book.close();
    this.#waiting.close();
    this.#requests.close();
    await this.#notices.close();
  }

  async #begin(reader: Reader, lastEventId: string | undefined): Promise<void> {
    const { db } = this.#deps;
    reader.hold();
    const head = this.#head ?? 0n;
    const from =
      lastEventId !== undefined && /^\d{1,19}$/.test(lastEventId) ? BigInt(lastEventId) : undefined;
    if (lastEventId === undefined) reader.ready(head);
    // Also what no event ever had, or not in this database: a backup was put back.
    else if (from === undefined || from > head || head - from > this.#settings.replayRecordsMax)
      reader.reload(head);
    else {
      const missed = await changesBetween(db, from, head, CHANGES_MAX);
      if (!reader.transactions(missed, head)) reader.ready(head);
    }
    // Ceremony and requests have no number to go on from.
    if (lastEventId !== undefined) {
      reader.keyholders();
      reader.requests(requestAreas);
    }
    reader.waiting(await this.#countWaiting());
    reader.release();
  }

  #hear(channel: string, payload: string): void {
    if (channel === 'ledger') this.#book.soon();
    else if (channel === 'waiting') this.#hearRequests(payload);
    else if (channel === 'keyholders') this.#tellKeyholders();
    else if (channel === 'presence') this.#tellPresence(payload);
    else {
      const changed = [...this.#readers].filter(
        ({ session }) => payload === '' || payload === String(session.userId),
      );
      void this.#judge(changed);
    }
  }

  /** The payload names the table that changed. */
  #hearRequests(payload: string): void {
    this.#waiting.soon();
    const area = areaOfTable[payload];
    this.#requestsChanged(area === undefined ? requestAreas : [area]);
  }

  #requestsChanged(areas: readonly RequestArea[]): void {
    for (const area of areas) this.#changed.add(area);
    this.#requests.soon();
  }

  async #tellRequests(): Promise<void> {
    const areas = [...this.#changed];
    this.#changed.clear();
    for (const reader of this.#readers) reader.later(() => reader.requests(areas));
  }

  /** Passed on as it comes: nobody is told later of who was there. */
  #tellPresence(payload: string): void {
    const presence = JSON.parse(payload) as Presence;
    for (const reader of this.#readers) reader.later(() => reader.presence(presence));
  }

  /** Nothing was heard for a while: everything may have happened. */
  #catchUp(): void {
    this.#book.soon();
    this.#waiting.soon();
    this.#tellKeyholders();
    this.#requestsChanged(requestAreas);
    void this.#judge([...this.#readers]);
  }

  #tellKeyholders(): void {
    for (const reader of this.#readers) reader.later(() => reader.keyholders());
  }

  async #readBook(): Promise<void> {
    if (this.#readers.size === 0) {
      this.#head = undefined;
      return;
    }
    const { db } = this.#deps;
    const before = this.#head;
    const head = await headOf(db);
    if (before === undefined || head === before) {
      this.#head = head;
      return;
    }
    if (head < before) {
      this.#head = head;
      for (const reader of this.#readers) reader.later(() => reader.reload(head));
      return;
    }
    const changes = await changesBetween(db, before, head, CHANGES_MAX);
    this.#head = head;
    if (changes.transactions.length === 0) return;
    for (const reader of this.#readers) reader.later(() => reader.transactions(changes, head));
    this.#waiting.soon();
  }

  async #tellWaiting(): Promise<void> {
    if (this.#readers.size === 0) return;
    const waiting = await this.#countWaiting();
    for (const reader of this.#readers) reader.later(() => reader.waiting(waiting));
  }

  #countWaiting() {
    const { hours, clock } = this.#deps.reminders;
    return countWaiting(this.#deps.db, { hours, now: clock() });
  }

  /** Holds streams against their sessions as they are now; whoever has none any more reads nothing further. */
  async #judge(readers: readonly Reader[]): Promise<void> {
    const waiting = [...readers];
    const work = async () => {
      for (let reader = waiting.shift(); reader !== undefined; reader = waiting.shift()) {
        await this.#judgeOne(reader);
      }
    };
    await Promise.all(Array.from({ length: JUDGED_AT_ONCE }, work));
  }

  async #judgeOne(reader: Reader): Promise<void> {
    const { findSession } = this.#deps;
    try {
      const session = await findSession(reader.request.bearer, { ...reader.request, isBackground: true });
      if (session === undefined || session.scope !== 'FULL') {
        reader.end();
        return;
      }
      const before = reader.session.permissions;
      reader.allow(session);
      const isSame =
        before.size === session.permissions.size && [...before].every((it) => session.permissions.has(it));
      if (!isSame) this.#waiting.soon();
    } catch (error) {
      this.#complain(error);
      // While the database is away nothing is told either; else a stream that cannot be judged does not go on.
      if (!isDatabaseUnavailable(error)) reader.end();
    }
  }

  #complain(error: unknown): void {
    if (!this.#isClosing) this.#deps.log.warn({ err: error }, 'the event feed');
  }
}
