import type { ConsoleUser, ConsoleUserAccess } from '@tonle/contract/console-users';
import { authorities } from '@tonle/contract/permissions';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Wrapper } from '../../adapters/key-store.ts';
import { Outbox } from '../../jobs/outbox.ts';
import { type Caller, startTestServer, TEST_PASSWORD, type TestServer } from '../../test-server.ts';
import { TestStream } from '../events/test-stream.ts';

const roleBase = '/api/role-permission';
let server: TestServer;
let url: string;
let access: Caller;
/** A second access manager, who may change what the first may not. */
let access2: Caller;
beforeAll(async () => {
  server = await startTestServer({ rateLimits: { perSession: 1_000_000, perAddress: 1_000_000 } });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  access = await server.as('access');
  access2 = (await personWith('access2', ['ROLE_ACCESS_MANAGER'])).caller;
});
afterAll(() => server.close());

type Answered = ConsoleUser & RefusalBody;
const sql = (text: string, values: unknown[] = []) => server.database.owner.pool.query(text, values);
const bodyFor = (login: string, more: object = {}) => ({
  login,
  firstName: 'Sokha',
  lastName: 'ចាន់',
  email: `${login.trim().toLowerCase()}@tonle.example`,
  authorities: ['ROLE_AUDITOR'],
  roleIds: [],
  ...more,
});
const create = (login: string, more: object = {}, caller = access) =>
  caller.post<Answered>('/api/users', bodyFor(login, more));
const edit = (user: ConsoleUser, more: object = {}, caller = access) =>
  caller.post<Answered>('/api/users/edit', {
    id: user.id,
    login: user.login,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    authorities: user.authorities,
    roleIds: user.roles.map((it) => it.id),
    ...more,
  });
const find = async (login: string): Promise<ConsoleUser> => {
  const { body } = await access.get<ConsoleUser[]>(`/api/users?size=2000`);
  const user = body.find((it) => it.login === login);
  if (user === undefined) throw new Error(`there is no ${login}`);
  return user;
};
const block = (id: string, caller = access) => caller.post<RefusalBody>(`/api/users/block/${id}`);
const unblock = (id: string, caller = access) => caller.post<RefusalBody>(`/api/users/unblock/${id}`);
const setAuthorities = (id: string, list: unknown, caller = access) =>
  caller.post<Answered>('/api/users/authorities', { id, authorities: list });
const newRole = async (name: string, names: readonly string[]): Promise<string> => {
  const { body } = await access.post<{ id: string }>(`${roleBase}/role/create?roleName=${name}`);
  expect((await access.post(`${roleBase}/role/permissions?roleId=${body.id}`, names)).status).toBe(200);
  return body.id;
};
/** A person who has chosen the tests' password, signed in. */
async function personWith(login: string, list: readonly string[], roleIds: readonly string[] = []) {
  const { body } = await create(login, { authorities: list, roleIds });
  await sql(
    `UPDATE console_user SET force_password_change = false, password_hash =
       (SELECT password_hash FROM console_user WHERE login = 'access') WHERE login = $1`,
    [login],
  );
  return { id: body.id, user: body, caller: await server.as(login) };
}
const entries = async (subject: string) => {
  const { rows } = await sql(
    'SELECT activity, login, old_values, new_values FROM audit_log WHERE subject = $1 ORDER BY id',
    [subject],
  );
  return rows;
};

