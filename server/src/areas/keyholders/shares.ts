import {
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';

/** Slower than a sign-in: it happens once in years, and the salt lies in the database. */
const ARGON2 = { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32 } as const;
export const SALT_LENGTH = 16;
const SEED_LABEL = 'tonle bank key seed v1';
const VERIFIER_LABEL = 'tonle keyholder verifier v1';
/** What an Ed25519 private key's PKCS #8 form begins with; the seed follows. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A keyholder's share. The same words typed on another keyboard are the same secret, hence NFKC. */
export const shareOf = (secret: string, salt: Uint8Array): Promise<Buffer> =>
  hashRaw(secret.normalize('NFKC'), { ...ARGON2, salt });

/** Tells a wrong share from the right one and says nothing else about it. */
export const verifierOf = (share: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', share, '', VERIFIER_LABEL, 32));

export const verifies = (share: Uint8Array, verifier: Uint8Array): boolean =>
  timingSafeEqual(verifierOf(share), verifier);

export interface BankKeyPair {
  readonly keyId: string;
  readonly seed: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly privateKey: KeyObject;
}

/** The key of these shares in this order: always the same one. */
export const keyOfShares = (shares: readonly Uint8Array[]): BankKeyPair =>
  keyOfSeed(new Uint8Array(hkdfSync('sha256', Buffer.concat(shares), '', SEED_LABEL, 32)));

export function keyOfSeed(seed: Uint8Array): BankKeyPair {
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(spki.subarray(-32));
  return { keyId: keyIdOf(publicKey), seed, publicKey, privateKey };
}

/** The first half of the public key's SHA-256: names the key in the ledger and on every signature. */
export const keyIdOf = (publicKey: Uint8Array): string => hash('sha256', publicKey, 'hex').slice(0, 32);
