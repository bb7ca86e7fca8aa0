import { createHash } from 'node:crypto';
import {
  AnswerToBank,
  type MessageToBank,
  networkPaths,
  type StatusMessage,
  TransferInquiryAnswer,
} from '@tonle/contract/network';
import { isSettled } from '@tonle/contract/network-states';
import { Refusal } from '@tonle/contract/refusal';
import { type NetworkClient, NetworkSilent } from '../../adapters/network-client.ts';
import { isDatabaseFault } from '../../db/errors.ts';
import { inTransaction } from '../../db/tx.ts';
import { type HearingDeps, heard } from './answers.ts';
import { hearKeyChangeStatus } from './key-change.service.ts';
import { claimSilent, noteSettled, outgoingTransferOf } from './messages.store.ts';
import { claimDue, hasten, type OutboxMessage, postpone, sendAgain, settle } from './outbox.store.ts';
import { hearStatus } from './status.service.ts';

export interface DispatcherTiming {
  /** How often is looked for what another server wrote, or what is due again. */
  readonly pollMs: number;
  /** The first pause after a failure; each next one is twice as long, up to the longest, less up to half by chance. */
  readonly retryMs: number;
  readonly retryLongestMs: number;
  /** How long the network has for an answer. */
  readonly answerMs: number;
  /** A server that dies lets go of its messages after this; longer than any answer is waited for. */
  readonly leaseMs: number;
  readonly concurrency: number;
}

export const timingDefault: DispatcherTiming = {
  pollMs: 1_000,
  retryMs: 1_000,
  retryLongestMs: 60_000,
  answerMs: 10_000,
  leaseMs: 30_000,
  concurrency: 16,
};

export interface DispatcherDeps extends HearingDeps {
  readonly client: NetworkClient;
  readonly timing: DispatcherTiming;
}

const INQUIRIES_AT_ONCE = 8;
/** When the server stops, what is on its way gets this long; then another server sends it again. */
const CLOSE_MS = 3_000;

