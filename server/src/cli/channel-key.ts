import { parseArgs } from 'node:util';
import { systemNames } from '@tonle/contract/actors';
import { type ChannelAccountType, channelAccountTypes } from '@tonle/contract/channel';
import { channelScopes } from '@tonle/contract/channel-scopes';
import { systemActor } from '../areas/audit-log/audit-log.public.ts';
import {
  addChannelKey,
  channelKeys,
  makeApiKey,
  type NewChannelKey,
  revokeChannelKey,
} from '../areas/channel/channel.public.ts';
import type { CliDeps, Command } from './command.ts';

const scopeNames = channelScopes.map((it) => it.replace('channel.', ''));
const usage = [
  `channel-key add --app mobile-app [--scopes ${scopeNames.join(',')}] [--types ${channelAccountTypes.join(',')}]`,
  'channel-key list',
  'channel-key revoke KEY_ID',
];
const APP = /^[a-z0-9][a-z0-9-]{0,31}$/;
const actor = systemActor(systemNames['command-line']);

/** The keys of the bank's own apps: made and shown once, listed, revoked. A running server heeds it at once. */
export const channelKeyCommand: Command = {
  name: 'channel-key',
  summary: 'Makes, lists and revokes the keys of the bank’s own apps: add, list, revoke',
  run: async ([what, ...rest], deps) => {
    if (what === 'add') return add(rest, deps);
    if (what === 'list' && rest.length === 0) return list(deps);
    if (what === 'revoke' && rest[0] !== undefined && rest.length === 1) return revoke(rest[0], deps);
    for (const line of usage) deps.say(line);
    return 2;
  },
};

async function add(args: readonly string[], { database, say }: CliDeps): Promise<number> {
  const wanted = wantedKey(args);
  if (typeof wanted === 'string') {
    say(wanted);
    return 2;
  }
  const apiKey = makeApiKey();
  await addChannelKey(database.db, apiKey, wanted, actor);
  say(`The key of ${wanted.app}, shown this once; send it as x-api-key:`);
  say(apiKey);
  return 0;
}

/** The key that the options describe, or what is wrong with them. */
function wantedKey(args: readonly string[]): NewChannelKey | string {
  const options = {
    app: { type: 'string' },
    scopes: { type: 'string', default: 'open,kyc,read,pay' },
    types: { type: 'string', default: channelAccountTypes.join(',') },
  } as const;
  let values: { app?: string; scopes: string; types: string };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch {
    return `${usage[0]}`;
  }
  const { app } = values;
  if (app === undefined || !APP.test(app))
    return '--app names the app: lowercase letters, digits and hyphens, 32 at most.';
  const scopes = values.scopes.split(',').map((it) => channelScopes.find((one) => one === `channel.${it}`));
  const types = values.types.split(',').map((it) => channelAccountTypes.find((one) => one === it));
  if (!isWhole(scopes)) return `--scopes are some of ${scopeNames.join(',')}, with commas between them.`;
  if (!isWhole<ChannelAccountType>(types))
    return '--types are MOBILE, DESKTOP and WEB, with commas between them.';
  return { app, scopes: [...new Set(scopes)], accountTypes: [...new Set(types)] };
}

const isWhole = <T>(values: readonly (T | undefined)[]): values is readonly T[] =>
  values.every((it) => it !== undefined);

async function list({ database, say }: CliDeps): Promise<number> {
  const keys = await channelKeys(database.db);
  if (keys.length === 0) say('No app has a key yet.');
  for (const { key_id, app, scopes, account_types, created, revoked } of keys) {
    const standing = revoked === null ? 'in use' : `revoked ${revoked.toISOString()}`;
    const may = scopes.map((it) => it.replace('channel.', '')).join(',');
    say(`${key_id}  ${app}  ${may}  ${account_types.join(',')}  made ${created.toISOString()}  ${standing}`);
  }
  return 0;
}

async function revoke(keyId: string, { database, say }: CliDeps): Promise<number> {
  const app = await revokeChannelKey(database.db, keyId, actor);
  say(app === undefined ? `There is no key ${keyId} in use.` : `The key ${keyId} of ${app} is revoked.`);
  return app === undefined ? 1 : 0;
}
