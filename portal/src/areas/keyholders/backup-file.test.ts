import { createDecipheriv, scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BackupUnreadable, backupFileName, makeBackup, readBackup } from './backup-file.ts';

const backupKey = {
  aeskey: Buffer.alloc(32, 7).toString('base64'),
  salt: Buffer.alloc(16, 9).toString('base64'),
};
const give = async () => backupKey;
const secret = 'ខ្ញុំ-Keyholder-3!';

const reasonOf = (text: string, username = 'keyholder1', key = give) =>
  readBackup(username, text, key).then(
    () => 'readable',
    (error: unknown) => (error instanceof BackupUnreadable ? error.reason : error),
  );

describe('a backup file', () => {
  test('gives the secret back to its keyholder', async () => {
    const text = await makeBackup('keyholder1', secret, backupKey);
    expect(await readBackup('keyholder1', text, give)).toBe(secret);
    expect(backupFileName('keyholder1')).toBe('keyholder1.key.priv');
    expect(text).not.toContain('Keyholder-3');
  });

  test('is AES-256-GCM under scrypt (16384, 8, 1, 32), as another program reads it', async () => {
    const file = JSON.parse(await makeBackup('keyholder1', secret, backupKey)) as Record<string, string>;
    const key = scryptSync(Buffer.alloc(32, 7), Buffer.alloc(16, 9), 32, { N: 16_384, r: 8, p: 1 });
    const sealed = Buffer.from(file.data ?? '', 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.iv ?? '', 'base64'))
      .setAAD(Buffer.from('tonle-keyholder-backup 1 keyholder1'))
      .setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    expect(plain.toString()).toBe(secret);
  });

  test('is another one each time', async () => {
    const [one, two] = await Promise.all([
      makeBackup('keyholder1', secret, backupKey),
      makeBackup('keyholder1', secret, backupKey),
    ]);
    expect(one).not.toBe(two);
  });

  test('of somebody else, of another bank, damaged, or no backup at all is named as that', async () => {
    const text = await makeBackup('keyholder1', secret, backupKey);
    expect(await reasonOf(text, 'keyholder2')).toBe('other-user');
    expect(await reasonOf(text.replace('"keyholder1"', '"keyholder2"'), 'keyholder2')).toBe('undecryptable');
    const other = { ...backupKey, aeskey: Buffer.alloc(32, 8).toString('base64') };
    expect(await reasonOf(text, 'keyholder1', async () => other)).toBe('undecryptable');
    const damaged = JSON.parse(text) as Record<string, string>;
    damaged.data = Buffer.alloc(40, 1).toString('base64');
    expect(await reasonOf(JSON.stringify(damaged))).toBe('undecryptable');
    for (const it of [
      '',
      '{}',
      'null',
      '[]',
      '\u0000',
      text.slice(0, 80),
      text.replace('"version": 1', '"version": 2'),
    ])
      expect(await reasonOf(it)).toBe('not-backup');
  });

  test('asks the server for nothing where the file is not this user’s', async () => {
    const text = await makeBackup('keyholder1', secret, backupKey);
    const refuse = async () => {
      throw new Error('asked');
    };
    expect(await reasonOf(text, 'keyholder2', refuse)).toBe('other-user');
    expect(await reasonOf('{}', 'keyholder1', refuse)).toBe('not-backup');
  });
});
