import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Keyholder } from '@tonle/contract/keyholders';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { mainAccountId, startTestBank, type TestBank } from '../../test-bank.ts';
import { type Answer, Caller } from '../../test-server.ts';

const secrets = {
  keyholder1: 'Mekong-River-1!',
  keyholder2: ' Bassac River-2 ',
  keyholder3: 'ខ្ញុំ-Keyholder-3!',
} as const;
type Login = keyof typeof secrets;
const logins = Object.keys(secrets) as Login[];

const api = {
  list: '/tps/api/keyholders/secrets',
  check: '/tps/api/keyholders/secrets/check',
  account: '/tps/api/keyholders/account',
  accountStatus: '/tps/api/keyholders/account/status',
  status: '/tps/api/keyholders/fast-client/status',
  resend: '/tps/api/keyholders/account/resend',
};

class Lines extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A bank before its keyholders have registered. */
async function beforeCeremony(options: Parameters<typeof startTestBank>[0] = {}): Promise<TestBank> {
  const bank = await startTestBank({ withoutKey: true, mainKhrMinor: 0n, mainUsdMinor: 0n, ...options });
  await bank.database.owner.pool.query(
    `UPDATE account_state SET status = 'DEACTIVATED' WHERE account_id = $1`,
    [mainAccountId],
  );
  return bank;
}

let bank: TestBank;
const open: TestBank[] = [];
const fresh = async (options?: Parameters<typeof startTestBank>[0]) => {
  bank = await beforeCeremony(options);
  open.push(bank);
  return bank;
};
afterEach(async () => {
  for (const it of open.splice(0)) await it.close();
});

const sql = (text: string, values: unknown[] = []) => bank.database.owner.pool.query(text, values);
const keysFolder = () => join(bank.config.dataDir, 'keys');
const statusOf = async (caller: Caller) => (await caller.get<{ status: string }>(api.status)).body.status;
const submitAs = async (login: Login, secret: string = secrets[login]) =>
  (await bank.as(login)).post<Keyholder[] & RefusalBody>(api.list, { secret });
const submitAll = async () => {
  for (const login of logins) expect((await submitAs(login)).status).toBe(200);
};
const registerAll = async () => {
  await submitAll();
  const answer = await (await bank.as('keyholder2')).post(api.account);
  expect([answer.status, answer.body]).toEqual([200, { accountStatus: 'ACTIVATED' }]);
};
const errorOf = (answer: Answer<unknown>) => (answer.body as RefusalBody).status?.error;
const statuses = (answer: Answer<Keyholder[]>) => answer.body.map((it) => it.status);

/** The same database and folder served by a new process. */
async function restarted(): Promise<{
  caller: Caller;
  transfer: () => Promise<Answer>;
  close: () => Promise<void>;
}> {
  const { config, database } = bank;
  const app = await buildApp({ mode: 'test', version: '0.0.0-test', config, database });
  const tokenOf = async (login: string) => (await bank.as(login)).token;
  const caller = new Caller(app, await tokenOf('keyholder1'));
  const manager = new Caller(app, await tokenOf('manager'));
  const transfer = () =>
    manager.post('/tps/api/pg-wallet-transfer', {
      destAccountId: 'a_b@chkt',
      assetId: 'usd#nbc',
      amount: '0.01',
    });
  return { caller, transfer, close: () => app.close() };
}

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
    bank = await shared();
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
    bank = await shared();
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

describe('secrets', () => {
  it('are in no log, error, audit entry, table, file or crash report', async () => {
    const log = new Lines();
    await fresh({ environment: { LOG_LEVEL: 'trace' }, logTo: log });
    const answers: string[] = [];
    const keep = (answer: Answer<unknown>) => answers.push(answer.text, JSON.stringify(answer.headers));
    const wrong = 'Wrong-Secret-77!';
    const weak = 'weaksecretvalue';
    keep(await submitAs('keyholder1', weak));
    await sql(`CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await sql('CREATE TRIGGER no BEFORE UPDATE ON keyholder_share EXECUTE FUNCTION no()');
    keep(await submitAs('keyholder1'));
    await sql('DROP TRIGGER no ON keyholder_share');
    for (const login of logins) keep(await submitAs(login));
    keep(await submitAs('keyholder1'));
    const caller = await bank.as('keyholder1');
    keep(await caller.post(api.list, { secret: secrets.keyholder1, more: true }));
    keep(
      await caller
        .post(api.check, { secret: secrets.keyholder1, [secrets.keyholder2]: 1 })
        .then((it) => ({ ...it, text: '' })),
    );
    keep(await caller.post(api.list, `{"secret":"${secrets.keyholder1}"`));
    keep(await caller.post(api.check, { secret: secrets.keyholder1 }));
    keep(await caller.post(api.check, { secret: wrong }));
    keep(await caller.post(api.account));
    await rm(keysFolder(), { recursive: true });
    keep(await submitAs('keyholder1', wrong));
    for (const login of logins) keep(await submitAs(login));
    keep(await caller.post(api.account));

    const tables = await sql(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const rows: string[] = [];
    for (const { relname } of tables.rows) {
      const found = await sql(`SELECT t::text AS row FROM "${relname}" t`);
      rows.push(...found.rows.map((it) => it.row as string));
    }
    const files: string[] = [];
    for (const name of await readdir(bank.config.dataDir, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) files.push(await readFile(join(name.parentPath, name.name), 'latin1'));
    }
    expect(log.text).toContain('"level"');
    const everything = {
      answers,
      log: [log.text],
      rows,
      files,
      report: [JSON.stringify(process.report.getReport())],
    };
    for (const [place, texts] of Object.entries(everything)) {
      const text = texts.join('\n');
      for (const secret of [...Object.values(secrets), wrong, weak]) {
        for (const form of [
          secret,
          JSON.stringify(secret).slice(1, -1),
          Buffer.from(secret).toString('hex'),
          Buffer.from(secret).toString('base64'),
          Buffer.from(secret, 'utf8').toString('latin1'),
        ]) {
          expect(text.includes(form), `${place} holds a secret`).toBe(false);
        }
      }
    }
  });
});

/** For tests that change nothing. */
let sharedBank: Promise<TestBank> | undefined;
const shared = (): Promise<TestBank> => {
  sharedBank ??= beforeCeremony();
  return sharedBank;
};
beforeAll(async () => void (await shared()));
afterAll(async () => (await shared()).close());
