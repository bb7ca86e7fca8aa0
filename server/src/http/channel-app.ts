import type { ChannelAccountType } from '@tonle/contract/channel';
import type { ChannelScope } from '@tonle/contract/channel-scopes';

/** One of the bank's own apps, as its key names it at this very moment. */
export interface ChannelApp {
  readonly keyId: string;
  /** Stays when the key is replaced: what was asked under an idempotency key belongs to it. */
  readonly name: string;
  readonly scopes: ReadonlySet<ChannelScope>;
  /** The kinds of account that it is for; others are not there for it. */
  readonly accountTypes: ReadonlySet<ChannelAccountType>;
}

/** Finds the app that a key belongs to; undefined for a key that is wrong or revoked. */
export type FindChannelApp = (apiKey: string) => Promise<ChannelApp | undefined>;
