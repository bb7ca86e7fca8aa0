import type { CommandKey } from '@tonle/ledger';
import type { ChannelApp } from '../../http/channel-app.ts';

/** Keys are the app's, whichever of its API keys it comes with. */
export const principalOf = (app: ChannelApp): string => `app:${app.name}`;

export const commandKeyOf = (
  app: ChannelApp,
  key: string | undefined,
  requestHash: Buffer,
): CommandKey | undefined =>
  key === undefined ? undefined : { principal: principalOf(app), key, requestHash };
