import { type KeyObject, sign } from 'node:crypto';
import { Refusal } from '@tonle/contract/refusal';
import { KeyFileUnreadable, KeyStore, Wrapper } from '../../adapters/key-store.ts';
import { type Db, inTransaction } from '../../db/tx.ts';
import { latestCeremony } from './keyholders.store.ts';
import { type BankKeyPair, keyOfSeed } from './shares.ts';

/** The answers of `fast-client/status` (decisions section 6). */
export type BankKeyStatus =
  | 'INSTALLED'
  | 'RE_INSTALLATION'
  | 'NO_WRITE_PERMISSION'
  | 'RESEND_SECRETS'
  | 'REGISTRATION';

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

  async status(): Promise<BankKeyStatus> {
    const ceremony = await inTransaction(this.#db, latestCeremony, { readOnly: true });
    const registered = ceremony?.keyId ?? undefined;
    if (this.#key !== undefined && this.#key.keyId === registered) return 'INSTALLED';
    if (!(await this.#store.isWritable())) return 'NO_WRITE_PERMISSION';
    if (registered !== undefined) return 'RE_INSTALLATION';
    const isAllThere = ceremony?.shares.every((it) => it.wrappedShare !== null) ?? false;
    return isAllThere ? 'RESEND_SECRETS' : 'REGISTRATION';
  }
}

export async function openBankKey(options: {
  db: Db;
  dataDir: string;
  keyWrapSecret: string;
}): Promise<BankKey> {
  const bankKey = new BankKey(options.db, new KeyStore(options.dataDir, new Wrapper(options.keyWrapSecret)));
  await bankKey.reload();
  return bankKey;
}
