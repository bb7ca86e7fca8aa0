import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerToNetwork, type MessageToBank, networkPaths } from '@tonle/contract/network';
import { Connections } from './connections.ts';
import type { NetworkKeys } from './keys.ts';
import { headersFor, messageIdOf } from './signatures.ts';
import type { Tally } from './tally.ts';

const ANSWER_MS = 10_000;
const RETRY_MS = 200;
const RETRY_LONGEST_MS = 5_000;
const AT_ONCE_MAX = 64;

const kinds = { DEPOSIT: 'deposit', STATUS: 'status message', KEY_CHANGE_STATUS: 'key status' } as const;

export interface BankDoorOptions {
  readonly bankUrl: string;
  readonly keys: NetworkKeys;
  readonly tally: Tally;
}

export type Delivered = { answer: AnswerToNetwork } | { refused: number } | 'given-up';

/** Brings messages to the bank: the same message again and again until it is answered, signed, once and for all. */
export class BankDoor {
  readonly #options: BankDoorOptions;
  readonly #stop = new AbortController();
  readonly #connections: Connections;
  #open = 0;

  constructor(options: BankDoorOptions) {
    this.#options = options;
    this.#connections = new Connections(options.bankUrl, AT_ONCE_MAX);
  }

  /** Messages that have no answer yet. */
  get underWay(): number {
    return this.#open;
  }

  /** `times` at once, as a network that repeats itself does; the first answer counts. */
  async deliver(messageId: string, message: MessageToBank, times = 1): Promise<Delivered> {
    this.#open += 1;
    try {
      const copies = Array.from({ length: times }, (_, copy) => this.#deliver(messageId, message, copy > 0));
      return (await Promise.all(copies))[0] ?? 'given-up';
    } finally {
      this.#open -= 1;
    }
  }

  async #deliver(messageId: string, message: MessageToBank, isRepetition: boolean): Promise<Delivered> {
    const { tally } = this.#options;
    const kind = isRepetition ? 'repetition' : kinds[message.type];
    const body = Buffer.from(JSON.stringify(message));
    tally.sent(kind);
    const start = performance.now();
    for (let pause = RETRY_MS; !this.#stop.signal.aborted; pause = Math.min(pause * 2, RETRY_LONGEST_MS)) {
      const given = await this.#once(messageId, body);
      const ms = performance.now() - start;
      if (given !== undefined) {
        if ('refused' in given) tally.refused(kind, `HTTP ${given.refused}`, ms);
        else if (given.answer.outcome === 'REFUSED') tally.refused(kind, given.answer.error, ms);
        else tally.accepted(kind, ms);
        return given;
      }
      await sleep(pause, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    tally.failed(kind);
    return 'given-up';
  }

  /** Undefined where there is no answer that can be relied on. */
  async #once(messageId: string, body: Buffer): Promise<Exclude<Delivered, 'given-up'> | undefined> {
    const { keys } = this.#options;
    const answered = await this.#connections.ask(networkPaths.messages, () => ({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headersFor(keys, `POST ${networkPaths.messages}`, messageId, body),
      },
      body,
      answerMs: ANSWER_MS,
    }));
    if (answered === undefined || answered.status >= 500 || answered.status === 429) return undefined;
    const { status, headers, bytes } = answered;
    if (status >= 300) return { refused: status };
    if (messageIdOf(keys, String(status), headers, bytes) !== messageId) return undefined;
    try {
      return { answer: AnswerToNetwork.parse(JSON.parse(bytes.toString())) };
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.#stop.abort();
    this.#connections.close();
  }
}
