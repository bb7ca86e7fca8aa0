import { setTimeout as sleep } from 'node:timers/promises';
import { channelAccountTypes } from '@tonle/contract/channel';
import type { AppClient } from './app-client.ts';

/** What the bank's SMS gateway hands over (decision 070). */
export type TextMessage = { to: string; text: string };

const CODE = /\b(\d{6})\b/;
const ACCOUNT = /\b([a-z0-9_]{1,32}@[a-z0-9_]{1,9})\b/;

/**
 * Customers whose new phone ends like this enter the code that it gets, in the app and without being asked, so that people
 * and tests see that ending; with everybody else the code is for the staff to enter. The second kind mistypes it first.
 */
const ENTERS = /111$/;
const MISTYPES = /112$/;

export interface PhonesOptions {
  readonly client: AppClient;
  /** How long somebody takes to read and type. */
  readonly patienceMs: number;
}

/** The customers' phones: text messages arrive, and some people do what they say. */
export class Phones {
  readonly #options: PhonesOptions;
  readonly #stop = new AbortController();

  constructor(options: PhonesOptions) {
    this.#options = options;
  }

  take({ to, text }: TextMessage): void {
    const code = CODE.exec(text)?.[1];
    const accountId = ACCOUNT.exec(text)?.[1];
    if (code === undefined || accountId === undefined) return;
    if (ENTERS.test(to)) void this.#enter(accountId, [code]);
    if (MISTYPES.test(to)) void this.#enter(accountId, [mistyped(code), code]);
  }

  async #enter(accountId: string, codes: readonly string[]): Promise<void> {
    for (const code of codes) {
      await sleep(this.#options.patienceMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      await this.#enterOnce(accountId, code);
    }
  }

  /** Each app knows its own kind of account and no other. */
  async #enterOnce(accountId: string, code: string): Promise<void> {
    for (const app of channelAccountTypes) {
      const answer = await this.#options.client.ask({
        kind: 'code',
        app,
        method: 'POST',
        path: `/channel/v1/accounts/${accountId}/contact-change/verify`,
        body: { code },
      });
      if (answer?.status !== 404) return;
    }
  }

  close(): void {
    this.#stop.abort();
  }
}

const mistyped = (code: string): string => `${code.slice(0, 5)}${(Number(code.at(5)) + 1) % 10}`;