describe('the list of users', () => {
  it('says who holds what, in pages, searched without patterns', async () => {
    const teller = await find('teller');
    expect(teller).toMatchObject({
      firstName: 'teller',
      email: 'teller@tonle.example',
      authorities: [],
      roles: [{ id: expect.any(String), name: 'Teller' }],
      blocked: false,
      activated: true,
      locked: false,
    });
    await create('find_me');
    await create('findxme');
    const found = await access.get<ConsoleUser[]>('/api/users?filter=FIND_ME');
    expect(found.body.map((it) => it.login)).toEqual(['find_me']);
    expect(found.headers['x-total-count']).toBe('1');
    const khmer = await access.get<ConsoleUser[]>(`/api/users?filter=${encodeURIComponent('ចាន់')}&size=1`);
    expect([khmer.body.length, Number(khmer.headers['x-total-count']) > 1]).toEqual([1, true]);
    const sorted = await access.get<ConsoleUser[]>('/api/users?sort=login,desc&size=100');
    const logins = sorted.body.map((it) => it.login);
    expect(logins).toEqual(logins.toSorted().toReversed());
    for (const sort of ['fullName,asc', 'email,desc', 'changed,desc'])
      expect((await access.get(`/api/users?sort=${sort}`)).status).toBe(200);
    for (const bad of ['sort=password_hash,asc', 'size=2001', 'blocked=true'])
      expect([bad, (await access.get(`/api/users?${bad}`)).status]).toEqual([bad, 400]);
  });

  it('the choices are the authorities, and for the audit log the roles too', async () => {
    expect((await access.get('/api/users/authorities')).body).toEqual([...authorities]);
    expect((await access.get<string[]>('/api/users/role-authorities')).body).toEqual(
      expect.arrayContaining([...authorities, 'Teller']),
    );
  });
});

