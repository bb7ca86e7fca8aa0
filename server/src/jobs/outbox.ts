import type { Db, Tx } from '../db/tx.ts';
import {
  type Channel,
  claimOutgoing,
  countLately,
  expireOutgoing,
  insertOutgoing,
  latestOutgoing,
  type OutgoingRow,
  postponeOutgoing,
  settleOutgoing,
} from './outbox.store.ts';
import { type Repeating, repeat } from './repeat.ts';

/** What a person is told; a text message has no subject. */
export interface MessageText {
  readonly subject: string;
  readonly text: string;
}

export interface OutgoingMessage extends MessageText {
  readonly channel: Channel;
  /** Why it is sent, e.g. PASSWORD_RESET; limits count by it. */
  readonly purpose: string;
  /** Whom it is about, e.g. a user's id. */
  readonly subjectId?: string;
  /** Null writes nothing, with the same work: whoever asks cannot tell by the time it takes. */
  readonly recipient: string | null;
  /** Not sent later than this. */
  readonly minutes: number;
}

/** The way out of the house: throws where it did not work, `NeverDeliverable` where trying again is of no use. */
export type Send = (message: MessageText & { id: string; recipient: string }) => Promise<void>;

/** Thrown by a sender: the receiving side will never take this message. */
export class NeverDeliverable extends Error {
  override name = 'NeverDeliverable';
}

/** Seals what rests in the database; KEY_WRAP_SECRET's wrapper fits. */
export interface Seal {
  seal(purpose: string, context: string, secret: Uint8Array): Buffer;
  open(purpose: string, context: string, sealed: Uint8Array): Buffer;
}

export interface OutboxOptions {
  readonly db: Db;
  readonly seal: Seal;
  /** A channel without a sender only rests in the outbox. */
  readonly senders: Partial<Record<Channel, Send>>;
  /** The demo and tests: channels without a sender count as delivered, and what was said stays readable. */
  readonly isShown: boolean;
  readonly log: { warn(fields: object, text: string): void };
  readonly timing?: OutboxTiming;
}

export interface OutboxTiming {
  readonly everyMs: number;
  readonly retrySecondsMin: number;
}

const timingDefault: OutboxTiming = { everyMs: 5_000, retrySecondsMin: 2 };
const SEAL_PURPOSE = 'outgoing message';
const RETRY_SECONDS_MAX = 300;
/** Longer than a sender takes to give up. */
const LEASE_SECONDS = 90;
const BATCH = 10;

/** Mails and text messages: written in the transaction that they tell of, sent after its commit, tried again. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #timing: OutboxTiming;
  #repeating: Repeating | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#timing = options.timing ?? timingDefault;
  }

  /** Writes a message; call `wake` once the transaction has committed. */
  put(tx: Tx, it: OutgoingMessage): Promise<void> {
    const text = JSON.stringify({ subject: it.subject, text: it.text });
    return insertOutgoing(tx, {
      channel: it.channel,
      purpose: it.purpose,
      subjectId: it.subjectId ?? null,
      recipient: it.recipient,
      sealed: this.#options.seal.seal(SEAL_PURPOSE, it.recipient ?? '', Buffer.from(text)),
      minutes: it.minutes,
    });
  }

  countLately(tx: Tx, subjectId: string, purpose: string, minutes: number): Promise<number> {
    return countLately(tx, subjectId, purpose, minutes);
  }

  start(): void {
    this.#repeating ??= repeat(
      this.#timing.everyMs,
      () => this.#deliver(),
      (error) => this.#options.log.warn({ err: error }, 'the outbox could not be emptied'),
    );
  }

  wake(): void {
    this.#repeating?.wake();
  }

  async close(): Promise<void> {
    await this.#repeating?.close();
  }

  /** The latest messages, for the demo's outbox page. */
  async shown(max: number) {
    const rows = await latestOutgoing(this.#options.db, max);
    return rows.map(({ sealed, ...row }) => ({ ...row, ...this.#open(row.recipient, sealed) }));
  }

  async #deliver(): Promise<void> {
    const { db, senders, isShown } = this.#options;
    await expireOutgoing(db);
    const channels = (['MAIL', 'SMS'] as const).filter((it) => isShown || senders[it] !== undefined);
    for (;;) {
      const claimed = channels.length === 0 ? [] : await claimOutgoing(db, channels, BATCH, LEASE_SECONDS);
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((it) => this.#send(it)));
    }
  }

  async #send(row: OutgoingRow): Promise<void> {
    const { db, senders, isShown, log } = this.#options;
    const keepsText = isShown;
    const send = senders[row.channel];
    try {
      if (send !== undefined)
        await send({
          id: String(row.id),
          recipient: row.recipient,
          ...this.#open(row.recipient, row.sealed),
        });
      await settleOutgoing(db, row.id, 'SENT', { keepsText });
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
      log.warn(
        { id: String(row.id), channel: row.channel, attempts: row.attempts, reason },
        'a message was not sent',
      );
      if (error instanceof NeverDeliverable) await settleOutgoing(db, row.id, 'FAILED', { reason });
      else await postponeOutgoing(db, row.id, this.#retrySeconds(row.attempts), reason);
    }
  }

  #retrySeconds(attempts: number): number {
    const wanted = this.#timing.retrySecondsMin * 2 ** Math.min(attempts - 1, 20);
    return Math.min(RETRY_SECONDS_MAX, wanted) * (0.75 + Math.random() / 2);
  }

  #open(recipient: string, sealed: Buffer | null): MessageText {
    if (sealed === null) return { subject: '', text: '' };
    return JSON.parse(this.#options.seal.open(SEAL_PURPOSE, recipient, sealed).toString()) as MessageText;
  }
}
