import { randomBytes } from 'node:crypto';
import { keyholdersMax, keyholdersMin } from '@tonle/contract/keyholders';
import { activateAccount, type Ledger, type OpeningDraft, readAccount } from '@tonle/ledger';
import { KeyStore, Wrapper } from '../../adapters/key-store.ts';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit, auditAttachment } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import {
  type Ceremony,
  eraseShares,
  insertCeremony,
  latestCeremony,
  type NewShare,
  noteKey,
  saveShare,
} from './keyholders.store.ts';
import { type BankKeyPair, keyOfShares, SALT_LENGTH, shareOf, verifierOf } from './shares.ts';

export interface CeremonyDeps {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly wrapper: Wrapper;
  readonly store: KeyStore;
}

/** Who takes a step; and when, while the demo's past is written. */
export interface Step {
  readonly actor: Actor;
  readonly at?: Date;
}

/** A step of the ceremony cannot be taken; says why. */
export class CeremonyFault extends Error {
  override name = 'CeremonyFault';
}

/** Shares that do not open any more: KEY_WRAP_SECRET is another one since they were submitted. */
export class SharesUnreadable extends CeremonyFault {
  override name = 'SharesUnreadable';
  readonly userIds: readonly bigint[];

  constructor(userIds: readonly bigint[]) {
    super('shares do not open with this KEY_WRAP_SECRET');
    this.userIds = userIds;
  }
}

const PURPOSE = 'keyholder share v1';
const BACKUP_KEY_LENGTH = 32;
const BACKUP_SALT_LENGTH = 16;
const contextOf = (ceremonyId: bigint, userId: bigint) => `${ceremonyId} ${userId}`;
const when = ({ at }: { readonly at?: Date }) => (at === undefined ? {} : { at });

/** A keyholder's place: with the salt that a share was made with already, or a new one. */
export const newShare = (userId: bigint, salt: Buffer = randomBytes(SALT_LENGTH)): NewShare => ({
  userId,
  salt,
  backupKey: randomBytes(BACKUP_KEY_LENGTH),
  backupSalt: randomBytes(BACKUP_SALT_LENGTH),
});

/** Fixes who the keyholders are, in this order. */
export async function beginCeremony(
  tx: Tx,
  input: { accountId: string; shares: readonly NewShare[] } & Step,
): Promise<bigint> {
  const { accountId, shares, actor } = input;
  if (shares.length < keyholdersMin || shares.length > keyholdersMax) {
    throw new CeremonyFault(`a ceremony has ${keyholdersMin} to ${keyholdersMax} keyholders`);
  }
  const id = await insertCeremony(tx, accountId, shares);
  await audit(tx, {
    actor,
    activity: 'KEY_CEREMONY_STARTED',
    description: `Key ceremony started with ${shares.length} keyholders`,
    subject: accountId,
    ...when(input),
  });
  return id;
}

/** Keeps a keyholder's share, sealed, until the key is made. False where there is one, or it is not the one known. */
export async function keepShare(
  tx: Tx,
  wrapper: Wrapper,
  ceremony: Ceremony,
  input: { userId: bigint; share: Uint8Array } & Step,
): Promise<boolean> {
  const { userId, share, actor } = input;
  const place = ceremony.shares.find((it) => it.userId === userId);
  if (place === undefined) throw new CeremonyFault('no keyholder of this ceremony');
  const kept = {
    verifier: verifierOf(share),
    wrappedShare: wrapper.seal(PURPOSE, contextOf(ceremony.id, userId), share),
    submittedAt: input.at ?? new Date(),
  };
  if (!(await saveShare(tx, ceremony.id, userId, kept))) return false;
  const again = place.verifier === null ? '' : ' again';
  await audit(tx, {
    actor,
    activity: 'KEY_SECRET_SUBMITTED',
    description: `Secret key ${place.position} of ${ceremony.shares.length} submitted${again}`,
    subject: ceremony.accountId,
    ...when(input),
  });
  return true;
}

/**
 * Makes the key of the submitted shares, keeps it on disk, registers its public half in the ledger, activates the main
 * account, then erases the shares. Safe to run again wherever it broke off: the same shares make the same key. Where the
 * key was registered before, this installs it again.
 */
export async function completeCeremony(deps: CeremonyDeps, step: Step): Promise<BankKeyPair> {
  const { ceremony, opening } = await inTransaction(deps.db, readCeremony, { readOnly: true });
  const key = openKey(deps.wrapper, ceremony);
  if (ceremony.keyId !== null && ceremony.keyId !== key.keyId) {
    throw new CeremonyFault('the shares make another key than the registered one');
  }
  await deps.store.write(key);
  if (ceremony.keyId === null) await register(deps.ledger, { ceremony, opening, key, ...step });
  await inTransaction(deps.db, (tx) => finish(tx, ceremony, key, step));
  return key;
}

