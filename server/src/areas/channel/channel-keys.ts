import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ChannelAccountType } from '@tonle/contract/channel';
import type { ChannelScope } from '@tonle/contract/channel-scopes';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp, FindChannelApp } from '../../http/channel-app.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import * as store from './channel-keys.store.ts';

/** tck_ + the key's id + _ + its secret: 32 random bytes. */
const KEY = /^tck_([0-9a-z]{12})_([A-Za-z0-9_-]{43})$/;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export type NewChannelKey = {
  app: string;
  scopes: readonly ChannelScope[];
  accountTypes: readonly ChannelAccountType[];
};

/** A key as text, to be shown once. */
export function makeApiKey(): string {
  const letters = '0123456789abcdefghijklmnopqrstuv';
  const keyId = [...randomBytes(12)].map((byte) => letters[byte % 32]).join('');
  return `tck_${keyId}_${randomBytes(32).toString('base64url')}`;
}

/** Lets an app in by this key; false where the key is known already. */
export async function addChannelKey(
  db: Db,
  apiKey: string,
  it: NewChannelKey,
  actor: Actor,
): Promise<boolean> {
  const [, keyId, secret] = KEY.exec(apiKey) ?? [];
  if (keyId === undefined || secret === undefined) throw new Error('this is no key of an app');
  return inTransaction(db, async (tx) => {
    const isNew = await store.insertKey(tx, { ...it, keyId, secretHash: hashOf(secret) });
    if (!isNew) return false;
    await audit(tx, {
      actor,
      activity: 'CHANNEL_KEY_CREATED',
      description: `Made the key ${keyId} for the app ${it.app}`,
      subject: it.app,
      new: { keyId, app: it.app, scopes: it.scopes, accountTypes: it.accountTypes },
    });
    return true;
  });
}

/** The app that the key was of; undefined where there is no such key, or no longer. */
export const revokeChannelKey = (db: Db, keyId: string, actor: Actor): Promise<string | undefined> =>
  inTransaction(db, async (tx) => {
    const revoked = await store.revokeKey(tx, keyId);
    if (revoked === undefined) return undefined;
    await audit(tx, {
      actor,
      activity: 'CHANNEL_KEY_REVOKED',
      description: `Revoked the key ${keyId} of the app ${revoked.app}`,
      subject: revoked.app,
      old: { keyId, app: revoked.app, scopes: revoked.scopes, accountTypes: revoked.account_types },
    });
    return revoked.app;
  });

/** Every key there is or was, by app. */
export const channelKeys = (db: Db): Promise<store.StoredKey[]> =>
  inTransaction(db, store.allKeys, { readOnly: true });

/** Looks a key up at each request, so that a revoked one is worth nothing from that moment on. */
export const channelAppFinder =
  (db: Db): FindChannelApp =>
  async (apiKey): Promise<ChannelApp | undefined> => {
    const [, keyId, secret] = KEY.exec(apiKey) ?? [];
    if (keyId === undefined || secret === undefined) return undefined;
    const key = await inTransaction(db, (tx) => store.goodKey(tx, keyId), { readOnly: true });
    if (key === undefined || !timingSafeEqual(key.secret_hash, hashOf(secret))) return undefined;
    return {
      keyId,
      name: key.app,
      scopes: new Set(key.scopes),
      accountTypes: new Set(key.account_types),
    };
  };
