import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keyholder } from '@tonle/contract/keyholders';
import type { RefusalBody } from '@tonle/contract/refusal';
import { describe, expect, it } from 'vitest';
import { mainAccountId } from '../../test-bank.ts';
import {
  api,
  bank,
  errorOf,
  fresh,
  keysFolder,
  logins,
  registerAll,
  restarted,
  secrets,
  sql,
  statuses,
  statusOf,
  submitAll,
  submitAs,
  useShared,
} from './test-ceremony.ts';

describe('the registration', () => {
  it('goes from nothing to a key that signs, step by step', async () => {
    await fresh();
    const first = await bank.as('keyholder1');
    expect(await statusOf(first)).toBe('REGISTRATION');
    expect((await first.get(api.list)).body).toEqual(
      logins.map((username) => ({
        username,
        fullName: `${username} Test`,
        status: false,
        submittedAt: null,
      })),
    );
    expect((await first.get(api.accountStatus)).body).toEqual({ accountStatus: 'DEACTIVATED' });
    const early = await first.post<RefusalBody>(api.account);
    expect([early.status, errorOf(early), early.body.data]).toEqual([
      409,
      'SECRETS_MISSING',
      { missing: 3, total: 3 },
    ]);

    const answer = await submitAs('keyholder1');
    expect(answer.status).toBe(200);
    expect(statuses(answer)).toEqual([true, false, false]);
    expect(Date.now() - Date.parse(answer.body[0]?.submittedAt ?? '')).toBeLessThan(60_000);
    expect((await first.get('/tps/api/check/secretKey/keyholder1')).body).toEqual({
      username: 'keyholder1',
      status: true,
    });
    expect((await first.get(`/tps/api/check/secretKey/${bank.userIds.keyholder2}`)).body).toEqual({
      username: 'keyholder2',
      status: false,
    });
    expect((await first.get('/tps/api/check/secretKey/manager')).status).toBe(404);

    await submitAs('keyholder2');
    const late = await (await bank.as('keyholder2')).post<RefusalBody>(api.resend);
    expect([late.status, late.body.data]).toEqual([409, { missing: 1, total: 3 }]);
    expect(statuses(await submitAs('keyholder3'))).toEqual([true, true, true]);
    expect(await statusOf(first)).toBe('RESEND_SECRETS');

    const created = await (await bank.as('keyholder3')).post(api.account);
    expect([created.status, created.body]).toEqual([200, { accountStatus: 'ACTIVATED' }]);
    expect(await statusOf(first)).toBe('INSTALLED');
    expect((await first.get(api.accountStatus)).body).toEqual({ accountStatus: 'ACTIVATED' });
    expect((await first.post(api.account)).body).toEqual({ accountStatus: 'ACTIVATED' });
    expect((await first.post(api.resend)).body).toEqual({ accountStatus: 'ACTIVATED' });
    const { rows } = await sql('SELECT action FROM key_registration');
    expect(rows).toEqual([{ action: 'REGISTER' }]);
    const again = await submitAs('keyholder1');
    expect([again.status, errorOf(again)]).toEqual([409, 'WRONG_STATE']);
  });

  it('leaves an entry for each step, in the name of who took it, and no share', async () => {
    await fresh();
    await registerAll();
    const { rows } = await sql(
      `SELECT login, activity FROM audit_log WHERE activity LIKE '%KEY%' ORDER BY id`,
    );
    expect(rows.map((it) => `${it.login} ${it.activity}`)).toEqual([
      'keyholder1 KEY_CEREMONY_STARTED',
      'keyholder1 KEY_SECRET_SUBMITTED',
      'keyholder2 KEY_SECRET_SUBMITTED',
      'keyholder3 KEY_SECRET_SUBMITTED',
      'keyholder2 BANK_KEY_REGISTERED',
      'keyholder2 KEY_CEREMONY_COMPLETED',
    ]);
    const shares = await sql('SELECT wrapped_share FROM keyholder_share');
    expect(shares.rows.map((it) => it.wrapped_share)).toEqual([null, null, null]);
  });

  it.each([
    [undefined, 'field.required'],
    ['', 'secret.required'],
    ['Aa1!aaa', 'secret.too-short'],
    [`Aa1!${'a'.repeat(61)}`, 'secret.too-long'],
    ['aaaa-1111', 'secret.too-simple'],
    ['AAAA-1111', 'secret.too-simple'],
    ['Aaaa-aaaa', 'secret.too-simple'],
    ['Aaaa1111', 'secret.too-simple'],
    ['Aaaa 1111', 'secret.too-simple'],
    [12345678, 'field.invalid'],
  ])('refuses the secret %j', async (secret, key) => {
    await useShared();
    const answer = await (await bank.as('keyholder1')).post<RefusalBody>(api.list, { secret });
    expect(answer.status).toBe(400);
    expect(answer.body.fields?.map((it) => it.path)).toEqual(['secret']);
    if (secret !== undefined && secret !== 12345678) expect(answer.body.fields?.[0]?.key).toBe(key);
    // What was sent is never said back.
    if (typeof secret === 'string' && secret !== '') expect(answer.text).not.toContain(secret);
  });

  it('takes 8 and 64 characters, counted as people do', async () => {
    await fresh();
    expect((await submitAs('keyholder1', 'Aa1!aaaa')).status).toBe(200);
    expect((await submitAs('keyholder2', `Aa1!${'ក'.repeat(60)}`)).status).toBe(200);
  });

  it('freezes its keyholders at the first submission', async () => {
    await fresh();
    await submitAs('keyholder1');
    await sql(
      `INSERT INTO console_user_authority SELECT id, 'ROLE_KEYHOLDER' FROM console_user WHERE login = 'admin'`,
    );
    const late = await bank.as('admin');
    expect((await late.get<Keyholder[]>(api.list)).body.map((it) => it.username)).toEqual(logins);
    for (const answer of [
      await late.post(api.list, { secret: 'Some-Other-1!' }),
      await late.post(api.account),
      await late.post(api.check, { secret: 'x' }),
      await late.get(api.account),
    ]) {
      expect([answer.status, errorOf(answer)]).toEqual([409, 'KEYHOLDER_NOT_LISTED']);
      expect((answer.body as RefusalBody).status.message).toBe(
        'Current keyholder not found in keyholder list',
      );
    }
  });

  it('counts everyone who may register until then, by role or by authority, and nobody who is blocked', async () => {
    await fresh();
    await sql(`INSERT INTO role_permission SELECT id, 'keyholders.register' FROM role WHERE name = 'Teller'`);
    await sql(`UPDATE console_user SET blocked = true WHERE login = 'keyholder2'`);
    const answer = await (await bank.as('keyholder1')).get<Keyholder[]>(api.list);
    expect(answer.body.map((it) => it.username)).toEqual(['keyholder1', 'keyholder3', 'teller']);
  });

  it('needs two', async () => {
    await fresh();
    await sql(`UPDATE console_user SET blocked = true WHERE login IN ('keyholder2', 'keyholder3')`);
    const answer = await submitAs('keyholder1');
    expect([answer.status, errorOf(answer)]).toEqual([409, 'KEYHOLDERS_COUNT']);
    expect(answer.body.data).toEqual({ min: 2, max: 20, count: 1 });
    expect((await sql('SELECT 1 FROM keyholder_ceremony')).rowCount).toBe(0);
  });

  it('takes one secret of each, whatever comes at once', async () => {
    await fresh();
    const answers = await Promise.all(
      logins.flatMap((login) => [submitAs(login), submitAs(login, 'Another-Key-9!'), submitAs(login)]),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409, 409]);
    expect(new Set(answers.filter((it) => it.status === 409).map(errorOf))).toEqual(
      new Set(['SECRET_SUBMITTED']),
    );
    expect((await sql('SELECT 1 FROM keyholder_ceremony')).rowCount).toBe(1);
    const created = await Promise.all(logins.map(async (it) => (await bank.as(it)).post(api.account)));
    expect(created.map((it) => it.status)).toEqual([200, 200, 200]);
    expect((await sql('SELECT 1 FROM key_registration')).rowCount).toBe(1);
  });

  it('of two servers at once has one set of keyholders', async () => {
    await fresh();
    const other = await restarted();
    const [mine, theirs] = await Promise.all([
      submitAs('keyholder2'),
      other.caller.post<Keyholder[]>(api.list, { secret: secrets.keyholder1 }),
    ]);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect((await sql('SELECT 1 FROM keyholder_ceremony')).rowCount).toBe(1);
    await submitAs('keyholder3');
    const both = await Promise.all([
      (await bank.as('keyholder3')).post(api.account),
      other.caller.post(api.account),
    ]);
    expect(both.map((it) => it.status)).toEqual([200, 200]);
    expect((await sql('SELECT 1 FROM key_registration')).rowCount).toBe(1);
    expect(await statusOf(other.caller)).toBe('INSTALLED');
    await other.close();
  });

  it('opens the main account where the ledger has none', async () => {
    await fresh();
    await sql('DELETE FROM account WHERE account_id = $1', [mainAccountId]).catch(() => undefined);
    await sql(`UPDATE participant_bank SET main_account_id = 'new_main@chkt' WHERE own`);
    await registerAll();
    const { rows } = await sql(`SELECT kind, status FROM account WHERE account_id = 'new_main@chkt'`);
    expect(rows).toEqual([{ kind: 'MAIN', status: 'ACTIVATED' }]);
  });

  it('is not for others', async () => {
    await useShared();
    for (const login of ['manager', 'admin', 'access', 'teller']) {
      const caller = await bank.as(login);
      for (const path of [
        api.list,
        api.account,
        api.accountStatus,
        api.status,
        '/tps/api/check/secretKey/keyholder1',
      ]) {
        expect((await caller.get(path)).status).toBe(403);
      }
      for (const path of [api.list, api.check, api.account, api.resend]) {
        expect((await caller.post(path, {})).status).toBe(403);
      }
    }
  });
});