/** The ceremony, and how to open the main account where the ledger has none yet. */
async function readCeremony(tx: Tx): Promise<{ ceremony: Ceremony; opening: OpeningDraft | undefined }> {
  const ceremony = await latestCeremony(tx);
  if (ceremony === undefined) throw new CeremonyFault('no ceremony has begun');
  const { accountId } = ceremony;
  if ((await readAccount(rawTx(tx), accountId)) !== undefined) return { ceremony, opening: undefined };
  const { participantCode } = await ownBank(tx);
  return { ceremony, opening: { accountId, kind: 'MAIN', bankCode: participantCode } };
}

function openKey(wrapper: Wrapper, { id, shares }: Ceremony): BankKeyPair {
  const unreadable: bigint[] = [];
  const opened = shares.map(({ userId, wrappedShare }) => {
    if (wrappedShare === null) throw new CeremonyFault('not every keyholder has submitted');
    try {
      return wrapper.open(PURPOSE, contextOf(id, userId), wrappedShare);
    } catch {
      unreadable.push(userId);
      return Buffer.alloc(0);
    }
  });
  if (unreadable.length > 0) throw new SharesUnreadable(unreadable);
  const key = keyOfShares(opened);
  for (const share of opened) share.fill(0);
  return key;
}

async function register(
  ledger: Ledger,
  it: { ceremony: Ceremony; opening: OpeningDraft | undefined; key: BankKeyPair } & Step,
): Promise<void> {
  const { accountId } = it.ceremony;
  const { keyId, publicKey } = it.key;
  const result = await ledger.submit({
    ...(it.opening === undefined ? {} : { openings: [it.opening] }),
    registrations: [{ accountId, keyId, action: 'REGISTER', publicKey }],
    attach: [
      auditAttachment({
        actor: it.actor,
        activity: 'BANK_KEY_REGISTERED',
        description: 'The public key of the bank was registered',
        subject: accountId,
        new: { keyId, publicKey: Buffer.from(publicKey).toString('hex') },
      }),
    ],
    ...(it.at === undefined ? {} : { created: it.at }),
  });
  // Registered by a run that broke off before it could say so.
  if (result.outcome === 'refused' && result.reason.name !== 'SIGNING_KEY_EXISTS') {
    throw new CeremonyFault(`the ledger refused the key: ${result.reason.name}`);
  }
}

async function finish(tx: Tx, ceremony: Ceremony, key: BankKeyPair, step: Step): Promise<void> {
  const { id, accountId } = ceremony;
  const { keyId, publicKey } = key;
  const isFirst = await noteKey(tx, id, {
    keyId,
    publicKey: Buffer.from(publicKey),
    at: step.at ?? new Date(),
  });
  if (isFirst) {
    const change = await activateAccount(rawTx(tx), accountId);
    if (change.outcome === 'refused') {
      throw new CeremonyFault(`the main account cannot be activated: ${change.reason.name}`);
    }
  }
  const erased = await eraseShares(tx, id);
  // Another server has finished the same ceremony meanwhile.
  if (!isFirst && erased === 0) return;
  await audit(tx, {
    actor: step.actor,
    activity: isFirst ? 'KEY_CEREMONY_COMPLETED' : 'BANK_KEY_REINSTALLED',
    description: isFirst
      ? 'Key ceremony completed; the shares are erased'
      : 'The bank’s key was installed again; the shares are erased',
    subject: accountId,
    new: { keyId },
    ...when(step),
  });
}

export interface InstallOptions {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly dataDir: string;
  readonly keyWrapSecret: string;
  readonly accountId: string;
  readonly keyholders: readonly { actor: Actor & { userId: bigint }; secret: string }[];
  readonly at?: Date;
}

/** The whole ceremony at once, each step in its keyholder's name: how the demo bank comes by its key. */
export async function installBankKey(
  options: InstallOptions,
): Promise<{ keyId: string; publicKey: Uint8Array }> {
  const { db, keyholders, accountId } = options;
  const wrapper = new Wrapper(options.keyWrapSecret);
  const first = keyholders[0]?.actor;
  if (first === undefined) throw new CeremonyFault('a ceremony needs keyholders');
  const shares = keyholders.map(({ actor }) => newShare(actor.userId));
  const secrets = await Promise.all(
    keyholders.map(({ secret }, index) => shareOf(secret, shares[index]?.salt ?? Buffer.alloc(0))),
  );
  const step = (actor: Actor): Step => ({ actor, ...when(options) });
  await inTransaction(db, (tx) => beginCeremony(tx, { accountId, shares, ...step(first) }));
  for (const [index, { actor }] of keyholders.entries()) {
    const share = secrets[index] ?? Buffer.alloc(0);
    await inTransaction(db, async (tx) => {
      const ceremony = await latestCeremony(tx);
      if (ceremony === undefined) throw new CeremonyFault('no ceremony has begun');
      await keepShare(tx, wrapper, ceremony, { userId: actor.userId, share, ...step(actor) });
    });
    share.fill(0);
  }
  const store = new KeyStore(options.dataDir, wrapper);
  const { keyId, publicKey } = await completeCeremony(
    { db, ledger: options.ledger, wrapper, store },
    step(first),
  );
  return { keyId, publicKey };
}
