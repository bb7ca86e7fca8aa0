import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keyholder } from '@tonle/contract/keyholders';
import { describe, expect, it } from 'vitest';
import { mainAccountId } from '../../test-bank.ts';
import {
  api,
  bank,
  errorOf,
  fresh,
  keysFolder,
  registerAll,
  restarted,
  secrets,
  sql,
  statuses,
  statusOf,
  submitAll,
  submitAs,
} from './test-ceremony.ts';

describe('the re-install', () => {
  it('brings the same public key back, and it signs; a restart needs nobody', async () => {
    await fresh({ mainUsdMinor: 0n });
    await registerAll();
    await bank.post({ from: 'issuance@settle', to: mainAccountId, amountMinor: 1_000n, type: 'DEPOSIT' });
    const before = JSON.parse(await readFile(join(keysFolder(), 'bank-key.json'), 'utf8')) as {
      publicKey: string;
    };

    const plain = await restarted();
    expect(await statusOf(plain.caller)).toBe('INSTALLED');
    expect((await plain.transfer()).status).toBe(200);
    await plain.close();

    await rm(keysFolder(), { recursive: true });
    const lost = await restarted();
    expect(await statusOf(lost.caller)).toBe('RE_INSTALLATION');
    const refused = await lost.transfer();
    expect([refused.status, errorOf(refused)]).toEqual([409, 'BANK_KEY_NOT_INSTALLED']);
    // What runs still has the key in memory; its keyholders are told all the same, and work on it here.
    await lost.close();
    const caller = await bank.as('keyholder1');
    expect(await statusOf(caller)).toBe('RE_INSTALLATION');
    expect(statuses(await caller.get<Keyholder[]>(api.list))).toEqual([false, false, false]);
    expect(errorOf(await caller.post(api.account))).toBe('SECRETS_MISSING');

    const wrong = await submitAs('keyholder1', 'Wrong-Secret-1!');
    expect([wrong.status, errorOf(wrong)]).toEqual([400, 'SECRET_WRONG']);
    expect(wrong.body.fields).toMatchObject([{ path: 'secret', key: 'secret.wrong' }]);
    await submitAll();
    expect(errorOf(await submitAs('keyholder2'))).toBe('SECRET_SUBMITTED');
    expect(await statusOf(caller)).toBe('RE_INSTALLATION');
    expect((await caller.post(api.account)).body).toEqual({ accountStatus: 'ACTIVATED' });
    expect(await statusOf(caller)).toBe('INSTALLED');

    const after = JSON.parse(await readFile(join(keysFolder(), 'bank-key.json'), 'utf8')) as {
      publicKey: string;
    };
    expect(after.publicKey).toBe(before.publicKey);
    const again = await restarted();
    const sent = await again.transfer();
    expect(sent.status).toBe(200);
    await again.close();
    const { rows } = await sql(
      'SELECT t.hash, t.signature, t.key_id, k.public_key FROM transfer t JOIN key_registration k USING (key_id) ORDER BY t.seq DESC LIMIT 1',
    );
    expect(rows[0]?.public_key.toString('hex')).toBe(before.publicKey);
    expect(rows[0]?.signature).toHaveLength(64);
    expect((await sql('SELECT 1 FROM key_registration')).rowCount).toBe(1);
    expect((await sql('SELECT 1 FROM keyholder_share WHERE wrapped_share IS NOT NULL')).rowCount).toBe(0);
    const audited = await sql(
      `SELECT login, activity FROM audit_log WHERE activity LIKE '%KEY%' ORDER BY id DESC LIMIT 5`,
    );
    expect(audited.rows.map((it) => it.activity).toReversed()).toEqual([
      'KEY_SECRET_REFUSED',
      'KEY_SECRET_SUBMITTED',
      'KEY_SECRET_SUBMITTED',
      'KEY_SECRET_SUBMITTED',
      'BANK_KEY_REINSTALLED',
    ]);
  });

  it('a folder that cannot be written is told before the secrets are asked for', async () => {
    await fresh();
    await registerAll();
    await rm(keysFolder(), { recursive: true });
    await writeFile(keysFolder(), '');
    expect(await statusOf(await bank.as('keyholder3'))).toBe('NO_WRITE_PERMISSION');
  });
});

describe('a check and a backup', () => {
  it('know the right secret from a wrong one, and wait for a submission', async () => {
    await fresh();
    const caller = await bank.as('keyholder1');
    for (const answer of [await caller.post(api.check, { secret: 'x' }), await caller.get(api.account)]) {
      expect([answer.status, errorOf(answer)]).toEqual([409, 'SECRET_NOT_SUBMITTED']);
    }
    await submitAs('keyholder2');
    expect(errorOf(await caller.get(api.account))).toBe('SECRET_NOT_SUBMITTED');
    await submitAs('keyholder1');
    expect((await caller.post(api.check, { secret: secrets.keyholder1 })).body).toEqual({ result: true });
    expect((await caller.post(api.check, { secret: secrets.keyholder2 })).body).toEqual({ result: false });
    const { rows } = await sql(
      `SELECT login, description FROM audit_log WHERE activity = 'KEY_SECRET_CHECKED' ORDER BY id`,
    );
    expect(rows).toEqual([
      { login: 'keyholder1', description: 'Own secret key checked: right' },
      { login: 'keyholder1', description: 'Own secret key checked: wrong' },
    ]);
  });

  it('give each keyholder a key of their own, always the same', async () => {
    await fresh();
    await registerAll();
    type Key = { aeskey: string; salt: string };
    const keyOf = async (login: string) => (await (await bank.as(login)).get<Key>(api.account)).body;
    const mine = await keyOf('keyholder1');
    expect(Buffer.from(mine.aeskey, 'base64')).toHaveLength(32);
    expect(Buffer.from(mine.salt, 'base64')).toHaveLength(16);
    await rm(keysFolder(), { recursive: true });
    expect(await keyOf('keyholder1')).toEqual(mine);
    const other = await keyOf('keyholder2');
    expect(other.aeskey).not.toBe(mine.aeskey);
    expect(other.salt).not.toBe(mine.salt);
  });

  it('take 5 tries in 15 minutes, of 100 at once too, whichever call they come by', async () => {
    await fresh();
    await registerAll();
    await rm(keysFolder(), { recursive: true });
    const caller = await bank.as('keyholder1');
    const rush = await Promise.all(
      Array.from({ length: 100 }, (_, index) => caller.post(api.check, { secret: `Guess-${index}!` })),
    );
    expect(rush.filter((it) => it.status === 200)).toHaveLength(5);
    const late = rush.find((it) => it.status === 429);
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(800);
    expect((await caller.post(api.check, { secret: secrets.keyholder1 })).status).toBe(429);
    expect((await submitAs('keyholder1')).status).toBe(429);
    expect((await submitAs('keyholder2')).status).toBe(200);
    await sql('UPDATE keyholder_try SET window_ends = now()');
    expect((await submitAs('keyholder1')).status).toBe(200);
  });
});
