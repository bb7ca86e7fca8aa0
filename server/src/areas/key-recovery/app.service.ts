import { createPublicKey, verify } from 'node:crypto';
import { type AppRecovery, appRecoveriesPerDay, recoveryProof } from '@tonle/contract/key-recovery-app';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import type { Codes } from '../../jobs/codes.ts';
import { ownAccount } from '../channel/channel.public.ts';
import { askForRecovery, countWrong, enterSentCode, moveOrRefuse } from './asking.service.ts';
import { appCodeSubject, auditMove, keyIdOf, wrongState } from './recovery-rules.ts';
import {
  isKeyKnown,
  newestRequestOf,
  type RecoveryRequest,
  requestOf,
  secondsUntilFewer,
} from './requests.store.ts';

/** How the newest recovery of an account stands, for the customer's app. */
export const recoveryForApp = (db: Db, app: ChannelApp, accountId: string): Promise<AppRecovery> =>
  inTransaction(db, async (tx) => forApp(await newestOf(tx, app, accountId)), { readOnly: true });

async function newestOf(tx: Tx, app: ChannelApp, accountId: string): Promise<RecoveryRequest> {
  await ownAccount(tx, app, accountId);
  const request = await newestRequestOf(tx, accountId);
  if (request === undefined) throw new Refusal('NOT_FOUND');
  return request;
}

const forApp = ({ status, created, updated }: RecoveryRequest): AppRecovery => ({
  status,
  requestedDate: created.toISOString(),
  updatedTime: updated.toISOString(),
});

type Deps = { db: Db; codes: Codes };
type FromApp = { app: ChannelApp; actor: Actor; accountId: string };

/** The customer asks by themselves. Each request has five tries of a code, so there are only so many requests a day. */
export async function askRecovery(deps: Deps, { app, actor, accountId }: FromApp): Promise<AppRecovery> {
  await inTransaction(deps.db, (tx) => ownAccount(tx, app, accountId), { readOnly: true });
  const allowed = async (tx: Tx) => {
    const seconds = await secondsUntilFewer(tx, accountId, appRecoveriesPerDay);
    if (seconds > 0) throw new Refusal('TOO_MANY_REQUESTS', { seconds });
  };
  return forApp(await askForRecovery(deps, { accountId, actor, enteredBy: 'customer', allowed }));
}

/** The customer enters the code that they were sent, instead of telling it to somebody. */
export async function enterRecoveryCode(
  deps: Deps,
  { app, actor, accountId, code }: FromApp & { code: string },
): Promise<AppRecovery> {
  await inTransaction(deps.db, (tx) => ownAccount(tx, app, accountId), { readOnly: true });
  return forApp(await enterSentCode(deps, { accountId, code, actor }));
}

export type RecoveryAnswer = FromApp & {
  code: string;
  publicKey: string;
  signature: string;
};

/** The app has the code that the bank showed, and a new key whose private half it holds. */
export async function answerRecovery(
  { db, codes }: Deps,
  { app, actor, accountId, code, publicKey, signature }: RecoveryAnswer,
): Promise<AppRecovery> {
  if (!isProven(accountId, publicKey, signature)) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'signature', key: 'public-key.not-proven' }]);
  }
  const key = Buffer.from(publicKey, 'base64');
  const open = await inTransaction(db, (tx) => newestOf(tx, app, accountId), { readOnly: true });
  const ready = await codes.check(appCodeSubject(open.id), code, {
    before: async (tx) => {
      const request = await requestOf(tx, open.id, { lock: true });
      if (request?.status !== 'OPENED') throw wrongState(request?.status ?? 'NONE');
      if (await isKeyKnown(tx, keyIdOf(key))) throw new Refusal('PUBLIC_KEY_IN_USE');
    },
    right: async (tx) => {
      const request = await moveOrRefuse(tx, 'answer', open.id, actor, { public_key: key });
      await auditMove(tx, actor, { request, from: 'OPENED' });
      return request;
    },
    wrong: (tx, { triesLeft }) => countWrong(tx, open, actor, triesLeft),
  });
  return forApp(ready);
}

/** What stands before the 32 bytes of an Ed25519 key in the form that libraries read. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

function isProven(accountId: string, publicKey: string, signature: string): boolean {
  try {
    const der = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'base64')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const signed = Buffer.from(recoveryProof(accountId, publicKey));
    return verify(null, signed, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