describe('where the key cannot be written', () => {
  it('nobody submits, and a creation says it and can be repeated', async () => {
    await fresh();
    await submitAll();
    await rm(keysFolder(), { recursive: true });
    await writeFile(keysFolder(), '');
    const caller = await bank.as('keyholder1');
    expect(await statusOf(caller)).toBe('NO_WRITE_PERMISSION');
    for (const answer of [
      await caller.post<RefusalBody>(api.account),
      await caller.post<RefusalBody>(api.resend),
    ]) {
      expect([answer.status, errorOf(answer)]).toEqual([409, 'KEY_STORE_NOT_WRITABLE']);
      expect(answer.body.status.message).toBe(
        'There is no write permission in the server file system. The key pair cannot be saved. Call an administrator to fix this issue',
      );
    }
    expect(errorOf(await submitAs('keyholder1'))).toBe('KEY_STORE_NOT_WRITABLE');
    await rm(keysFolder());
    expect(await statusOf(caller)).toBe('RESEND_SECRETS');
    expect((await caller.post(api.resend)).body).toEqual({ accountStatus: 'ACTIVATED' });
    expect(await statusOf(caller)).toBe('INSTALLED');
  });

  it('also where that shows only while writing', async () => {
    await fresh();
    await submitAll();
    await mkdir(join(keysFolder(), 'bank-key.json'), { recursive: true });
    const answer = await (await bank.as('keyholder1')).post(api.account);
    // Renaming a file over a folder: nothing of it happened, and nothing was registered.
    expect([answer.status, errorOf(answer)]).toEqual([409, 'KEY_STORE_NOT_WRITABLE']);
    expect((await sql('SELECT 1 FROM key_registration')).rowCount).toBe(0);
  });
});

