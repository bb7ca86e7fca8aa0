import { scryptAsync } from '@noble/hashes/scrypt.js';
import { z } from 'zod';

/** 1-portal.md section 9: client key derivation. */
const derivation = { N: 16_384, r: 8, p: 1, dkLen: 32 } as const;
const ivLength = 12;
export const backupLengthMax = 16_384;

/** What `GET keyholders/account` gives its user, Base64. */
export type BackupKey = { aeskey: string; salt: string };

/** The file as it lies on disk: readable enough to say whose it is and how it was made. */
const BackupFile = z.object({
  format: z.literal('tonle-keyholder-backup'),
  version: z.literal(1),
  username: z.string().max(64),
  derivation: z.object({
    name: z.literal('scrypt'),
    N: z.literal(derivation.N),
    r: z.literal(derivation.r),
    p: z.literal(derivation.p),
    dkLen: z.literal(derivation.dkLen),
  }),
  cipher: z.literal('AES-256-GCM'),
  iv: z.base64().max(32),
  data: z.base64().max(4_096),
});
type BackupFile = z.infer<typeof BackupFile>;

/** Why a backup file gives no secret. */
export class BackupUnreadable extends Error {
  readonly reason: 'not-backup' | 'other-user' | 'undecryptable';
  /** Whose file it is. */
  readonly username: string | undefined;

  constructor(reason: BackupUnreadable['reason'], username?: string) {
    super("Can't decrypt provided message");
    this.name = 'BackupUnreadable';
    this.reason = reason;
    this.username = username;
  }
}

export const backupFileName = (username: string): string => `${username}.key.priv`;

/** Browsers encrypt in secure contexts only: https, or this machine. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

/** The secret, encrypted for its keyholder's file. */
export async function makeBackup(username: string, secret: string, backupKey: BackupKey): Promise<string> {
  const key = await keyFrom(backupKey, 'encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const plain = new TextEncoder().encode(secret);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: boundTo(username) },
    key,
    plain,
  );
  plain.fill(0);
  const file: BackupFile = {
    format: 'tonle-keyholder-backup',
    version: 1,
    username,
    derivation: { name: 'scrypt', ...derivation },
    cipher: 'AES-256-GCM',
    iv: toBase64(iv),
    data: toBase64(new Uint8Array(sealed)),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** The secret in a keyholder's file. `backupKey` is asked for only where the file is one of this user's. */
export async function readBackup(
  username: string,
  text: string,
  backupKey: () => Promise<BackupKey>,
): Promise<string> {
  const file = parse(text);
  if (file.username !== username) throw new BackupUnreadable('other-user', file.username);
  const given = await backupKey();
  try {
    const key = await keyFrom(given, 'decrypt');
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64(file.iv), additionalData: boundTo(username) },
      key,
      fromBase64(file.data),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw new BackupUnreadable('undecryptable');
  }
}

function parse(text: string): BackupFile {
  try {
    return BackupFile.parse(JSON.parse(text));
  } catch {
    throw new BackupUnreadable('not-backup');
  }
}

/** A file renamed, or copied into another's, does not open. */
const boundTo = (username: string) => new TextEncoder().encode(`tonle-keyholder-backup 1 ${username}`);

async function keyFrom({ aeskey, salt }: BackupKey, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const bytes = await scryptAsync(fromBase64(aeskey), fromBase64(salt), derivation);
  return crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, [use]);
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (it) => it.charCodeAt(0));

/** Hands a text to the person as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
