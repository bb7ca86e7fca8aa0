import type { z } from 'zod';
import type { NetworkSignatures } from './network-signatures.ts';

/** The network gave no answer that can be relied on: nobody knows whether it has the message. */
export class NetworkSilent extends Error {
  override name = 'NetworkSilent';
}

export interface NetworkRequest<Schema extends z.ZodType> {
  readonly path: string;
  readonly messageId: string;
  /** The exact text that is signed and sent. */
  readonly body: string;
  readonly answer: Schema;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** How the other side has answered lately, for the health page and the metrics. */
export interface Reachability {
  answeredAt: Date | undefined;
  failedAt: Date | undefined;
  failure: string | undefined;
  failures: number;
  /** Failures in a row. */
  streak: number;
}

const AWAY_AFTER = 3;
const ANSWER_LENGTH_MAX = 1024 * 1024;

/** The way to the national network: one signed request, one signed answer. */
export class NetworkClient {
  readonly #url: string | undefined;
  readonly #signatures: NetworkSignatures;
  readonly #clock: () => Date;
  readonly reachability: Reachability = {
    answeredAt: undefined,
    failedAt: undefined,
    failure: undefined,
    failures: 0,
    streak: 0,
  };

  constructor(options: { url: string | undefined; signatures: NetworkSignatures; clock: () => Date }) {
    this.#url = options.url;
    this.#signatures = options.signatures;
    this.#clock = options.clock;
  }

  /** A few failures in a row, and no answer since: the other side is away, and not only slow now and then. */
  get isAway(): boolean {
    return this.reachability.streak >= AWAY_AFTER;
  }

  get isConfigured(): boolean {
    return this.#url !== undefined;
  }

  async ask<Schema extends z.ZodType>(request: NetworkRequest<Schema>): Promise<z.output<Schema>> {
    try {
      const answer = await this.#ask(request);
      this.reachability.answeredAt = this.#clock();
      this.reachability.streak = 0;
      return answer;
    } catch (error) {
      if (error instanceof NetworkSilent && request.signal?.aborted !== true) this.#note(error);
      throw error;
    }
  }

  #note(error: NetworkSilent): void {
    this.reachability.failedAt = this.#clock();
    this.reachability.failure = error.message;
    this.reachability.failures += 1;
    this.reachability.streak += 1;
  }

  async #ask<Schema extends z.ZodType>(request: NetworkRequest<Schema>): Promise<z.output<Schema>> {
    if (this.#url === undefined) throw new NetworkSilent('no network is configured');
    const { path, messageId, body, timeoutMs, signal } = request;
    const bytes = Buffer.from(body);
    const headers = await this.#signatures.headersFor(`POST ${path}`, messageId, bytes);
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let answered: Buffer;
    try {
      response = await fetch(`${this.#url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: bytes,
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      });
      answered = await readBounded(response);
    } catch (error) {
      if (error instanceof NetworkSilent) throw error;
      throw new NetworkSilent(whyAway(error), { cause: error });
    }
    if (!response.ok) {
      throw new NetworkSilent(`the network answered ${response.status}`);
    }
    const judged = await this.#signatures.judge(
      String(response.status),
      Object.fromEntries(response.headers),
      answered,
    );
    if (!('messageId' in judged) || judged.messageId !== messageId) {
      const fault = 'fault' in judged ? judged.fault : 'message id';
      throw new NetworkSilent(`the network's answer is not signed as it must be (${fault})`);
    }
    return parseAnswer(request.answer, answered);
  }
}

function parseAnswer<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new NetworkSilent('the network answered something that the contract does not know', {
      cause: error,
    });
  }
}

async function readBounded(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > ANSWER_LENGTH_MAX) throw new NetworkSilent('the network answered too much');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** In words without an address: this ends on a health page. */
function whyAway(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'the network did not answer in time';
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return `the network cannot be reached${code === undefined ? '' : ` (${code})`}`;
}
