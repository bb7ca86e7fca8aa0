import { type KeyObject, sign } from 'node:crypto';
import { systemNames } from '@tonle/contract/actors';
import type { KeyStatus } from '@tonle/contract/keyholders';
import { Refusal } from '@tonle/contract/refusal';
import { KeyFileUnreadable, KeyStore, Wrapper } from '../../adapters/key-store.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import { audit, systemActor } from '../audit-log/audit-log.public.ts';
import { type Ceremony, eraseShares, latestCeremony } from './keyholders.store.ts';
import { type BankKeyPair, keyOfSeed } from './shares.ts';

export interface Signer {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

/** The bank's key on this server: from the sealed file, opened once. */
export class BankKey {
  readonly #db: Db;
  readonly #store: KeyStore;
  #key: BankKeyPair | undefined;

  constructor(db: Db, store: KeyStore) {
    this.#db = db;
    this.#store = store;
  }

  /** Reads the file; also after a ceremony, or after the key was installed again. */
  async reload(): Promise<void> {
    try {
      const stored = await this.#store.read();
      this.#key = stored === undefined ? undefined : keyOfSeed(stored.seed);
    } catch (error) {
      // A file that does not open is as good as none: the keyholders install the key again.
      if (!(error instanceof KeyFileUnreadable)) throw error;
      this.#key = undefined;
    }
  }

  isInstalled(): boolean {
    return this.#key !== undefined;
  }

  /** What signs; a transfer is refused in words where there is nothing to sign with. */
  signer(): Signer {
    if (this.#key === undefined) throw new Refusal('BANK_KEY_NOT_INSTALLED');
    const { keyId, privateKey } = this.#key;
    return { keyId, privateKey };
  }

  /** Signs on one of Node's worker threads, so that no request waits for it. */
  sign(payload: Uint8Array): Promise<Uint8Array> {
    const { privateKey } = this.signer();
    return new Promise((resolve, reject) => {
      sign(null, payload, privateKey, (error, signature) =>
        error === null ? resolve(signature) : reject(error),
      );
    });
  }

  /** What the keyholders have to do here: `fast-client/status` (decisions section 6). */
  async status(): Promise<KeyStatus> {
    const ceremony = await inTransaction(this.#db, latestCeremony, { readOnly: true });
    const registered = ceremony?.keyId ?? undefined;
    // Another server on this folder may have installed it meanwhile.
    if (this.#key === undefined) await this.reload();
    // A key whose file was taken away still signs, but would not survive a restart.
    const isHere = this.#key !== undefined && this.#key.keyId === registered;
    if (isHere && (await this.#store.isThere())) return 'INSTALLED';
    if (!(await this.#store.isWritable())) return 'NO_WRITE_PERMISSION';
    if (registered !== undefined) return 'RE_INSTALLATION';
    return ceremony !== undefined && isComplete(ceremony) ? 'RESEND_SECRETS' : 'REGISTRATION';
  }
}

const isComplete = ({ shares }: Ceremony): boolean => shares.every((it) => it.wrappedShare !== null);

export async function openBankKey(options: {
  db: Db;
  dataDir: string;
  keyWrapSecret: string;
}): Promise<BankKey> {
  const { db } = options;
  const bankKey = new BankKey(db, new KeyStore(options.dataDir, new Wrapper(options.keyWrapSecret)));
  await bankKey.reload();
  if ((await bankKey.status()) === 'INSTALLED') await inTransaction(db, eraseLeftShares);
  return bankKey;
}

/** A server that died between writing the key and erasing its shares erases them now. */
async function eraseLeftShares(tx: Tx): Promise<void> {
  const ceremony = await latestCeremony(tx);
  // An incomplete set belongs to another server's keyholders, who are installing the key there.
  if (ceremony === undefined || !isComplete(ceremony)) return;
  if ((await eraseShares(tx, ceremony.id)) === 0) return;
  await audit(tx, {
    actor: systemActor(systemNames.start),
    activity: 'KEY_SHARES_ERASED',
    description: 'Shares left by an interrupted ceremony were erased',
    subject: ceremony.accountId,
  });
}
