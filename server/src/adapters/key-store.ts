import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The bank's private key as it lies on disk: its seed, sealed. */
const KeyFile = z.strictObject({
  version: z.literal(1),
  keyId: z.string().regex(/^[0-9a-f]{32}$/),
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  sealedSeed: z.base64().max(256),
});

export interface StoredKey {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  readonly seed: Uint8Array;
}

/** The key file is there and cannot be opened: another KEY_WRAP_SECRET, or somebody changed it. */
export class KeyFileUnreadable extends Error {
  override name = 'KeyFileUnreadable';
}

const FILE_NAME = 'bank-key.json';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** Seals small secrets under KEY_WRAP_SECRET; each purpose has a key of its own, and what the secret is for is part of the seal. */
export class Wrapper {
  readonly #keys = new Map<string, Uint8Array>();
  readonly #secret: string;

  constructor(keyWrapSecret: string) {
    this.#secret = keyWrapSecret;
  }

  seal(purpose: string, context: string, secret: Uint8Array): Buffer {
    const iv = randomBytes(IV_LENGTH);
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), iv).setAAD(Buffer.from(context));
    return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws where the seal is broken, or was made for something else. */
  open(purpose: string, context: string, sealed: Uint8Array): Buffer {
    const iv = sealed.subarray(0, IV_LENGTH);
    const body = sealed.subarray(IV_LENGTH, sealed.length - TAG_LENGTH);
    const decipher = createDecipheriv('aes-256-gcm', this.#key(purpose), iv, { authTagLength: TAG_LENGTH })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(sealed.length - TAG_LENGTH));
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }

  #key(purpose: string): Uint8Array {
    const known = this.#keys.get(purpose);
    if (known !== undefined) return known;
    const key = new Uint8Array(hkdfSync('sha256', this.#secret, '', `tonle wrap ${purpose}`, 32));
    this.#keys.set(purpose, key);
    return key;
  }
}

const PURPOSE = 'bank key file v1';
const contextOf = (keyId: string, publicKeyHex: string) => `${keyId} ${publicKeyHex}`;

/** `DATA_DIR/keys`: one file, sealed, readable by this user alone. */
export class KeyStore {
  readonly #folder: string;
  readonly #wrapper: Wrapper;

  constructor(dataDir: string, wrapper: Wrapper) {
    this.#folder = join(dataDir, 'keys');
    this.#wrapper = wrapper;
  }

  /** The key, or undefined where this machine has none. */
  async read(): Promise<StoredKey | undefined> {
    let text: string;
    try {
      text = await readFile(join(this.#folder, FILE_NAME), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new KeyFileUnreadable('the key file cannot be read', { cause: error });
    }
    try {
      const file = KeyFile.parse(JSON.parse(text));
      const sealed = Buffer.from(file.sealedSeed, 'base64');
      const seed = this.#wrapper.open(PURPOSE, contextOf(file.keyId, file.publicKey), sealed);
      return { keyId: file.keyId, publicKey: Buffer.from(file.publicKey, 'hex'), seed };
    } catch {
      // The cause could quote the file; that it does not open is all there is to say.
      throw new KeyFileUnreadable('the key file does not open with this KEY_WRAP_SECRET');
    }
  }

  /** Whole or not at all, and on disk when it returns. */
  async write(key: StoredKey): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const publicKey = Buffer.from(key.publicKey).toString('hex');
    const sealed = this.#wrapper.seal(PURPOSE, contextOf(key.keyId, publicKey), key.seed);
    const file = { version: 1, keyId: key.keyId, publicKey, sealedSeed: sealed.toString('base64') };
    const draft = join(this.#folder, `.${FILE_NAME}-${randomBytes(6).toString('hex')}`);
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(file)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, join(this.#folder, FILE_NAME));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Whether the file lies there, whatever is in it. */
  async isThere(): Promise<boolean> {
    try {
      await access(join(this.#folder, FILE_NAME), constants.R_OK);
      return true;
    } catch {
      return false;
    }
  }

  async isWritable(): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await access(this.#folder, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }
}
