import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareTransfer, signTransfer } from '@tonle/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../http/call.ts';
import { openLedger } from '../../ledger.ts';
import { mainAccountId, startTestBank } from '../../test-bank.ts';
import type { TestServer } from '../../test-server.ts';
import { type BankKey, installBankKey, openBankKey } from './keyholders.public.ts';
import { keyIdOf, keyOfSeed, keyOfShares, shareOf, verifierOf, verifies } from './shares.ts';

const SECRETS = ['Keyholder-One-1!', 'Keyholder-Two-2!', 'ខ្ញុំ-Keyholder-3!'];

let server: TestServer;
let installed: { keyId: string; publicKey: Uint8Array };
const dataDir = () => server.config.dataDir;
const keyFile = () => join(dataDir(), 'keys/bank-key.json');
const open = (keyWrapSecret = server.config.keyWrapSecret, folder = dataDir()): Promise<BankKey> =>
  openBankKey({ db: server.database.db, dataDir: folder, keyWrapSecret });
const actorOf = (login: string): Actor & { userId: bigint } => ({
  userId: server.userIds[login] ?? 0n,
  login,
  fullName: `${login} Test`,
  roles: ['ROLE_KEYHOLDER'],
  requestId: null,
  address: null,
});
const isSignedBy = (publicKey: Uint8Array, payload: Uint8Array, signature: Uint8Array) => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
  return verify(null, payload, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
};

beforeAll(async () => {
  server = await startTestBank({ withoutKey: true });
  expect(await (await open()).status()).toBe('REGISTRATION');
  const ledger = openLedger(server.database.pool);
  installed = await installBankKey({
    db: server.database.db,
    ledger,
    dataDir: dataDir(),
    keyWrapSecret: server.config.keyWrapSecret,
    accountId: mainAccountId,
    keyholders: SECRETS.map((secret, index) => ({ actor: actorOf(`keyholder${index + 1}`), secret })),
  });
  await ledger.close();
});
afterAll(() => server.close());

