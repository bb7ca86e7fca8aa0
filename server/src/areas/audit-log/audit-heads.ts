import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Head } from './audit-seal.store.ts';
import { headText } from './audit-seal.ts';

const FOLDER = 'audit-heads';
const NAME = /^\d{4}-\d{2}-\d{2}\.json$/;

/** The chain's head of a day, signed with the bank's key and kept outside the database. */
export const SignedHead = z.strictObject({
  day: z.iso.date(),
  seq: z.string().regex(/^[1-9]\d{0,18}$/),
  entryId: z.string().regex(/^[1-9]\d{0,18}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  keyId: z.string().min(1).max(64),
  signature: z.base64().max(200),
});
export type SignedHead = z.infer<typeof SignedHead>;

/** What signs: the bank's key, where it is installed. */
export interface HeadSigner {
  isInstalled(): boolean;
  signer(): { readonly keyId: string };
  sign(payload: Uint8Array): Promise<Uint8Array>;
}

export const headsFolder = (dataDir: string): string => join(dataDir, FOLDER);

/** The names of the heads there are, the earliest first. */
export async function listHeads(dataDir: string): Promise<string[]> {
  try {
    return (await readdir(headsFolder(dataDir))).filter((it) => NAME.test(it)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The head in a file, or undefined where what stands there is none. */
export async function readHead(dataDir: string, name: string): Promise<SignedHead | undefined> {
  try {
    const parsed = SignedHead.safeParse(JSON.parse(await readFile(join(headsFolder(dataDir), name), 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Signs the head and writes it as the day's file: whole or not at all. */
export async function writeHead(dataDir: string, day: string, head: Head, key: HeadSigner): Promise<void> {
  const facts = {
    day,
    seq: String(head.seq),
    entryId: String(head.entryId),
    hash: head.hash.toString('hex'),
  };
  const { keyId } = key.signer();
  const signature = await key.sign(Buffer.from(headText(facts)));
  const signed: SignedHead = { ...facts, keyId, signature: Buffer.from(signature).toString('base64') };
  const folder = headsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${day}.json`);
  await writeFile(`${file}.new`, `${JSON.stringify(signed, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
