import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelAccountType } from '@tonle/contract/channel';
import { apiKeyHeader } from '@tonle/contract/channel-scopes';
import { type Answered, Connections } from './connections.ts';
import type { AppKeys } from './keys.ts';
import type { Tally } from './tally.ts';

const ANSWER_MS = 35_000;
const ATTEMPTS_MAX = 6;
const RETRY_MS = 250;
const AT_ONCE_MAX = 128;

export interface AppClientOptions {
  readonly bankUrl: string;
  readonly keys: AppKeys;
  readonly tally: Tally;
}

export type AppRequest = {
  /** What it counts as. */
  kind: string;
  app: ChannelAccountType;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** JSON, or a picture's bytes. */
  body?: object | Buffer;
  idempotencyKey?: string;
};

export type AppAnswer = { status: number; body: unknown; headers: Answered['headers'] };

/**
 * The bank's apps, each with its own key. A request that got no answer, or was told to come again, is sent again as it was:
 * its key makes it one request all the same.
 */
export class AppClient {
  readonly #options: AppClientOptions;
  readonly #connections: Connections;
  readonly #stop = new AbortController();

  constructor(options: AppClientOptions) {
    this.#options = options;
    this.#connections = new Connections(options.bankUrl, AT_ONCE_MAX);
  }

  /** Undefined where it never got an answer. */
  async ask(request: AppRequest): Promise<AppAnswer | undefined> {
    const { tally } = this.#options;
    tally.sent(request.kind);
    const start = performance.now();
    for (let attempt = 0; attempt < ATTEMPTS_MAX && !this.#stop.signal.aborted; attempt += 1) {
      if (attempt > 0) await this.#pause(RETRY_MS * 2 ** attempt);
      const answer = await this.#once(request);
      if (answer === undefined || answer.status === 429 || answer.status === 503) continue;
      const ms = performance.now() - start;
      if (answer.status < 300) tally.accepted(request.kind, ms);
      else tally.refused(request.kind, `HTTP ${answer.status} ${errorOf(answer.body)}`, ms);
      return answer;
    }
    tally.failed(request.kind);
    return undefined;
  }

  #pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  async #once({ app, method, path, body, idempotencyKey }: AppRequest): Promise<AppAnswer | undefined> {
    const isPicture = Buffer.isBuffer(body);
    const answered = await this.#connections.ask(path, () => ({
      method,
      headers: {
        [apiKeyHeader]: this.#options.keys[app],
        ...(body === undefined ? {} : { 'content-type': isPicture ? 'image/png' : 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: isPicture ? body : Buffer.from(JSON.stringify(body)) }),
      answerMs: ANSWER_MS,
    }));
    if (answered === undefined) return undefined;
    try {
      const { status, headers, bytes } = answered;
      return { status, headers, body: bytes.length === 0 ? undefined : JSON.parse(bytes.toString()) };
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.#stop.abort();
    this.#connections.close();
  }
}

function errorOf(body: unknown): string {
  const refusal = body as
    | { status?: { error?: string }; fields?: { path: string; key: string }[] }
    | undefined;
  const field = refusal?.fields?.[0];
  return `${refusal?.status?.error ?? ''}${field === undefined ? '' : ` ${field.path} ${field.key}`}`.trim();
}