describe('the bank’s key', () => {
  it('is registered in the ledger, and signs what the ledger can check', async () => {
    const { rows } = await server.database.owner.pool.query(
      'SELECT account_id, key_id, action, public_key FROM key_registration',
    );
    expect(rows).toEqual([
      {
        account_id: mainAccountId,
        key_id: installed.keyId,
        action: 'REGISTER',
        public_key: Buffer.from(installed.publicKey),
      },
    ]);
    const bankKey = await open();
    expect(await bankKey.status()).toBe('INSTALLED');
    const payload = randomBytes(100);
    expect(isSignedBy(installed.publicKey, payload, await bankKey.sign(payload))).toBe(true);
    const prepared = prepareTransfer({
      nonce: randomBytes(16),
      assetId: 'khr#nbc',
      amountMinor: 15_000n,
      type: 'SEND_PAY',
      standing: { status: 'SUCCESS', businessStatus: null },
      debitAccountId: mainAccountId,
      creditAccountId: 'sok@chkt',
      fiTransactionId: 'FI1',
    });
    const { signed } = await signTransfer(prepared, bankKey.signer());
    expect(signed?.keyId).toBe(installed.keyId);
    expect(isSignedBy(installed.publicKey, prepared.payload, signed?.signature ?? Buffer.alloc(0))).toBe(
      true,
    );
  });

  it('follows from the secrets alone: the same ones, in the same order, with the salts kept', async () => {
    const { rows } = await server.database.owner.pool.query<{ salt: Buffer; verifier: Buffer }>(
      'SELECT salt, verifier FROM keyholder_share ORDER BY position',
    );
    const shares = await Promise.all(rows.map((it, index) => shareOf(SECRETS[index] ?? '', it.salt)));
    expect(keyOfShares(shares).keyId).toBe(installed.keyId);
    expect(keyOfShares(shares.toReversed()).keyId).not.toBe(installed.keyId);
    for (const [index, share] of shares.entries()) {
      expect(verifies(share, rows[index]?.verifier ?? Buffer.alloc(32))).toBe(true);
    }
    const wrong = await shareOf('Keyholder-One-1?', rows[0]?.salt ?? Buffer.alloc(16));
    expect(verifies(wrong, rows[0]?.verifier ?? Buffer.alloc(32))).toBe(false);
  });

  it('leaves no share and no secret behind', async () => {
    const { rows } = await server.database.owner.pool.query('SELECT wrapped_share FROM keyholder_share');
    expect(rows.map((it) => it.wrapped_share)).toEqual([null, null, null]);
    const { rows: audited } = await server.database.owner.pool.query(
      `SELECT login, activity, a::text AS text FROM audit_log a WHERE activity LIKE '%KEY%' ORDER BY id`,
    );
    expect(audited.map((it) => [it.login, it.activity])).toEqual([
      ['keyholder1', 'KEY_CEREMONY_STARTED'],
      ['keyholder1', 'KEY_SECRET_SUBMITTED'],
      ['keyholder2', 'KEY_SECRET_SUBMITTED'],
      ['keyholder3', 'KEY_SECRET_SUBMITTED'],
      ['keyholder1', 'BANK_KEY_REGISTERED'],
      ['keyholder1', 'KEY_CEREMONY_COMPLETED'],
    ]);
    const everything = `${audited.map((it) => it.text).join()}${await readFile(keyFile(), 'utf8')}`;
    for (const secret of SECRETS) expect(everything).not.toContain(secret);
  });

  it('lies sealed, for this user alone, and nothing else beside it', async () => {
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir(), 'keys'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(dataDir(), 'keys'))).toEqual(['bank-key.json']);
  });

  it('does not open with another secret, or when somebody touched it', async () => {
    const other = await open('another-wrapping-secret-0123456789-abc');
    expect([other.isInstalled(), await other.status()]).toEqual([false, 'RE_INSTALLATION']);
    const whole = await readFile(keyFile(), 'utf8');
    for (const [from, to] of [
      [installed.keyId, '0'.repeat(32)],
      ['"version":1', '"version":2'],
      [whole.slice(-40, -10), 'A'.repeat(30)],
      [whole, '{}'],
      [whole, ''],
    ] as const) {
      await writeFile(keyFile(), whole.replace(from, to));
      expect((await open()).isInstalled()).toBe(false);
    }
    await writeFile(keyFile(), whole);
    expect((await open()).isInstalled()).toBe(true);
  });

  it('is asked for again where the file is gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tonle-keys-'));
    const bankKey = await open(server.config.keyWrapSecret, folder);
    expect(await bankKey.status()).toBe('RE_INSTALLATION');
    expect(() => bankKey.signer()).toThrow('BANK_KEY_NOT_INSTALLED');
    await rm(folder, { recursive: true });
  });

  it('says where its folder cannot be written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tonle-keys-'));
    // A file in the folder's place stops everyone, root too.
    await writeFile(join(folder, 'keys'), '');
    expect(await (await open(server.config.keyWrapSecret, folder)).status()).toBe('NO_WRITE_PERMISSION');
    await rm(folder, { recursive: true });
    const closed = await mkdtemp(join(tmpdir(), 'tonle-keys-'));
    await mkdir(join(closed, 'keys'));
    await chmod(join(closed, 'keys'), 0o500);
    if (process.getuid?.() !== 0) {
      expect(await (await open(server.config.keyWrapSecret, closed)).status()).toBe('NO_WRITE_PERMISSION');
    }
    await rm(closed, { recursive: true });
  });
});

describe('golden vectors: what must never change, or a lost key cannot be made again', () => {
  it('share, verifier, key', async () => {
    const shares = [
      await shareOf('Secret-One-1!', Buffer.alloc(16, 1)),
      await shareOf('Secret-Two-2!', Buffer.alloc(16, 2)),
    ];
    const key = keyOfShares(shares);
    expect({
      share: shares[0]?.toString('hex'),
      verifier: verifierOf(shares[0] ?? Buffer.alloc(0)).toString('hex'),
      publicKey: Buffer.from(key.publicKey).toString('hex'),
      keyId: key.keyId,
    }).toEqual({
      keyId: '4372aa2ef603a73fae9a4ee67da6842c',
      publicKey: '9b774cbe734a1fd63cec0330f36b70f8485a456f7f9a4db5683d8f3232b7fb66',
      share: '7749efe71f38d46d1d6ecdd8fb5e90bb16f0117c1b1353e29357efaf96cf8d89',
      verifier: '5100c6ebb1ad35608afb511adb76b52e086c60e560077145a78cb6c28c8187ea',
    });
  });

  it('RFC 8032, test 1', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const publicKey = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
    const key = keyOfSeed(seed);
    expect(Buffer.from(key.publicKey)).toEqual(publicKey);
    expect(key.keyId).toBe(keyIdOf(publicKey));
  });
});
