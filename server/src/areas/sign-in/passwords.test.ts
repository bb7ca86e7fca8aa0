import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { type Answer, startTestServer, TEST_PASSWORD, type TestServer } from '../../test-server.ts';
import { isOneTimePassword, newOneTimePassword } from './one-time-password.ts';
import { isCommonPassword } from './password-rules.ts';
import { findPasswordOwner, type PasswordOwner, replacePassword } from './passwords.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { PASSWORD_MIN_AGE_HOURS: '24' } });
});
afterAll(() => server.close());

const sql = (text: string, values: unknown[] = []) => server.database.owner.pool.query(text, values);
const NEW = 'A-quite-new-one-2026';

let hashOfTestPassword: string;
/** Everybody as at the beginning: the test password, changed a month ago, nothing pending. */
beforeEach(async () => {
  hashOfTestPassword ??= (await sql(`SELECT password_hash FROM console_user WHERE login = 'manager'`)).rows[0]
    ?.password_hash;
  await sql('TRUNCATE sign_in_attempt, sign_in_address, console_user_password, outgoing_message');
  await sql('DELETE FROM session');
  await sql(
    `UPDATE console_user SET password_hash = $1, password_changed_at = now() - interval '30 days', blocked = false,
     force_password_change = false, one_time_password_hash = NULL, one_time_password_expires = NULL`,
    [hashOfTestPassword],
  );
});

type Refused = Answer<RefusalBody>;
const tokenOf = async (login = 'manager', password = TEST_PASSWORD) => {
  const answer = await server.signIn(login, password);
  return String(answer.body.data?.id_token);
};
const change = (token: string, currentPassword: string, newPassword: string) =>
  server.withToken(token).post<RefusalBody>('/api/account/change-password', { currentPassword, newPassword });
const errorOf = ({ status, body }: Refused) => [status, body.status.error, body.status.errorCode];
const fieldsOf = ({ body }: Refused) => body.fields?.map(({ path, key }) => [path, key]);
const info = (token: string, login = 'manager') =>
  server.withToken(token).get<RefusalBody>(`/api/user-infos/login/${login}`);
const activities = async (since: bigint) =>
  (await sql('SELECT activity FROM audit_log WHERE id > $1 ORDER BY id', [since])).rows.map(
    (it) => it.activity,
  );
const lastEntry = async (): Promise<bigint> => (await sql('SELECT max(id) AS id FROM audit_log')).rows[0]?.id;