describe('what broke off', () => {
  it('between the file and the ledger: the same key is registered by the next try', async () => {
    await fresh();
    await submitAll();
    await sql(`CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await sql('CREATE TRIGGER no BEFORE INSERT ON key_registration EXECUTE FUNCTION no()');
    const caller = await bank.as('keyholder1');
    expect((await caller.post(api.account)).status).toBeGreaterThanOrEqual(500);
    const written = JSON.parse(await readFile(join(keysFolder(), 'bank-key.json'), 'utf8')) as {
      keyId: string;
    };
    expect(await statusOf(caller)).toBe('RESEND_SECRETS');
    await sql('DROP TRIGGER no ON key_registration');
    expect((await caller.post(api.resend)).status).toBe(200);
    const { rows } = await sql('SELECT key_id FROM key_registration');
    expect(rows).toEqual([{ key_id: written.keyId }]);
  });

  it('between the ledger and the end: finished by the next try', async () => {
    await fresh();
    await submitAll();
    await sql(`CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await sql('CREATE TRIGGER no BEFORE UPDATE ON keyholder_ceremony EXECUTE FUNCTION no()');
    const caller = await bank.as('keyholder1');
    expect((await caller.post(api.account)).status).toBe(500);
    await sql('DROP TRIGGER no ON keyholder_ceremony');
    expect(await statusOf(caller)).toBe('RESEND_SECRETS');
    expect((await caller.post(api.account)).status).toBe(200);
    expect((await sql('SELECT 1 FROM key_registration')).rowCount).toBe(1);
    expect((await sql('SELECT 1 FROM keyholder_share WHERE wrapped_share IS NOT NULL')).rowCount).toBe(0);
  });

  it('shares sealed under another KEY_WRAP_SECRET are asked for again', async () => {
    await fresh();
    await submitAll();
    await sql(
      `UPDATE keyholder_share SET wrapped_share = sha256(wrapped_share) || sha256('x') WHERE position = 2`,
    );
    const caller = await bank.as('keyholder1');
    const answer = await caller.post<RefusalBody>(api.account);
    expect([answer.status, errorOf(answer), answer.body.data]).toEqual([
      409,
      'SECRETS_MISSING',
      { missing: 1, total: 3 },
    ]);
    expect(errorOf(await submitAs('keyholder2', 'Wrong-Secret-1!'))).toBe('SECRET_WRONG');
    expect((await submitAs('keyholder2')).status).toBe(200);
    expect((await caller.post(api.account)).status).toBe(200);
  });

  it('shares that a dying server left are erased by the next start', async () => {
    await fresh();
    await registerAll();
    await sql(`UPDATE keyholder_share SET wrapped_share = sha256('a') || sha256('b')`);
    await (await restarted()).close();
    expect((await sql('SELECT 1 FROM keyholder_share WHERE wrapped_share IS NOT NULL')).rowCount).toBe(0);
    const { rows } = await sql(`SELECT full_name FROM audit_log WHERE activity = 'KEY_SHARES_ERASED'`);
    expect(rows).toEqual([{ full_name: 'Start of the server' }]);
  });
});
