import { type WaitingKind, waitingKinds, waitingPages, waitingPermission } from '@tonle/contract/events';
import { pageOf } from '@tonle/contract/pages';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import { type Colleague, colleagues } from '../sign-in/sign-in.public.ts';
import { type Overdue, reminderMail } from './reminder-mail.ts';
import { beginReminders, countWaiting, type Waiting } from './waiting.store.ts';

/** When a request counts as waiting too long. */
export interface ReminderRules {
  readonly hours: number;
  readonly clock: () => Date;
}

const HOUR_MS = 3_600_000;

/** Whether a request that has waited since then has waited too long; `waiting.store.ts` counts by the same rule. */
export const isOverdue = (since: Date, { hours, clock }: ReminderRules): boolean =>
  since.getTime() + hours * HOUR_MS < clock().getTime();

/**
 * The same of a request that fails by itself: what waits a good part of its own time, or has little of it left, has waited
 * too long, however patient the bank is (decision 110).
 */
export const isOverdueWithin = (
  { since, expires, patienceHours }: { since: Date; expires: Date; patienceHours: number },
  { hours, clock }: ReminderRules,
): boolean =>
  isOverdue(since, { hours: Math.min(hours, patienceHours), clock }) ||
  expires.getTime() - patienceHours * HOUR_MS < clock().getTime();

export interface RemindersOptions {
  readonly db: Db;
  readonly outbox: Outbox;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly rules: ReminderRules;
  /** HH:MM in Phnom Penh; undefined: nobody is mailed. */
  readonly time: string | undefined;
  readonly publicUrl: string;
  readonly everyMs?: number;
}

const EVERY_MS = 60_000;
/** Yesterday's reminder is of no use. */
const MAIL_MINUTES = 12 * 60;
/** Phnom Penh is seven hours ahead, all year. */
const OFFSET_MS = 7 * 3_600_000;

/**
 * What fails by itself may do so before the next morning: its kind is mailed as soon as there is something overdue, also later
 * in the day (decision 132).
 */
const failing: ReadonlySet<WaitingKind> = new Set(['key-recovery.request', 'key-recovery.authorize']);

/** Once a day and kind mails those who may do something about it that requests have waited too long. */
export class Reminders {
  readonly #options: RemindersOptions;
  #repeating: Repeating | undefined;

  constructor(options: RemindersOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.time === undefined) return;
    this.#repeating ??= repeat(
      this.#options.everyMs ?? EVERY_MS,
      () => this.#remind(),
      (error) => this.#options.log.warn({ err: error }, 'the reminders could not be written'),
    );
  }

  async close(): Promise<void> {
    await this.#repeating?.close();
  }

  async #remind(): Promise<void> {
    const { db, outbox, log, rules, time = '' } = this.#options;
    const now = rules.clock();
    if (new Date(now.getTime() + OFFSET_MS).toISOString().slice(11, 16) < time) return;
    const mails = await inTransaction(db, async (tx) => {
      const waiting = await countWaiting(tx, { hours: rules.hours, now });
      const due = waitingKinds.filter((kind) => !failing.has(kind) || waiting[kind].overdue > 0);
      const begun = await beginReminders(tx, dayOf(now), due);
      return begun.size === 0 ? undefined : this.#write(tx, waiting, begun);
    });
    if (mails === undefined) return;
    log.info({ mails }, 'the reminders of the day are written');
    outbox.wake();
  }

  async #write(tx: Tx, waiting: Waiting, begun: ReadonlySet<WaitingKind>): Promise<number> {
    const { outbox, publicUrl } = this.#options;
    const overdue = waitingKinds.flatMap((kind): (Overdue & { kind: WaitingKind })[] => {
      const { count, overdue: late } = waiting[kind];
      const address = `${publicUrl}${pageOf(waitingPages[kind]).url}`;
      return begun.has(kind) && late > 0 ? [{ kind, count: late, waiting: count, address }] : [];
    });
    if (overdue.length === 0) return 0;
    let mails = 0;
    for (const person of await colleagues(tx)) {
      const own = overdue.filter(({ kind }) => person.permissions.has(waitingPermission[kind]));
      if (own.length === 0 || person.email === null) continue;
      await this.#mail(tx, outbox, person, own);
      mails += 1;
    }
    return mails;
  }

  #mail(tx: Tx, outbox: Outbox, person: Colleague, own: readonly (Overdue & { kind: WaitingKind })[]) {
    return outbox.put(tx, {
      channel: 'MAIL',
      purpose: 'REMINDER',
      subjectId: String(person.userId),
      recipient: person.email,
      minutes: MAIL_MINUTES,
      ...reminderMail(person, own, this.#options.rules.hours),
    });
  }
}