describe('changing one’s password', () => {
  it('takes the new one at once, ends the other sessions and keeps its own', async () => {
    const [mine, other] = [await tokenOf(), await tokenOf()];
    const since = await lastEntry();
    const answer = await change(mine, TEST_PASSWORD, NEW);
    expect([answer.status, answer.body]).toEqual([200, { status: { code: 0 } }]);
    expect((await info(mine)).status).toBe(200);
    expect(errorOf(await info(other))).toEqual([401, 'SESSION_ENDED', 10]);
    expect((await server.signIn('manager', TEST_PASSWORD)).status).toBe(401);
    expect((await server.signIn('manager', NEW)).status).toBe(200);
    expect(await activities(since)).toEqual(['PASSWORD_CHANGED', 'SIGN_IN_FAILED', 'SIGNED_IN']);
    const { rows } = await sql(`SELECT a::text AS entry FROM audit_log a WHERE id > $1`, [since]);
    expect(JSON.stringify(rows)).not.toMatch(/quite-new|Tonle-test/);
  });

  it.each([
    ['elevenchars', [['newPassword', 'password.too-short']]],
    ['ក'.repeat(11), [['newPassword', 'password.too-short']]],
    ['administrator', [['newPassword', 'password.common']]],
    ['PASSWORD1234', [['newPassword', 'password.common']]],
    ['passwordpassword', [['newPassword', 'password.common']]],
    ['123456789012345', [['newPassword', 'password.common']]],
    ['aaaaaaaaaaaaaaaa', [['newPassword', 'password.common']]],
    ['x'.repeat(129), [['newPassword', 'field.too-long']]],
    ['', [['newPassword', 'password.new-required']]],
  ])('refuses %j', async (password, fields) => {
    const answer = await change(await tokenOf(), TEST_PASSWORD, password);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(fields);
  });

  it('refuses the user name, in any case', async () => {
    await sql(`UPDATE console_user SET login = 'manager.of.money' WHERE login = 'manager'`);
    const answer = await change(await tokenOf('manager.of.money'), TEST_PASSWORD, ' Manager.Of.Money');
    await sql(`UPDATE console_user SET login = 'manager' WHERE login = 'manager.of.money'`);
    expect(fieldsOf(answer)).toEqual([['newPassword', 'password.is-login']]);
  });

  it('takes 12 and 128 characters of any script', async () => {
    const long = `ពាក្យសម្ងាត់-${'z9'.repeat(64)}`.slice(0, 128);
    expect((await change(await tokenOf(), TEST_PASSWORD, long)).status).toBe(200);
    expect((await server.signIn('manager', long)).status).toBe(200);
  });

  it('wants the current one, and locks after five wrong ones, with a mail (decisions section 5)', async () => {
    const token = await tokenOf();
    const since = await lastEntry();
    for (let count = 0; count < 5; count += 1) {
      const answer = await change(token, 'wrong', NEW);
      expect(fieldsOf(answer)).toEqual([['currentPassword', 'password.current-wrong']]);
    }
    const answer = await change(token, TEST_PASSWORD, NEW);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
    expect((await server.signIn('manager')).status).toBe(401);
    expect((await activities(since)).filter((it) => it === 'ACCOUNT_LOCKED')).toHaveLength(1);
    expect((await sql('SELECT purpose, recipient FROM outgoing_message')).rows).toEqual([
      { purpose: 'ACCOUNT_LOCKED', recipient: 'manager@tonle.example' },
    ]);
  });

  it('checks at most 5 of 50 wrong current ones at once', async () => {
    const token = await tokenOf();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => change(token, `wrong-${index}`, NEW)),
    );
    const checked = answers.filter((it) => it.status === 400);
    expect(checked).toHaveLength(5);
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([400, 429]));
  });

  it('is done once of four at once; the others have the wrong current one', async () => {
    const token = await tokenOf();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => change(token, TEST_PASSWORD, `${NEW}-${index}`)),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([200, 400, 400, 400]);
    expect((await sql('SELECT count(*)::int AS count FROM console_user_password')).rows).toEqual([
      { count: 1 },
    ]);
  });

  it('is 95 within 24 hours of the last change, unless it is forced', async () => {
    const token = await tokenOf();
    await sql(`UPDATE console_user SET password_changed_at = now() - interval '23 hours'`);
    const answer = await change(token, TEST_PASSWORD, NEW);
    expect(errorOf(answer)).toEqual([409, 'PASSWORD_TOO_YOUNG', 95]);
    expect(answer.body.status.message).toBe(
      'Your password was changed less than 24 hours ago. Please try again later.',
    );
    expect((await sql('SELECT failures FROM sign_in_attempt')).rows).toEqual([{ failures: 0 }]);
    await sql('UPDATE console_user SET force_password_change = true');
    expect((await change(token, TEST_PASSWORD, NEW)).status).toBe(200);
    expect((await change(token, NEW, `${NEW}-2`)).status).toBe(409);
  });

  it('is 93 for any of the last five, the current one included', async () => {
    const token = await tokenOf();
    let current = TEST_PASSWORD;
    for (let count = 1; count <= 4; count += 1) {
      const next = `${NEW}-${count}`;
      expect((await change(token, current, next)).status).toBe(200);
      await sql(`UPDATE console_user SET password_changed_at = now() - interval '25 hours'`);
      current = next;
    }
    for (const used of [TEST_PASSWORD, `${NEW}-1`, `${NEW}-4`]) {
      expect(errorOf(await change(token, current, used))).toEqual([400, 'PASSWORD_HISTORY_VIOLATION', 93]);
    }
    expect((await change(token, current, `${NEW}-5`)).status).toBe(200);
    await sql(`UPDATE console_user SET password_changed_at = now() - interval '25 hours'`);
    expect((await change(token, `${NEW}-5`, TEST_PASSWORD)).status).toBe(200);
  });

  it.each([
    ['PASSWORD_EXPIRED', `password_changed_at = now() - interval '91 days'`],
    ['FORCE_CHANGE_PASSWORD', 'force_password_change = true'],
  ])('is all that the token of %s can do, and then it is used up', async (error, set) => {
    await sql(`UPDATE console_user SET ${set} WHERE login = 'manager'`);
    const answer = await server.signIn('manager');
    expect(errorOf(answer as unknown as Refused).slice(0, 2)).toEqual([403, error]);
    const token = String(answer.body.data?.id_token);
    for (const path of ['/api/account/sessions', '/tps/api/properties/self-info']) {
      expect((await server.withToken(token).get<RefusalBody>(path)).body.status.errorCode).toBe(97);
    }
    expect((await change(token, TEST_PASSWORD, NEW)).status).toBe(200);
    expect(errorOf(await change(token, NEW, `${NEW}-2`))).toEqual([401, 'SESSION_ENDED', 10]);
    expect((await server.signIn('manager', NEW)).status).toBe(200);
  });

  it('says its rules to everybody', async () => {
    expect((await server.anyone.get('/api/account/password-rules')).body).toEqual({
      lengthMin: 12,
      lengthMax: 128,
      history: 5,
      minAgeHours: 24,
      maxAgeDays: 90,
      failuresMax: 5,
      lockMinutes: 15,
    });
  });
});