describe('a new user', () => {
  it('is mailed a one-time password that lets them choose one and nothing else', async () => {
    const roleId = await newRole('Mailed', ['audit-log.list']);
    const { status, body } = await create(' New.User ', { roleIds: [roleId], authorities: [] });
    expect([status, body.login, body.roles]).toEqual([200, 'new.user', [{ id: roleId, name: 'Mailed' }]]);
    const mail = await lastMailTo('new.user');
    expect(mail.subject).toContain('your account');
    const password = /[2-9A-HJ-NP-Z]{5}(-[2-9A-HJ-NP-Z]{5}){3}/.exec(mail.text)?.[0] ?? '';
    expect((await server.signIn('new.user', TEST_PASSWORD)).status).toBe(401);
    const signedIn = await server.signIn('new.user', password);
    expect(signedIn.body).toMatchObject({ status: { errorCode: 97 } });
    const held = server.withToken(signedIn.body.data?.id_token ?? '');
    expect((await held.get('/api/users/role-authorities')).status).toBe(403);
    const change = { currentPassword: password, newPassword: 'river-Tonle-2026' };
    expect((await held.post('/api/account/change-password', change)).status).toBe(200);
    const token = (await server.signIn('new.user', 'river-Tonle-2026')).body.data?.id_token ?? '';
    expect((await server.withToken(token).get('/api/users/role-authorities')).status).toBe(200);
    expect((await server.signIn('new.user', password)).status).toBe(401);
    expect((await entries('new.user'))[0]).toEqual({
      activity: 'CONSOLE_USER_CREATED',
      login: 'access',
      old_values: null,
      new_values: {
        login: 'new.user',
        firstName: 'Sokha',
        lastName: 'ចាន់',
        email: 'new.user@tonle.example',
        authorities: [],
        roles: ['Mailed'],
      },
    });
  });

  it('whose one-time password ran out asks for another, and cannot sign in meanwhile', async () => {
    await create('late.user');
    const password = /([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}/.exec(
      (await lastMailTo('late.user')).text,
    )?.[0];
    await sql("UPDATE console_user SET one_time_password_expires = now() WHERE login = 'late.user'");
    expect((await server.signIn('late.user', password ?? '')).status).toBe(401);
    await server.anyone.post('/api/account/reset-password', { login: 'late.user' });
    const again = /([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}/.exec((await lastMailTo('late.user')).text)?.[0];
    expect(again).not.toBe(password);
    expect((await server.signIn('late.user', again ?? '')).body).toMatchObject({ status: { errorCode: 97 } });
  });

  it.each([
    ['firstName', '', "Please enter user's first name"],
    ['lastName', '  ', "Please enter user's last name"],
    ['login', '', "Please enter user's login"],
    ['login', 'ខ្មែរ', 'A login is made of letters a to z, digits, dots, hyphens, underscores and @'],
    ['email', '', "Please enter user's email"],
    ['email', 'a@b', 'Incorrect email. Please provide correct bank email'],
    ['email', 'a@b.example, c@d.example', 'Incorrect email. Please provide correct bank email'],
    ['authorities', [], 'User should have at least one role'],
    ['authorities', ['ROLE_ROOT'], 'This is not one of the choices'],
    ['roleIds', ['999999'], 'This role does not exist any more'],
    ['firstName', 'x'.repeat(71), 'Please enter at most 70 characters'],
    ['roles', ['Teller'], 'This field is not known here'],
    ['blocked', false, 'This field is not known here'],
    ['activated', true, 'This field is not known here'],
    ['permissions', ['audit-log.list'], 'This field is not known here'],
  ])('with %s %j is refused: %s', async (name, value, message) => {
    const { status, body } = await create('refused', { [name]: value });
    expect([status, body.fields?.map((it) => it.message)]).toEqual([400, [message]]);
    expect(await entries('refused')).toEqual([]);
  });

  it('cannot take a login that somebody has, at once neither', async () => {
    const both = await Promise.all(
      ['same.login', 'SAME.LOGIN'].map((login) => create(login, { email: 'a@b.example' })),
    );
    expect(both.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(both.find((it) => it.status === 409)?.body.status.message).toBe(
      'There is a user same.login already',
    );
  });
});

async function lastMailTo(login: string): Promise<{ subject: string; text: string }> {
  const { rows } = await sql(
    `SELECT id FROM outgoing_message WHERE subject_id = (SELECT id::text FROM console_user WHERE login = $1)
     ORDER BY id DESC LIMIT 1`,
    [login],
  );
  const shown = await new Outbox({
    db: server.database.db,
    seal: new Wrapper(server.config.keyWrapSecret),
    senders: {},
    isShown: true,
    log: { warn: () => undefined },
  }).shown(500);
  const mail = shown.find((it) => it.id === rows[0]?.id);
  if (mail === undefined) throw new Error(`nothing was mailed to ${login}`);
  return mail;
}

describe('editing', () => {
  it('changes names, e-mail, authorities and roles at once, and says in the log what was and is', async () => {
    const roleId = await newRole('Edited', ['audit-log.list']);
    const user = (await create('edited')).body;
    const edited = await edit(user, {
      firstName: 'Sok',
      email: 'sok@bank.example',
      authorities: ['ROLE_MANAGER', 'ROLE_MANAGER'],
      roleIds: [Number(roleId)],
    });
    expect(edited.body).toMatchObject({
      firstName: 'Sok',
      authorities: ['ROLE_MANAGER'],
      roles: [{ id: roleId, name: 'Edited' }],
    });
    // Nothing changed: nothing to tell.
    expect((await edit(edited.body)).status).toBe(200);
    expect((await entries('edited')).slice(1)).toEqual([
      {
        activity: 'CONSOLE_USER_CHANGED',
        login: 'access',
        old_values: {
          firstName: 'Sokha',
          email: 'edited@tonle.example',
          authorities: ['ROLE_AUDITOR'],
          roles: [],
        },
        new_values: {
          firstName: 'Sok',
          email: 'sok@bank.example',
          authorities: ['ROLE_MANAGER'],
          roles: ['Edited'],
        },
      },
    ]);
  });

  it('refuses another login, an unknown person, an old view, and any field that is not meant', async () => {
    const user = (await create('fixed')).body;
    expect((await edit(user, { login: 'other' })).body.fields?.[0]?.message).toBe(
      'The login cannot be changed',
    );
    expect((await edit(user, { id: '999999' })).status).toBe(404);
    expect((await edit(user, { authorities: [] })).body.fields?.[0]?.message).toBe(
      'User should have at least one role',
    );
    for (const extra of [{ blocked: true }, { roles: [] }, { permissions: [] }, { passwordHash: 'x' }])
      expect((await edit(user, extra)).status).toBe(400);
    const { changed } = user;
    const both = await Promise.all([
      edit(user, { firstName: 'One', changed }),
      edit(user, { firstName: 'Two', changed }, access2),
    ]);
    expect(both.map((it) => it.status).sort()).toEqual([200, 409]);
    // The winner's own once more, as after an answer that was lost, is so already.
    const won = both[0].status === 200 ? 'One' : 'Two';
    expect((await edit(user, { firstName: won, changed })).status).toBe(200);
    expect(await entries('fixed')).toHaveLength(2);
    expect((await edit(user, { firstName: '\u200b', changed })).body.fields?.[0]?.message).toBe(
      "Please enter user's first name",
    );
  });

  it('authorities may be set alone, to what there is, and not to nothing', async () => {
    const { id } = (await create('authorities')).body;
    expect((await setAuthorities(id, ['ROLE_SENDER', 'ROLE_INPUTTER'])).body.authorities).toEqual([
      'ROLE_INPUTTER',
      'ROLE_SENDER',
    ]);
    expect((await setAuthorities(id, [])).body.status.error).toBe('USER_WITHOUT_ROLE');
    expect((await setAuthorities('999999', [])).status).toBe(404);
    for (const bad of [['ROLE_ROOT'], 'ROLE_MANAGER', null, Array.from({ length: 101 }, () => 'ROLE_SENDER')])
      expect((await setAuthorities(id, bad)).status).toBe(400);
    const extra = { id, authorities: ['ROLE_SENDER'], roles: ['Teller'] };
    expect((await access.post('/api/users/authorities', extra)).status).toBe(400);
  });
});

describe('blocking', () => {
  it('acts on the next request and on open event streams, once; unblocking lets in anew', async () => {
    const { id, caller } = await personWith('blocked', ['ROLE_MANAGER']);
    const stream = await TestStream.open(url, caller.token ?? '');
    await expect.poll(() => stream.types, { timeout: 8_000 }).toContain('ready');
    const both = await Promise.all([block(id), block(id, access2)]);
    expect(both.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(both.find((it) => it.status === 409)?.body.data).toEqual({ state: 'BLOCKED' });
    expect((await caller.get('/api/account/sessions')).status).toBe(401);
    await stream.over;
    expect((await server.signIn('blocked')).status).toBe(401);
    expect((await unblock(id)).status).toBe(200);
    expect((await unblock(id)).status).toBe(409);
    // The old session stays ended.
    expect((await caller.get('/api/account/sessions')).status).toBe(401);
    expect((await server.signIn('blocked')).status).toBe(200);
    expect(
      (await entries('blocked')).map((it) => [it.activity, it.old_values, it.new_values]).slice(1),
    ).toEqual([
      ['CONSOLE_USER_BLOCKED', { blocked: false }, { blocked: true }],
      ['CONSOLE_USER_UNBLOCKED', { blocked: true, locked: false }, { blocked: false, locked: false }],
    ]);
    expect((await block('999999')).status).toBe(404);
    expect((await block('x')).status).toBe(400);
    expect((await unblock('999999')).status).toBe(404);
  });

  it('unblocking ends a lock after wrong passwords', async () => {
    const { id } = await personWith('locked', ['ROLE_AUDITOR']);
    for (let attempt = 0; attempt < 5; attempt += 1) await server.signIn('locked', 'wrong');
    expect((await server.signIn('locked')).status).toBe(401);
    expect(await find('locked')).toMatchObject({ blocked: false, locked: true });
    expect((await unblock(id)).status).toBe(200);
    expect((await server.signIn('locked')).status).toBe(200);
  });
});

describe('taking a right away', () => {
  it('acts on the next request and on what an open event stream tells', async () => {
    const { id, caller } = await personWith('reader', ['ROLE_MANAGER', 'ROLE_AUDITOR']);
    const stream = await TestStream.open(url, caller.token ?? '');
    await expect.poll(() => stream.waiting, { timeout: 8_000 }).toMatchObject({ deposits: 0 });
    expect((await setAuthorities(id, ['ROLE_AUDITOR'])).status).toBe(200);
    const balance = '/tps/api/balance-inquiry/fast-core/CHKTKHPPXXX';
    expect((await caller.get(balance)).status).toBe(403);
    await expect.poll(() => stream.waiting, { timeout: 8_000 }).toEqual({});
    await stream.close();
  });
});

describe('the rules of decisions section 4', () => {
  it('nobody edits their own authorities, roles or block, but may mend their own name', async () => {
    const own = await find('access');
    const roleId = await newRole('Wanted', ['main-account.transfer']);
    const tries = await Promise.all([
      edit(own, { authorities: ['ROLE_ACCESS_MANAGER', 'ROLE_MANAGER'] }),
      edit(own, { roleIds: [roleId] }),
      setAuthorities(own.id, ['ROLE_MANAGER']),
      block(own.id),
      unblock(own.id),
      access.post(`${roleBase}/user/roles/add`, `userId=${own.id}&roleId=${roleId}`, {
        'content-type': 'application/x-www-form-urlencoded',
      }) as Promise<{ status: number; body: RefusalBody }>,
    ]);
    expect(tries.map((it) => [it.status, it.body.status.error])).toEqual(
      tries.map(() => [403, 'OWN_RIGHTS']),
    );
    expect((await edit(own, { lastName: 'Mended' })).body.lastName).toBe('Mended');
    expect(await find('access')).toMatchObject({
      authorities: ['ROLE_ACCESS_MANAGER'],
      roles: [],
      blocked: false,
    });
  });

  it('the last access manager cannot be removed or blocked, whoever asks', async () => {
    const roleId = await newRole('Deputy', ['console-users.change']);
    const { caller: deputy } = await personWith('deputy', [], [roleId]);
    const first = await find('access');
    const second = await find('access2');
    expect((await block(second.id, deputy)).status).toBe(200);
    const tries = await Promise.all([
      block(first.id, deputy),
      setAuthorities(first.id, ['ROLE_AUDITOR'], deputy),
      edit(first, { authorities: ['ROLE_MANAGER'] }, deputy),
    ]);
    expect(tries.map((it) => [it.status, it.body.status.error, it.body.status.message])).toEqual(
      tries.map(() => [
        409,
        'LAST_ACCESS_MANAGER',
        'access is the last access manager, who cannot be removed or blocked',
      ]),
    );
    // Other authorities may come and go.
    expect((await setAuthorities(first.id, ['ROLE_ACCESS_MANAGER', 'ROLE_SENDER'], deputy)).status).toBe(200);
    expect((await setAuthorities(first.id, ['ROLE_ACCESS_MANAGER'], deputy)).status).toBe(200);
    expect((await unblock(second.id)).status).toBe(200);
    access2 = server.withToken((await server.signIn('access2')).body.data?.id_token ?? '');
  });

  it('two access managers who remove or block each other at once: one remains (vendure 1307)', async () => {
    const ways: ((id: string, caller: Caller) => Promise<{ status: number }>)[] = [
      (id, caller) => setAuthorities(id, ['ROLE_AUDITOR'], caller),
      (id, caller) => block(id, caller),
    ];
    // Without `access`, whom the other two shall not count on.
    const own = await find('access');
    for (const [round, way] of [...ways, ...ways].entries()) {
      const one = await personWith(`pair${round}a`, ['ROLE_ACCESS_MANAGER']);
      const two = await personWith(`pair${round}b`, ['ROLE_ACCESS_MANAGER']);
      for (const { login } of [{ login: 'access' }, { login: 'access2' }])
        await sql('UPDATE console_user SET blocked = true WHERE login = $1', [login]);
      const answers = await Promise.all([way(two.id, one.caller), way(one.id, two.caller)]);
      expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
      // Whoever came second was no access manager any more, or was refused as the session had ended.
      expect([401, 403]).toContain(answers.find((it) => it.status !== 200)?.status);
      const { rows } = await sql(
        `SELECT count(*)::int AS count FROM console_user u JOIN console_user_authority a ON a.user_id = u.id
         WHERE a.authority = 'ROLE_ACCESS_MANAGER' AND NOT u.blocked`,
      );
      expect(rows).toEqual([{ count: 1 }]);
      await sql(
        "UPDATE console_user SET blocked = (login LIKE 'pair%') WHERE login LIKE 'pair%' OR login LIKE 'access%'",
      );
    }
    expect((await access.get(`/api/users/${own.id}/access`)).status).toBe(200);
  });
});

describe('what a person can do', () => {
  it('is told with the authority or role that each page and permission comes from', async () => {
    const half = await newRole('Half', ['transactions.history', 'audit-log.list']);
    const other = await newRole('Other half', ['transactions.history.export', 'main-account.balance']);
    await access.post(`${roleBase}/permission/create`, 'permissionName=Vault', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(
      (await access.post(`${roleBase}/role/permissions?roleId=${half}`, ['transactions.history', 'Vault']))
        .status,
    ).toBe(200);
    const { id } = (await create('both', { roleIds: [half, other], authorities: ['ROLE_KEYHOLDER'] })).body;
    const { body } = await access.get<ConsoleUserAccess>(`/api/users/${id}/access`);
    const from = (kind: 'ROLE' | 'AUTHORITY', name: string) => ({ kind, name });
    expect(body.pages).toEqual([
      { page: 'keyholder-registration', sources: [from('AUTHORITY', 'ROLE_KEYHOLDER')] },
      { page: 'keyholder-re-install', sources: [from('AUTHORITY', 'ROLE_KEYHOLDER')] },
      { page: 'main-account', sources: [from('ROLE', 'Other half')] },
      { page: 'history', sources: [from('ROLE', 'Half'), from('ROLE', 'Other half')] },
      // It comes with any export permission.
      { page: 'download', sources: [from('ROLE', 'Other half')] },
    ]);
    expect(body.permissions.find((it) => it.permission === 'transactions.history')?.sources).toEqual([
      from('ROLE', 'Half'),
    ]);
    expect(body.inert).toEqual([{ permission: 'Vault', sources: [from('ROLE', 'Half')] }]);
    expect(body.user.login).toBe('both');
    expect((await access.get('/api/users/999999/access')).status).toBe(404);
    expect((await access.get('/api/users/x/access')).status).toBe(400);
  });
});

describe('nobody else', () => {
  const calls = [
    ['GET', '/api/users'],
    ['POST', '/api/users'],
    ['POST', '/api/users/edit'],
    ['POST', '/api/users/block/1'],
    ['POST', '/api/users/unblock/1'],
    ['GET', '/api/users/authorities'],
    ['POST', '/api/users/authorities'],
    ['GET', '/api/users/role-authorities'],
    ['GET', '/api/users/1/access'],
  ] as const;

  it.each(['manager', 'admin', 'auditor', 'authorizer', 'keyholder1', 'inputter', 'teller'])(
    '%s may do none of it',
    async (login) => {
      const caller = await server.as(login);
      for (const [method, path] of calls)
        expect([path, (await caller.send({ method, path })).status]).toEqual([path, 403]);
    },
  );

  it('nor anybody who is not signed in', async () => {
    for (const [method, path] of calls) expect((await server.anyone.send({ method, path })).status).toBe(401);
  });
});
