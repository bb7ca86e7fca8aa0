import { randomBytes } from 'node:crypto';
import type { Ledger } from '@tonle/ledger';
import { KeyStore, Wrapper } from '../../adapters/key-store.ts';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit, auditAttachment } from '../audit-log/audit-log.public.ts';
import { finishCeremony, insertCeremony, latestCeremony, saveShare } from './keyholders.store.ts';
import { type BankKeyPair, keyOfShares, SALT_LENGTH, shareOf, verifierOf } from './shares.ts';

export interface CeremonyDeps {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly wrapper: Wrapper;
  readonly store: KeyStore;
}

/** A step of the ceremony cannot be taken; says why. */
export class CeremonyFault extends Error {
  override name = 'CeremonyFault';
}

const KEYHOLDERS_MIN = 2;
const PURPOSE = 'keyholder share v1';
const contextOf = (ceremonyId: bigint, userId: bigint) => `${ceremonyId} ${userId}`;

/** Fixes who the keyholders are, in this order, each with a salt of their own. */
export function beginCeremony(
  { db }: CeremonyDeps,
  input: { accountId: string; userIds: readonly bigint[]; actor: Actor; at?: Date },
): Promise<bigint> {
  if (input.userIds.length < KEYHOLDERS_MIN) {
    throw new CeremonyFault(`a ceremony has at least ${KEYHOLDERS_MIN} keyholders`);
  }
  const shares = input.userIds.map((userId) => ({ userId, salt: randomBytes(SALT_LENGTH) }));
  return inTransaction(db, async (tx) => {
    const id = await insertCeremony(tx, input.accountId, shares);
    await audit(tx, {
      actor: input.actor,
      activity: 'KEY_CEREMONY_STARTED',
      description: `Key ceremony started with ${shares.length} keyholders`,
      subject: input.accountId,
      ...at(input.at),
    });
    return id;
  });
}

/** Turns a keyholder's secret into a share and keeps that sealed; the secret itself is never kept. */
export async function submitSecret(
  { db, wrapper }: CeremonyDeps,
  input: { userId: bigint; secret: string; actor: Actor; at?: Date },
): Promise<void> {
  const ceremony = await inTransaction(db, latestCeremony, { readOnly: true });
  const place = ceremony?.shares.find((it) => it.userId === input.userId);
  if (ceremony === undefined || place === undefined) throw new CeremonyFault('no keyholder of this ceremony');
  const share = await shareOf(input.secret, place.salt);
  const kept = {
    verifier: verifierOf(share),
    wrappedShare: wrapper.seal(PURPOSE, contextOf(ceremony.id, input.userId), share),
    submittedAt: input.at ?? new Date(),
  };
  share.fill(0);
  await inTransaction(db, async (tx) => {
    if (!(await saveShare(tx, ceremony.id, input.userId, kept))) {
      throw new CeremonyFault('this keyholder has submitted already');
    }
    await audit(tx, {
      actor: input.actor,
      activity: 'KEY_SECRET_SUBMITTED',
      description: `Secret key ${place.position} of ${ceremony.shares.length} submitted`,
      subject: ceremony.accountId,
      ...at(input.at),
    });
  });
}

/**
 * Makes the key of the submitted shares, keeps it on disk, registers its public half in the ledger, then erases the
 * shares. Safe to run again wherever it broke off: the same shares make the same key.
 */
export async function completeCeremony(
  deps: CeremonyDeps,
  input: { actor: Actor; at?: Date },
): Promise<BankKeyPair> {
  const ceremony = await inTransaction(deps.db, latestCeremony, { readOnly: true });
  if (ceremony === undefined) throw new CeremonyFault('no ceremony has begun');
  const shares = ceremony.shares.map(({ userId, wrappedShare }) => {
    if (wrappedShare === null) throw new CeremonyFault('not every keyholder has submitted');
    return deps.wrapper.open(PURPOSE, contextOf(ceremony.id, userId), wrappedShare);
  });
  const key = keyOfShares(shares);
  for (const share of shares) share.fill(0);
  await deps.store.write(key);
  await register(deps, ceremony.accountId, key, input);
  await inTransaction(deps.db, async (tx) => {
    await finishCeremony(tx, ceremony.id, {
      keyId: key.keyId,
      publicKey: Buffer.from(key.publicKey),
      at: input.at ?? new Date(),
    });
    await audit(tx, {
      actor: input.actor,
      activity: 'KEY_CEREMONY_COMPLETED',
      description: 'Key ceremony completed; the shares are erased',
      subject: ceremony.accountId,
      new: { keyId: key.keyId },
      ...at(input.at),
    });
  });
  return key;
}

async function register(
  { ledger }: CeremonyDeps,
  accountId: string,
  key: BankKeyPair,
  input: { actor: Actor; at?: Date },
): Promise<void> {
  const { keyId, publicKey } = key;
  const result = await ledger.submit({
    registrations: [{ accountId, keyId, action: 'REGISTER', publicKey }],
    attach: [
      auditAttachment({
        actor: input.actor,
        activity: 'BANK_KEY_REGISTERED',
        description: 'The public key of the bank was registered',
        subject: accountId,
        new: { keyId, publicKey: Buffer.from(publicKey).toString('hex') },
      }),
    ],
    ...(input.at === undefined ? {} : { created: input.at }),
  });
  // Registered by a run that broke off before it could say so.
  if (result.outcome === 'refused' && result.reason.name !== 'SIGNING_KEY_EXISTS') {
    throw new CeremonyFault(`the ledger refused the key: ${result.reason.name}`);
  }
}

const at = (it: Date | undefined) => (it === undefined ? {} : { at: it });

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
  const wrapper = new Wrapper(options.keyWrapSecret);
  const store = new KeyStore(options.dataDir, wrapper);
  const deps: CeremonyDeps = { db: options.db, ledger: options.ledger, wrapper, store };
  const first = options.keyholders[0]?.actor;
  if (first === undefined) throw new CeremonyFault('a ceremony needs keyholders');
  const when = options.at === undefined ? {} : { at: options.at };
  const userIds = options.keyholders.map((it) => it.actor.userId);
  await beginCeremony(deps, { accountId: options.accountId, userIds, actor: first, ...when });
  for (const { actor, secret } of options.keyholders) {
    await submitSecret(deps, { userId: actor.userId, secret, actor, ...when });
  }
  const { keyId, publicKey } = await completeCeremony(deps, { actor: first, ...when });
  return { keyId, publicKey };
}
