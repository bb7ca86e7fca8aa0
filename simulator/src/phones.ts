import { setTimeout as sleep } from 'node:timers/promises';
import { channelAccountTypes } from '@tonle/contract/channel';
import { Random } from '@tonle/contract/random';
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

/** Says that the owner asked in the app for a new key, and not the staff at the counter: then the owner enters the code. */
const ASKED_IN_APP = /to recover the key .* Enter it in our app/;
/** So many owners in a hundred mistype it first. */
const MISTYPED_PERCENT = 15;

/** What a code is entered for, as the channel API names it. */
type Entered = 'contact-change' | 'key-recovery';

export interface PhonesOptions {
  readonly seed: string;
  readonly client: Pick<AppClient, 'ask'>;
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
    if (ASKED_IN_APP.test(text)) {
      const isMistyped = new Random(this.#options.seed, 'mistypes', accountId).percent(MISTYPED_PERCENT);
      void this.#enter('key-recovery', accountId, isMistyped ? [mistyped(code), code] : [code]);
    } else if (ENTERS.test(to)) void this.#enter('contact-change', accountId, [code]);
    else if (MISTYPES.test(to)) void this.#enter('contact-change', accountId, [mistyped(code), code]);
  }

  async #enter(what: Entered, accountId: string, codes: readonly string[]): Promise<void> {
    for (const code of codes) {
      await sleep(this.#options.patienceMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      await this.#enterOnce(what, accountId, code);
    }
  }

  /** Each app knows its own kind of account and no other. */
  async #enterOnce(what: Entered, accountId: string, code: string): Promise<void> {
    for (const app of channelAccountTypes) {
      const answer = await this.#options.client.ask({
        kind: 'code',
        app,
        method: 'POST',
        path: `/channel/v1/accounts/${accountId}/${what}/verify`,
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