/** Sends what the outbox holds, as often as it takes, and asks after transfers that nothing is heard of. */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #running = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #wake: (() => void) | undefined;
  #isWoken = false;
  #isClosing = false;
  #wasAway = false;
  #loop: Promise<void> | undefined;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** There is something to send now. */
  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.wake();
    const timer = setTimeout(() => this.#abort.abort(), CLOSE_MS);
    await this.#loop;
    await Promise.allSettled(this.#running);
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      this.#isWoken = false;
      const isMore = await this.#step().catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'the network’s outbox could not be read');
        return false;
      });
      if (!isMore) await this.#pause();
    }
  }

  /** True where there may be more to do at once. */
  async #step(): Promise<boolean> {
    const { client, db, timing, silenceSeconds } = this.#deps;
    // While the other side is away one message after the other finds out whether it is back.
    const free = (client.isAway ? 1 : timing.concurrency) - this.#running.size;
    if (free <= 0) return false;
    const due = await inTransaction(db, (tx) => claimDue(tx, free, timing.leaseMs / 1_000));
    for (const message of due) this.#track(this.#deliver(message));
    const rest = Math.min(free - due.length, INQUIRIES_AT_ONCE);
    // Where nothing else is to be sent, asking is what finds out that the other side is back.
    if (rest > 0 && (!client.isAway || due.length === 0)) {
      const silent = await inTransaction(db, (tx) => claimSilent(tx, rest, silenceSeconds));
      for (const it of silent) this.#track(this.#inquire(it));
    }
    return due.length === free;
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a message to the network failed'))
      .finally(() => {
        this.#running.delete(tracked);
        this.wake();
      });
    this.#running.add(tracked);
  }

  #pause(): Promise<void> {
    if (this.#isWoken || this.#isClosing) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, this.#deps.timing.pollMs);
      this.#wake = done;
    });
  }

  async #deliver(message: OutboxMessage): Promise<void> {
    const { client, db, timing } = this.#deps;
    try {
      const answer = await client.ask({
        path: networkPaths.messages,
        messageId: message.messageId,
        body: message.body,
        answer: AnswerToBank,
        timeoutMs: timing.answerMs,
        signal: this.#abort.signal,
      });
      await this.#settle(message, answer);
      await this.#noteAnswered();
    } catch (error) {
      this.#wasAway ||= client.isAway;
      const reason = error instanceof NetworkSilent ? error.message : 'the answer could not be applied';
      const isPassing = error instanceof NetworkSilent || isDatabaseFault(error);
      const level = isPassing ? 'warn' : 'error';
      this.#deps.log[level]({ err: error, messageId: message.messageId, attempts: message.attempts }, reason);
      await inTransaction(db, (tx) =>
        postpone(tx, message.id, pauseSeconds(timing, message.attempts), reason),
      );
    }
  }

  async #noteAnswered(): Promise<void> {
    if (!this.#wasAway) return;
    this.#wasAway = false;
    await inTransaction(this.#deps.db, hasten);
  }

  async #settle(message: OutboxMessage, answer: AnswerToBank): Promise<void> {
    const { db } = this.#deps;
    if (answer.outcome === 'ACCEPTED') {
      await inTransaction(db, (tx) => settle(tx, message.id, 'DELIVERED', null));
      return;
    }
    // What clearing does not take comes back like what it refuses later.
    if (message.type === 'TRANSFER') await this.#refuse(message, answer.reason);
    if (message.type === 'KEY_CHANGE') await this.#refuseKeyChange(message, answer.reason);
    await inTransaction(db, (tx) => settle(tx, message.id, 'REJECTED', answer.reason));
  }

  async #refuse({ messageId, body }: OutboxMessage, reason: string): Promise<void> {
    const { transferId } = JSON.parse(body) as { transferId: string };
    await this.#hear(`${messageId}-refused`, {
      type: 'STATUS',
      transferId,
      businessStatus: 'FAILED_AT_ACH',
      reason,
      // Of the message and not of this moment: however often it is refused, it is one refusal.
      at: new Date(0).toISOString(),
    });
  }

  async #refuseKeyChange({ messageId, transactionHash }: OutboxMessage, reason: string): Promise<void> {
    await hearKeyChangeStatus(
      this.#deps,
      heard(`${messageId}-refused`, {
        type: 'KEY_CHANGE_STATUS',
        transactionHash,
        verdict: 'REJECTED',
        reason,
        at: new Date(0).toISOString(),
      }),
    );
  }

  #hear(messageId: string, message: StatusMessage & MessageToBank) {
    return hearStatus(this.#deps, heard(messageId, message));
  }

  /** Silence asks the network and never returns money (decisions section 7). */
  async #inquire({ transferId, transactionHash }: { transferId: string; transactionHash: string }) {
    const { client, db, timing, log } = this.#deps;
    const transfer = await inTransaction(db, (tx) => outgoingTransferOf(tx, transferId));
    if (transfer !== undefined && isSettled(transfer.now)) {
      await inTransaction(db, (tx) => noteSettled(tx, transferId));
      return;
    }
    try {
      const { known, statuses } = await client.ask({
        path: networkPaths.transferStatus,
        messageId: `inquiry-${createHash('sha256').update(`${transactionHash} ${Date.now()}`).digest('hex').slice(0, 32)}`,
        body: JSON.stringify({ transferId }),
        answer: TransferInquiryAnswer,
        timeoutMs: timing.answerMs,
        signal: this.#abort.signal,
      });
      if (!known) {
        log.warn({ transferId }, 'the network does not know a transfer that it took: sent again');
        await inTransaction(db, (tx) => sendAgain(tx, transactionHash));
        this.wake();
        return;
      }
      for (const { messageId, ...said } of statuses) {
        await this.#hear(messageId, { ...said, type: 'STATUS', transferId }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          log.error({ err: error, messageId, transferId }, 'what the network says of a transfer was refused');
        });
      }
      await this.#noteAnswered();
    } catch (error) {
      if (!(error instanceof NetworkSilent)) throw error;
      log.warn({ err: error, transferId }, 'the network did not say what became of a transfer');
      this.#wasAway ||= client.isAway;
    }
  }
}

/** Exponential, with jitter, so that what failed together does not come back together. */
export function pauseSeconds(
  { retryMs, retryLongestMs }: Pick<DispatcherTiming, 'retryMs' | 'retryLongestMs'>,
  attempts: number,
  chance: number = Math.random(),
): number {
  const longest = Math.min(retryMs * 2 ** Math.min(attempts - 1, 30), retryLongestMs);
  return (longest * (0.5 + chance / 2)) / 1_000;
}
