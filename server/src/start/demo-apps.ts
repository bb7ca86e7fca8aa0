import { join } from 'node:path';
import { systemNames } from '@tonle/contract/actors';
import { type ChannelAccountType, channelAccountTypes } from '@tonle/contract/channel';
import { channelScopes } from '@tonle/contract/channel-scopes';
import { systemActor } from '../areas/audit-log/audit-log.public.ts';
import { addChannelKey, makeApiKey } from '../areas/channel/channel.public.ts';
import type { Db } from '../db/tx.ts';
import { readOrMake } from './demo-secrets.ts';

/**
 * Lets the demo bank's own apps in, one for each kind of account. Their keys are made once in the data folder, where the
 * simulator finds them; a key that was revoked stays revoked.
 */
export async function letDemoAppsIn(db: Db, dataDir: string): Promise<void> {
  const keys = readOrMake(join(dataDir, 'channel-keys.json'), makeKeys);
  for (const type of channelAccountTypes) {
    const app = { app: `${type.toLowerCase()}-app`, scopes: channelScopes, accountTypes: [type] };
    await addChannelKey(db, keys[type], app, systemActor(systemNames.demo));
  }
}

const makeKeys = (): Record<ChannelAccountType, string> => ({
  MOBILE: makeApiKey(),
  DESKTOP: makeApiKey(),
  WEB: makeApiKey(),
});
