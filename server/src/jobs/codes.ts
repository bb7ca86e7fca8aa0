import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { codeMinutes, codePauseSeconds, codeTriesMax } from '@tonle/contract/code';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import { type CodeSubject, codeRow, guessCode, insertCode, replaceCode } from './codes.store.ts';
import type { MessageText, Outbox } from './outbox.ts';

export type { CodeSubject } from './codes.store.ts';

/** How a code reaches whoever is to enter it. */
export interface CodeDelivery {
  /** A phone (SMS) or an e-mail address. */
  readonly contact: string;
  /** Why it is sent, as the outbox counts, e.g. CONTACT_CHANGE_CODE. */
  readonly purpose: string;
  readonly text: (it: { code: string; minutes: number }) => MessageText;
}

export interface Guess<Result> {
  /** Comes first, in the same transaction: locks the request and refuses what is not waiting for a code, at no cost of a try. */
  readonly before: (tx: Tx) => Promise<void>;
  /** The code is right. What this throws undoes the guess as well. */
  readonly right: (tx: Tx) => Promise<Result>;
  /** The code is wrong; this is committed together with the count, then the guess is refused. */
  readonly wrong: (tx: Tx, it: { triesLeft: number }) => Promise<void>;
}

/**
 * Six-digit codes (decisions section 8): kept as an HMAC, good for 10 minutes and once, 5 tries for each subject whatever is
 * sent again, sent again once a minute at most.
 */
export class Codes {
  readonly #db: Db;
  readonly #outbox: Outbox;
  readonly #key: Uint8Array;

  constructor({ db, outbox, keyWrapSecret }: { db: Db; outbox: Outbox; keyWrapSecret: string }) {
    this.#db = db;
    this.#outbox = outbox;
    this.#key = new Uint8Array(hkdfSync('sha256', keyWrapSecret, '', 'tonle one-time codes', 32));
  }

  /** The first code of a subject, for a person to read from the screen; nothing is sent. */
  async issue(tx: Tx, subject: CodeSubject, minutes: number = codeMinutes): Promise<string> {
    const code = newCode();
    await insertCode(tx, subject, this.#hmac(subject, code), minutes);
    return code;
  }

  /** The first code of a subject, sent to a contact. Call `wake` after the commit. */
  async send(tx: Tx, subject: CodeSubject, to: CodeDelivery): Promise<void> {
    await this.#put(tx, subject, to, await this.issue(tx, subject));
  }

  /** Another code for the same subject. Refuses it within a minute of the last one, and when the tries are spent. */
  async resend(tx: Tx, subject: CodeSubject, to: CodeDelivery): Promise<void> {
    const code = newCode();
    const isReplaced = await replaceCode(tx, subject, this.#hmac(subject, code), {
      minutes: codeMinutes,
      triesMax: codeTriesMax,
      pauseSeconds: codePauseSeconds,
    });
    if (!isReplaced) throw await whyNot(tx, subject);
    await this.#put(tx, subject, to, code);
  }

  /** Sends on what was written. */
  wake(): void {
    this.#outbox.wake();
  }

  /** Judges a guess in a transaction of its own, so that its count stays whatever is refused afterwards. */
  async check<Result>(subject: CodeSubject, typed: string, guess: Guess<Result>): Promise<Result> {
    const outcome = await inTransaction(this.#db, async (tx) => {
      await guess.before(tx);
      const judged = await guessCode(tx, subject, this.#hmac(subject, typed), codeTriesMax);
      if (judged === undefined) return { refusal: await whyNot(tx, subject) };
      if (judged.isRight) return { result: await guess.right(tx) };
      const triesLeft = codeTriesMax - judged.tries;
      await guess.wrong(tx, { triesLeft });
      return { refusal: new Refusal('CODE_WRONG', { triesLeft }) };
    });
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return outcome.result as Result;
  }

  #hmac({ kind, id }: CodeSubject, code: string): Buffer {
    return createHmac('sha256', this.#key).update([kind, id, code].join('\0')).digest();
  }

  #put(tx: Tx, { id }: CodeSubject, { contact, purpose, text }: CodeDelivery, code: string): Promise<void> {
    return this.#outbox.put(tx, {
      channel: contact.includes('@') ? 'MAIL' : 'SMS',
      purpose,
      subjectId: id,
      recipient: contact,
      minutes: codeMinutes,
      ...text({ code, minutes: codeMinutes }),
    });
  }
}

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Why a guess was not judged, or no other code was sent. */
async function whyNot(tx: Tx, subject: CodeSubject): Promise<Refusal> {
  const row = await codeRow(tx, subject);
  if (row === undefined || row.isUsed) return new Refusal('CODE_EXPIRED');
  if (row.tries >= codeTriesMax) return new Refusal('CODE_TRIES_SPENT', { max: codeTriesMax });
  if (row.isExpired) return new Refusal('CODE_EXPIRED');
  return new Refusal('TOO_MANY_REQUESTS', {
    seconds: Math.max(1, Math.ceil(codePauseSeconds - row.issuedSecondsAgo)),
  });
}