describe('a forgotten password', () => {
  const reset = (login: string) => server.anyone.post('/api/account/reset-password', { login });
  const mails = async () =>
    (await server.database.owner.pool.query('SELECT * FROM outgoing_message ORDER BY id')).rows;
  /** The one-time password cannot be read out of the database: a known one is put in its place. */
  const giveOneTime = async (minutes = 30) => {
    const it = newOneTimePassword();
    await sql(
      `UPDATE console_user SET one_time_password_hash = $1,
       one_time_password_expires = now() + make_interval(mins => $2) WHERE login = 'manager'`,
      [it.hash, minutes],
    );
    return it.shown;
  };

  it('is answered alike for everybody, and mailed to those who can be mailed', async () => {
    await sql(`UPDATE console_user SET blocked = true WHERE login = 'auditor'`);
    await sql(`UPDATE console_user SET email = NULL WHERE login = 'teller'`);
    for (const login of ['nobody', 'auditor', 'teller', ' Manager ']) {
      const answer = await reset(login);
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: { code: 0, message: 'The new password was send to your email' } },
      ]);
    }
    expect(await mails()).toMatchObject([{ recipient: 'manager@tonle.example', purpose: 'PASSWORD_RESET' }]);
    await sql(`UPDATE console_user SET email = 'teller@tonle.example' WHERE login = 'teller'`);
  });

  it('wants a user name', async () => {
    const answer = await server.anyone.post<RefusalBody>('/api/account/reset-password', { login: ' ' });
    expect(fieldsOf(answer)).toEqual([['login', 'login.required']]);
  });

  it('is mailed three times an hour at most, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => reset('manager')));
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([200]));
    expect(await mails()).toHaveLength(3);
    const before = await sql(`SELECT one_time_password_hash FROM console_user WHERE login = 'manager'`);
    await reset('manager');
    const after = await sql(`SELECT one_time_password_hash FROM console_user WHERE login = 'manager'`);
    // The last mail's password goes on working.
    expect(after.rows).toEqual(before.rows);
    await sql(`UPDATE outgoing_message SET created = now() - interval '61 minutes'`);
    await reset('manager');
    expect(await mails()).toHaveLength(4);
  });

  it('leaves the old password until the one-time one is used, which leads to 97', async () => {
    const open = await tokenOf();
    const oneTime = await giveOneTime();
    expect((await server.signIn('manager')).status).toBe(200);
    const answer = await server.signIn('manager', ` ${oneTime.toLowerCase().replaceAll('-', ' ')} `);
    expect(errorOf(answer as unknown as Refused)).toEqual([403, 'FORCE_CHANGE_PASSWORD', 97]);
    expect(errorOf(await info(open))).toEqual([401, 'SESSION_ENDED', 10]);
    expect((await server.signIn('manager')).status).toBe(401);
    // Still good for signing in again, as long as it lives.
    const again = String((await server.signIn('manager', oneTime)).body.data?.id_token);
    // The old password is among the last five, and the one-time one is no password to keep.
    expect(errorOf(await change(again, oneTime, TEST_PASSWORD))).toEqual([
      400,
      'PASSWORD_HISTORY_VIOLATION',
      93,
    ]);
    expect(errorOf(await change(again, oneTime, oneTime))).toEqual([400, 'PASSWORD_HISTORY_VIOLATION', 93]);
    expect((await change(again, oneTime, NEW)).status).toBe(200);
    expect((await server.signIn('manager', oneTime)).status).toBe(401);
    expect((await server.signIn('manager', NEW)).status).toBe(200);
  });

  it('has a one-time password that dies after its minutes, used or not', async () => {
    const oneTime = await giveOneTime();
    expect((await server.signIn('manager', oneTime)).status).toBe(403);
    await sql(
      `UPDATE console_user SET one_time_password_expires = now() - interval '1 second'` +
        ` WHERE one_time_password_hash IS NOT NULL`,
    );
    expect((await server.signIn('manager', oneTime)).status).toBe(401);
    expect((await server.signIn('manager')).status).toBe(401);
    await reset('manager');
    const fresh = await giveOneTime();
    expect((await server.signIn('manager', fresh)).status).toBe(403);
  });

  /** Begins each of `work` while the manager is held, lets them wait one behind the other, and then lets go. */
  const whileHeld = async (work: (() => Promise<unknown>)[], meanwhile = 'SELECT') => {
    const client = await server.database.owner.pool.connect();
    const waiting = async () =>
      (
        await sql(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rows.length;
    const begun: Promise<unknown>[] = [];
    try {
      await client.query('BEGIN');
      await client.query(`SELECT FROM console_user WHERE login = 'manager' FOR NO KEY UPDATE`);
      for (const it of work) {
        begun.push(it());
        await expect.poll(waiting, { timeout: 10_000 }).toBe(begun.length);
      }
      await client.query(meanwhile);
      await client.query('COMMIT');
      return await Promise.all(begun);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };

  it('may be asked for while the same person signs in from the same address: neither waits for the other', async () => {
    const [signedIn, asked] = (await whileHeld([
      () => server.signIn('manager'),
      () => reset('manager'),
    ])) as Answer<unknown>[];
    expect([signedIn?.status, asked?.status]).toEqual([200, 200]);
  });

  it('is used while another server changes the password: one of the two comes first, neither waits for the other', async () => {
    const oneTime = await giveOneTime();
    const { db } = server.database.owner;
    const { id } = (await sql(`SELECT id FROM console_user WHERE login = 'manager'`)).rows[0];
    const owner = (await inTransaction(db, (tx) => findPasswordOwner(tx, id))) as PasswordOwner;
    const [signedIn, isReplaced] = (await whileHeld([
      () => server.signIn('manager', oneTime),
      () => inTransaction(db, (tx) => replacePassword(tx, owner, { hash: 'another', history: 5 })),
    ])) as [Refused, boolean];
    expect([signedIn.status, isReplaced]).toEqual([403, false]);
  });

  it('opens nothing where a newer one came while it was checked, and puts nothing among the earlier ones', async () => {
    const oneTime = await giveOneTime();
    const newer = `UPDATE console_user SET one_time_password_hash = '${newOneTimePassword().hash}' WHERE login = 'manager'`;
    const [answer] = (await whileHeld([() => server.signIn('manager', oneTime)], newer)) as [Refused];
    expect(answer.status).toBe(401);
    expect((await sql('SELECT FROM console_user_password')).rows).toEqual([]);
    expect((await server.signIn('manager')).status).toBe(200);
  });

  it('is counted like a wrong password by address, and audited without what was typed', async () => {
    const since = await lastEntry();
    await reset('typed-by-mistake');
    await reset('manager');
    expect((await sql('SELECT failures FROM sign_in_address')).rows).toEqual([{ failures: 2 }]);
    const { rows } = await sql(
      'SELECT activity, login, description FROM audit_log WHERE id > $1 ORDER BY id',
      [since],
    );
    expect(rows).toMatchObject([
      { activity: 'PASSWORD_RESET_ASKED', login: null },
      { activity: 'PASSWORD_RESET_ASKED', login: 'manager' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('mistake');
  });

  it('takes a one-time password as it was read out, and no other', () => {
    const it = newOneTimePassword();
    expect(it.shown).toMatch(/^([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/);
    expect(isOneTimePassword(it.hash, it.shown.toLowerCase())).toBe(true);
    expect(isOneTimePassword(it.hash, newOneTimePassword().shown)).toBe(false);
    expect(isOneTimePassword(null, '')).toBe(false);
    expect(isOneTimePassword(undefined, it.shown)).toBe(false);
  });
});

describe('common passwords', () => {
  it.each(['password1234', 'QWERTY123456', '111111111111', 'abababababab', 'dragondragon', '987654321098'])(
    '%s is one',
    (password) => expect(isCommonPassword(password)).toBe(true),
  );
  it.each([TEST_PASSWORD, NEW, 'Tonle-demo-2026', 'correct horse battery', 'ពាក្យសម្ងាត់ថ្មី'])(
    '%s is none',
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});
