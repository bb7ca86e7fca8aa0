import { createHmac } from 'node:crypto';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { UserInfo } from '@tonle/contract/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { Caller, startTestServer, TEST_PASSWORD, type TestServer } from '../../test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.owner.pool.query('TRUNCATE sign_in_attempt, sign_in_address');
});

const tokenOf = async (login = 'manager') => {
  const answer = await server.signIn(login);
  return answer.body.data?.id_token ?? '';
};
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const infoOf = (token: string, login = 'manager') =>
  server.withToken(token).get<UserInfo & RefusalBody>(`/api/user-infos/login/${login}`);
const sql = (text: string, values: unknown[] = []) => server.database.owner.pool.query(text, values);

describe('signing in', () => {
  it('answers a token that says who it is and what they may do', async () => {
    const answer = await server.signIn('manager');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const claims = claimsOf(answer.body.data?.id_token ?? '');
    expect(claims).toMatchObject({ sub: 'manager', auth: 'ROLE_MANAGER' });
    expect(claims.permissions).toContain('main-account.transfer');
    expect(Number(claims.exp) - Date.now() / 1000).toBeGreaterThan(11.9 * 3600);
    expect(Number(claims.exp) - Date.now() / 1000).toBeLessThan(12.1 * 3600);
  });

  it('takes rememberMe, and a name in any case with blanks around it', async () => {
    const body = { username: ' MANAGER ', password: TEST_PASSWORD, rememberMe: true };
    expect((await server.anyone.post('/api/v2/authenticate', body)).status).toBe(200);
  });

  it.each([
    ['roles', ['ROLE_ADMINISTRATOR']],
    ['authorities', ['ROLE_ADMINISTRATOR']],
    ['blocked', false],
  ])('refuses the extra field %s (fineract CVE-2024-23537)', async (name, value) => {
    const body = { username: 'manager', password: TEST_PASSWORD, [name]: value };
    const answer = await server.anyone.post<RefusalBody>('/api/v2/authenticate', body);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual([
      { path: name, key: 'field.unknown', message: 'This field is not known here' },
    ]);
  });

  it('says what is missing in the specification’s words', async () => {
    const answer = await server.anyone.post<RefusalBody>('/api/v2/authenticate', {
      username: ' ',
      password: '',
    });
    expect(answer.body.fields?.map((it) => it.key)).toEqual(['login.required', 'password.required']);
  });

  it('answers an unknown name, a wrong password, a blocked and a locked account alike (vault CVE-2025-6011)', async () => {
    await sql(`UPDATE console_user SET blocked = true WHERE login = 'keyholder3'`);
    for (let count = 0; count < 5; count += 1) await server.signIn('authorizer', 'wrong');
    const answers = [
      await server.signIn('nobody', TEST_PASSWORD),
      await server.signIn('manager', 'wrong'),
      await server.signIn('keyholder3', TEST_PASSWORD),
      await server.signIn('authorizer', TEST_PASSWORD),
    ];
    await sql(`UPDATE console_user SET blocked = false WHERE login = 'keyholder3'`);
    for (const answer of answers) {
      const { reference, ...status } = (answer.body as unknown as RefusalBody).status;
      expect([answer.status, status]).toEqual([
        401,
        { code: 1, error: 'BAD_CREDENTIALS', message: 'The user name or password is incorrect.' },
      ]);
      expect(reference).toBe(answer.headers['x-request-id']);
    }
  });

  it.each([
    ['a block', 'blocked = true'],
    ['another password', `password_hash = 'sha256:'`],
  ])('opens no session after %s that came while the password was checked', async (_, change) => {
    const login = 'keyholder2';
    const client = await server.database.owner.pool.connect();
    const waiting = async () => {
      const { rows } = await sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE console_user SET ${change} WHERE login = $1`, [login]);
      const answer = server.signIn(login);
      // The right password of somebody who, as far as was seen, may come in.
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      await client.query('COMMIT');
      expect((await answer).status).toBe(401);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    const { rows } = await sql(
      `SELECT (SELECT count(*)::int FROM session s WHERE s.user_id = u.id AND s.ended_at IS NULL) AS sessions,
         (SELECT activity FROM audit_log WHERE login = u.login ORDER BY id DESC LIMIT 1) AS activity
       FROM console_user u WHERE login = $1`,
      [login],
    );
    expect(rows).toEqual([{ sessions: 0, activity: 'SIGN_IN_FAILED' }]);
    await sql(
      `UPDATE console_user SET blocked = false,
         password_hash = (SELECT password_hash FROM console_user WHERE login = 'manager') WHERE login = $1`,
      [login],
    );
  });

  it('checks at most 5 of 50 wrong passwords at once, whatever the case of the name (keycloak CVE-2024-4629, vault CVE-2025-6004)', async () => {
    const names = ['admin', 'Admin', 'ADMIN', ' admin'];
    const before = await sql('SELECT max(id) AS id FROM audit_log');
    // Through two servers on one database, so that only the database's count stands between them.
    const { config, database } = server;
    const second = await buildApp({ config, database, mode: 'test', version: '0' });
    const callers = [server.anyone, new Caller(second)];
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        callers[index % 2]?.post('/api/v2/authenticate', {
          username: names[index % 4],
          password: `wrong-${index}`,
        }),
      ),
    );
    await second.close();
    const { rows } = await sql('SELECT failures, locked_until > now() AS locked FROM sign_in_attempt');
    expect(rows).toEqual([{ failures: 5, locked: true }]);
    const audited = await sql(
      'SELECT activity, count(*)::int AS count FROM audit_log WHERE id > $1 GROUP BY 1 ORDER BY 1',
      [before.rows[0]?.id],
    );
    expect(audited.rows).toEqual([
      { activity: 'ACCOUNT_LOCKED', count: 1 },
      { activity: 'SIGN_IN_FAILED', count: 50 },
    ]);
    expect((await server.signIn('admin')).status).toBe(401);
  });

  it('opens again when the lock has run out, and counts from the beginning', async () => {
    for (let count = 0; count < 5; count += 1) await server.signIn('auditor', 'wrong');
    expect((await server.signIn('auditor')).status).toBe(401);
    await sql(`UPDATE sign_in_attempt SET locked_until = now() - interval '1 second'`);
    expect((await server.signIn('auditor', 'wrong')).status).toBe(401);
    expect((await server.signIn('auditor')).status).toBe(200);
    expect((await sql('SELECT failures, locked_until FROM sign_in_attempt')).rows).toEqual([
      { failures: 0, locked_until: null },
    ]);
  });

  it('stops an address after 100 failures, and says for how long', async () => {
    await sql(`INSERT INTO sign_in_address VALUES ('127.0.0.1', 99, now() + interval '10 minutes')`);
    expect((await server.signIn('manager', 'wrong')).status).toBe(401);
    const answer = await server.signIn('manager');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590);
    expect(answer.text).toMatch(/Too many requests\. Please try again in \d+ seconds\./);
    await sql(`UPDATE sign_in_address SET window_ends = now()`);
    expect((await server.signIn('manager')).status).toBe(200);
  });

  it('sends a rush away before anything is counted: nobody is locked out by it', async () => {
    const rush = await Promise.all(Array.from({ length: 120 }, () => server.signIn('keyholder1')));
    const statuses = new Set(rush.map((it) => it.status));
    expect([...statuses].sort()).toEqual([200, 429]);
    expect(rush.find((it) => it.status === 429)?.headers['retry-after']).toBe('5');
    expect((await server.signIn('keyholder1')).status).toBe(200);
  });

  it('does not count a sign-in that succeeds against its address', async () => {
    await server.signIn('manager');
    expect((await sql('SELECT failures FROM sign_in_address')).rows).toEqual([{ failures: 0 }]);
  });

  it('writes one entry for each sign-in, with the roles of that moment', async () => {
    const answer = await server.signIn('teller');
    const { rows } = await sql('SELECT * FROM audit_log ORDER BY id DESC LIMIT 1');
    expect(rows[0]).toMatchObject({
      activity: 'SIGNED_IN',
      login: 'teller',
      full_name: 'teller Test',
      roles: ['Teller'],
      request_id: answer.headers['x-request-id'],
      address: '127.0.0.1',
    });
  });

  it('never keeps what was typed as an unknown name, nor any password', async () => {
    await server.signIn('my-secret-typed-as-name', 'my-secret-password');
    const { rows } = await sql(
      `SELECT count(*)::int AS count FROM audit_log a WHERE a::text LIKE '%my-secret%'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('the state of a password', () => {
  const withPassword = async (set: string) => {
    await sql(`UPDATE console_user SET ${set} WHERE login = 'inputter'`);
    const answer = await server.signIn('inputter');
    await sql(
      `UPDATE console_user SET password_changed_at = now(), force_password_change = false WHERE login = 'inputter'`,
    );
    return answer as typeof answer & { body: RefusalBody };
  };

  it('is told 14 days before it expires, with a token that does everything', async () => {
    const answer = await withPassword(`password_changed_at = now() - interval '80 days'`);
    expect(answer.status).toBe(403);
    expect(answer.body.status).toMatchObject({
      errorCode: 94,
      error: 'PASSWORD_EXPIRES',
      message: 'Your password expires in 10 days. Please change it.',
    });
    expect((await infoOf(String(answer.body.data?.id_token), 'inputter')).status).toBe(200);
  });

  it.each([
    ['PASSWORD_EXPIRED', 96, `password_changed_at = now() - interval '91 days'`],
    ['FORCE_CHANGE_PASSWORD', 97, 'force_password_change = true'],
  ])('%s gives a token that does nothing but change it', async (error, errorCode, set) => {
    const answer = await withPassword(set);
    expect(answer.body.status).toMatchObject({ error, errorCode });
    const token = String(answer.body.data?.id_token);
    expect(claimsOf(token).permissions).toEqual([]);
    const info = await infoOf(token, 'inputter');
    expect([info.status, info.body.status.errorCode]).toEqual([403, 97]);
  });
});

describe('a session', () => {
  it('knows its user', async () => {
    const answer = await infoOf(await tokenOf('teller'), 'teller');
    expect(answer.body.userAccountDTO).toMatchObject({
      login: 'teller',
      authorities: [],
      email: 'teller@tonle.example',
    });
    expect(answer.body.userAccountDTO.roles).toMatchObject([{ name: 'Teller' }]);
    expect(answer.body.userAccountDTO.permissions).toContain('transactions.refund');
  });

  it('shows nobody else’s user, there or not', async () => {
    const token = await tokenOf();
    for (const login of ['admin', 'nobody']) {
      const answer = await infoOf(token, login);
      expect([answer.status, answer.body.status.error]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it.each([
    ['logout', async (token: string) => void (await server.withToken(token).post('/api/logout'))],
    ['block', () => sql(`UPDATE console_user SET blocked = true WHERE login = 'manager'`)],
    ['12 hours', () => sql(`UPDATE session SET expires = now() WHERE ended_at IS NULL`)],
    ['idleness', () => sql(`UPDATE session SET last_seen = now() - interval '961 seconds'`)],
    ['deletion', () => sql(`DELETE FROM session`)],
  ])(
    'ends with %s, on the very next call (directus CVE-2024-34709, product-is 13657)',
    async (_name, end) => {
      const token = await tokenOf();
      expect((await infoOf(token)).status).toBe(200);
      await end(token);
      const answer = await infoOf(token);
      await sql(`UPDATE console_user SET blocked = false`);
      expect(answer.status).toBe(401);
      expect(answer.body.status).toMatchObject({ errorCode: 10, error: 'SESSION_ENDED' });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );

  it('gains and loses permissions on the next call', async () => {
    const token = await tokenOf('teller');
    await sql(`DELETE FROM role_permission WHERE permission = 'transactions.refund'`);
    const answer = await infoOf(token, 'teller');
    await sql(`INSERT INTO role_permission SELECT id, 'transactions.refund' FROM role`);
    expect(answer.body.userAccountDTO.permissions).not.toContain('transactions.refund');
  });

  it('is written to at most once a minute, and never by a poll', async () => {
    const token = await tokenOf();
    const seen = async () =>
      (await sql('SELECT max(last_seen) AS at FROM session WHERE ended_at IS NULL')).rows[0]?.at;
    const first = await seen();
    await infoOf(token);
    expect(await seen()).toEqual(first);
    await sql(`UPDATE session SET last_seen = now() - interval '90 seconds' WHERE ended_at IS NULL`);
    const old = await seen();
    const poll = await server.withToken(token).get('/api/user-infos/login/manager', { 'x-background': '1' });
    expect(await seen()).toEqual(old);
    expect(Number(poll.headers['x-session-seconds'])).toBeLessThanOrEqual(870);
    const active = await infoOf(token);
    expect(await seen()).not.toEqual(old);
    expect(active.headers['x-session-seconds']).toBe('960');
  });

  it('of a short timeout is prolonged by whoever goes on in the dialog', async () => {
    const short = await startTestServer({ environment: { IDLE_TIMEOUT: '30' } });
    const { body } = await short.signIn('manager');
    const token = body.data?.id_token ?? '';
    await short.database.owner.pool.query(`UPDATE session SET last_seen = now() - interval '31 seconds'`);
    const answer = await short.withToken(token).get('/api/user-infos/login/manager');
    expect(answer.headers['x-session-seconds']).toBe('90');
    await short.close();
  });

  it('signs out as often as one likes, with any token or none', async () => {
    const token = await tokenOf();
    for (const caller of [
      server.withToken(token),
      server.withToken(token),
      server.withToken('a.b.c'),
      server.anyone,
    ]) {
      const answer = await caller.post('/api/logout');
      expect([answer.status, answer.body]).toEqual([200, { status: { code: 0 } }]);
    }
    const { rows } = await sql(`SELECT activity FROM audit_log ORDER BY id DESC LIMIT 2`);
    expect(rows.map((it) => it.activity)).toEqual(['SIGNED_OUT', 'SIGNED_IN']);
  });
});

describe('a token of another make', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: unknown, claims: unknown, key: string) => {
    const text = `${part(header)}.${part(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };

  it.each([
    'none',
    'HS256 with a guessed key',
    'HS512',
    'foreign kid',
    'changed claims',
    'no typ',
    'rubbish',
  ])('%s is 401 (jsonwebtoken CVE-2022-23540)', async (kind) => {
    const real = await tokenOf();
    const claims = claimsOf(real);
    const [header = '', payload = '', signature = ''] = real.split('.');
    const token = {
      none: `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'HS256 with a guessed key': signed({ alg: 'HS256', typ: 'JWT' }, claims, server.config.sessionSecret),
      HS512: `${part({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
      'foreign kid': `${part({ alg: 'HS256', typ: 'JWT', kid: 'other' })}.${payload}.${signature}`,
      'changed claims': `${header}.${part({ ...claims, sub: 'admin' })}.${signature}`,
      'no typ': `${part({ alg: 'HS256' })}.${payload}.${signature}`,
      rubbish: 'rubbish',
    }[kind];
    const answer = await infoOf(token ?? '');
    expect([answer.status, answer.body.status.errorCode]).toEqual([401, 10]);
  });

  it('is 401 where the scheme is not Bearer', async () => {
    const token = await tokenOf();
    for (const authorization of [token, `Basic ${token}`, `Bearer  ${token}`, 'Bearer']) {
      expect((await server.anyone.get('/api/user-infos/login/manager', { authorization })).status).toBe(401);
    }
  });
});
