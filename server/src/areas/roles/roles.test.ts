import { endpoints } from '@tonle/contract/endpoints';
import { permissions } from '@tonle/contract/permissions';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { EndpointPermission, Role, RolePermission } from '@tonle/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startTestServer, type TestServer } from '../../test-server.ts';

const base = '/api/role-permission';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
type Page<Row> = { content: Row[]; totalElements: number };

let server: TestServer;
let access: Caller;
beforeAll(async () => {
  server = await startTestServer({ rateLimits: { perSession: 1_000_000, perAddress: 1_000_000 } });
  access = await server.as('access');
});
afterAll(() => server.close());

const form = <Body = RefusalBody>(caller: Caller, path: string, fields: Record<string, string>) =>
  caller.post<Body>(`${base}${path}`, new URLSearchParams(fields).toString(), FORM);
const create = (name: string, caller = access) =>
  caller.post<Role & RefusalBody>(`${base}/role/create?roleName=${encodeURIComponent(name)}`);
const setPermissions = (id: string, names: unknown, more = '', caller = access) =>
  caller.post<Role & RefusalBody>(`${base}/role/permissions?roleId=${id}${more}`, names);
const remove = (id: string, caller = access) => caller.post<RefusalBody>(`${base}/role/delete?roleId=${id}`);
const rolesNamed = async (filter: string) =>
  (await access.get<Page<Role>>(`${base}/roles?filter=${encodeURIComponent(filter)}`)).body;
const entries = async (activity: string, subject: string) => {
  const { rows } = await server.database.owner.pool.query(
    'SELECT login, old_values, new_values FROM audit_log WHERE activity = $1 AND subject = $2 ORDER BY id',
    [activity, subject],
  );
  return rows;
};
async function roleWith(name: string, names: readonly string[]): Promise<string> {
  const { id } = (await create(name)).body;
  expect((await setPermissions(id, names)).status).toBe(200);
  return id;
}
/** A new person with these roles, signed in. */
async function personWith(login: string, roleIds: readonly string[], authorities: string[] = []) {
  const body = {
    login,
    firstName: login,
    lastName: 'Test',
    email: `${login}@tonle.example`,
    authorities,
    roleIds,
  };
  const { id } = (await access.post<{ id: string }>('/api/users', body)).body;
  await server.database.owner.pool.query(
    `UPDATE console_user SET force_password_change = false, password_hash =
       (SELECT password_hash FROM console_user WHERE login = 'access') WHERE login = $1`,
    [login],
  );
  return { id, caller: await server.as(login) };
}

describe('roles', () => {
  it('are listed in pages, searched without patterns, sorted by an allow-list', async () => {
    for (const name of ['Sum a_b', 'Sum axb', 'Sum 100%', 'Sum តួនាទី']) await create(name);
    const { content, totalElements } = await rolesNamed('a_b');
    expect([content.map((it) => it.name), totalElements]).toEqual([['Sum a_b'], 1]);
    expect((await rolesNamed('%')).content.map((it) => it.name)).toEqual(['Sum 100%']);
    expect((await rolesNamed('តួនាទី')).totalElements).toBe(1);
    const second = await access.get<Page<Role>>(`${base}/roles?filter=sum&size=2&page=1&sort=name,desc`);
    expect(second.body).toMatchObject({
      content: [{ name: 'Sum a_b' }, { name: 'Sum 100%' }],
      totalElements: 4,
    });
    expect((await access.get(`${base}/roles?size=2000`)).status).toBe(200);
    for (const bad of [
      'size=2001',
      'sort=(case when 1=1 then 1 end)',
      'sort=id,asc',
      'sort=name,up',
      'x=1',
    ]) {
      expect([bad, (await access.get(`${base}/roles?${bad}`)).status]).toEqual([bad, 400]);
    }
  });

  it('are created, built from permissions and replaced as a whole, each change audited', async () => {
    const created = await create('  KYC officer ');
    expect(created.body).toMatchObject({ name: 'KYC officer', permissions: [], userCount: 0 });
    const { id } = created.body;
    const twice = ['roles.pages', 'audit-log.list', 'roles.pages'];
    const built = await setPermissions(id, twice);
    expect(built.body.permissions).toEqual(['audit-log.list', 'roles.pages']);
    expect((await setPermissions(id, ['audit-log.list'])).body.permissions).toEqual(['audit-log.list']);
    expect((await setPermissions(id, ['audit-log.list'])).status).toBe(200);
    expect((await setPermissions(id, [])).body.permissions).toEqual([]);
    expect(await entries('ROLE_CREATED', 'KYC officer')).toEqual([
      { login: 'access', old_values: null, new_values: { permissions: [] } },
    ]);
    const names = (permissionNames: string[]) => ({ permissions: permissionNames });
    expect(await entries('ROLE_CHANGED', 'KYC officer')).toEqual([
      { login: 'access', old_values: names([]), new_values: names(['audit-log.list', 'roles.pages']) },
      {
        login: 'access',
        old_values: names(['audit-log.list', 'roles.pages']),
        new_values: names(['audit-log.list']),
      },
      { login: 'access', old_values: names(['audit-log.list']), new_values: names([]) },
    ]);
  });

  it('are made with their permissions in one, or not at all', async () => {
    const path = (name: string) => `${base}/role/create?roleName=${name}`;
    const twice = ['roles.pages', 'audit-log.list', 'roles.pages'];
    const whole = await access.post<Role>(path('Whole'), { permissions: twice });
    expect(whole.body).toMatchObject({ name: 'Whole', permissions: ['audit-log.list', 'roles.pages'] });
    expect(await entries('ROLE_CREATED', 'Whole')).toEqual([
      { login: 'access', old_values: null, new_values: { permissions: ['audit-log.list', 'roles.pages'] } },
    ]);
    const wrong = await access.post<RefusalBody>(path('Part'), { permissions: ['roles.pages', 'made up'] });
    expect([wrong.status, wrong.body.fields?.map((it) => [it.path, it.key])]).toEqual([
      400,
      [['permissions.1', 'permission.unknown']],
    ]);
    expect((await rolesNamed('Part')).content.filter((it) => it.name === 'Part')).toEqual([]);
    for (const none of [{}, { permissions: null }, { permissions: [] }])
      expect((await access.post<Role>(path(`None${JSON.stringify(none).length}`), none)).status).toBe(200);
    expect((await access.post(path('Odd'), { permissions: 'roles.pages' })).status).toBe(400);
    expect((await access.post(path('Odd'), { more: [] })).status).toBe(400);
  });

  it('keep their names apart, whatever the capitals, and cannot look like an authority', async () => {
    await create('Branch teller');
    const again = await create('branch TELLER');
    expect([again.status, again.body.status.error, again.body.status.message]).toEqual([
      409,
      'ROLE_EXISTS',
      'There is a role branch TELLER already',
    ]);
    const both = await Promise.all([create('Twin'), create('Twin'), create('twin')]);
    expect(both.map((it) => it.status).sort()).toEqual([200, 409, 409]);
    const faults = async (name: string) => (await create(name)).body.fields?.[0]?.message;
    expect(await faults('  ')).toBe('Role name is required');
    expect(await faults('ROLE_MANAGER')).toContain('cannot begin with ROLE_');
    expect((await create('x'.repeat(65))).status).toBe(400);
    expect((await access.post(`${base}/role/create`)).status).toBe(400);
    // There is no call that renames one.
    expect((await access.post(`${base}/role/create?roleName=A&permissions=x`)).status).toBe(400);
  });

  it('are called as they are seen, on one line, and never like two', async () => {
    expect((await create('\u200bNight\u2060\u202e  teller\u00ad\n')).body.name).toBe('Night teller');
    expect((await create('night tel\u200dler')).body.status.error).toBe('ROLE_EXISTS');
    expect((await create('Cafe\u0301')).body.name).toBe('Café');
    const faults = async (name: string) => (await create(name)).body.fields?.[0]?.message;
    expect(await faults('\u200b \u3164')).toBe('Role name is required');
    expect(await faults('\u200bROLE_MANAGER')).toContain('cannot begin with ROLE_');
    expect(await faults('Day, night')).toBe('A role name cannot have a comma');
    const permission = await form(access, '/permission/create', { permissionName: 'ro\u200bles.own' });
    expect(permission.body.fields?.[0]?.key).toBe('permission-name.reserved');
  });

  it('take no permission that does not exist, and no more than there can be', async () => {
    const { id } = (await create('Strict')).body;
    const unknown = await setPermissions(id, ['audit-log.list', 'nothing.at-all']);
    expect([unknown.status, unknown.body.fields]).toEqual([
      400,
      [
        {
          path: '1',
          key: 'permission.unknown',
          params: { name: 'nothing.at-all' },
          message: 'There is no permission nothing.at-all',
        },
      ],
    ]);
    for (const body of [
      { permissions: [] },
      'x',
      [1],
      [''],
      Array.from({ length: 501 }, () => 'a'),
      undefined,
    ])
      expect((await setPermissions(id, body)).status).toBe(400);
    expect((await setPermissions('999999', [])).status).toBe(404);
    expect((await setPermissions('x', [])).status).toBe(400);
  });

  it('refuse an editor who saw an older version', async () => {
    const { id, changed } = (await create('Two editors')).body;
    const since = `&changed=${encodeURIComponent(changed)}`;
    const both = await Promise.all([
      setPermissions(id, ['audit-log.list'], since),
      setPermissions(id, ['roles.pages'], since),
    ]);
    expect(both.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(both.find((it) => it.status === 409)?.body.status.error).toBe('CHANGED_MEANWHILE');
  });

  it('are deleted unless somebody holds them, and then say who', async () => {
    const id = await roleWith('In use', ['audit-log.list']);
    const people = [];
    for (const login of ['holder1', 'holder2', 'holder3', 'holder4', 'holder5', 'holder6'])
      people.push((await personWith(login, [id])).id);
    expect((await rolesNamed('In use')).content[0]).toMatchObject({ userCount: 6 });
    const refused = await remove(id);
    expect([refused.status, refused.body.status.message]).toEqual([
      409,
      'Role In use cannot be deleted: it is in use by holder1, holder2, holder3, holder4, holder5, …',
    ]);
    for (const userId of people) {
      await access.post('/api/users/authorities', { id: userId, authorities: ['ROLE_AUDITOR'] });
      expect((await form(access, '/user/roles/remove', { userId, roleId: id })).status).toBe(200);
    }
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    expect(await entries('ROLE_DELETED', 'In use')).toEqual([
      { login: 'access', old_values: { permissions: ['audit-log.list'] }, new_values: null },
    ]);
  });

  it('that are deleted and given at once end in one of the two, never in both', async () => {
    const { id: userId } = await personWith('racer', [], ['ROLE_AUDITOR']);
    for (let round = 0; round < 5; round += 1) {
      const roleId = await roleWith(`Race ${round}`, ['audit-log.list']);
      const [given, removed] = await Promise.all([
        form(access, '/user/roles/add', { userId, roleId }),
        remove(roleId),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([given.status, removed.status]);
    }
  });
});

describe('a change of a role', () => {
  it('that is so already is no change, whatever state its editor saw: an answer may have been lost', async () => {
    const { id, changed } = (await create('Sent twice')).body;
    const asked = (names: string[]) => setPermissions(id, names, `&changed=${encodeURIComponent(changed)}`);
    const first = await asked(['audit-log.list']);
    expect(await asked(['audit-log.list'])).toMatchObject({ status: 200, body: first.body });
    expect(await entries('ROLE_CHANGED', 'Sent twice')).toHaveLength(1);
    expect((await asked(['roles.pages'])).body.status.error).toBe('CHANGED_MEANWHILE');
  });

  it('acts on the next request of those who hold it', async () => {
    const id = await roleWith('Acts at once', ['audit-log.list']);
    const { caller } = await personWith('atonce', [id]);
    const may = async () => (await caller.get(`${base}/permissions`)).status;
    expect(await may()).toBe(403);
    await setPermissions(id, ['audit-log.list', 'roles.change']);
    expect(await may()).toBe(200);
    await setPermissions(id, ['audit-log.list']);
    expect(await may()).toBe(403);
  });

  it('gives nobody anything that they give themselves (decisions section 4)', async () => {
    const id = await roleWith('Own role', ['roles.change', 'console-users.change']);
    const { id: userId, caller } = await personWith('selfish', [id]);
    const wider = await setPermissions(id, [...permissions], '', caller);
    expect([wider.status, wider.body.status.error]).toEqual([403, 'OWN_RIGHTS']);
    const other = await roleWith('Not theirs yet', ['main-account.transfer']);
    const taken = await form(caller, '/user/roles/add', { userId, roleId: other });
    expect([taken.status, taken.body.status.error]).toEqual([403, 'OWN_RIGHTS']);
    // To others it may be given.
    const { id: friend } = await personWith('friend', [id]);
    expect((await form(caller, '/user/roles/add', { userId: friend, roleId: other })).status).toBe(200);
    expect((await rolesNamed('Own role')).content[0]?.permissions).toEqual([
      'console-users.change',
      'roles.change',
    ]);
  });
});

describe('roles of people', () => {
  it('are given and taken by form fields, urlencoded or multipart, again without effect', async () => {
    const roleId = await roleWith('Given', ['audit-log.list']);
    const { id: userId } = await personWith('receiver', [], ['ROLE_AUDITOR']);
    const multipart = new FormData();
    multipart.set('userId', userId);
    multipart.set('roleId', roleId);
    const encoded = new Response(multipart);
    const given = await access.post(`${base}/user/roles/add`, await encoded.text(), {
      'content-type': encoded.headers.get('content-type') ?? '',
    });
    expect(given.status).toBe(200);
    expect((await form(access, '/user/roles/add', { userId, roleId })).status).toBe(200);
    expect((await form(access, '/user/roles/remove', { userId, roleId })).status).toBe(200);
    expect((await form(access, '/user/roles/remove', { userId, roleId })).status).toBe(200);
    expect(await entries('CONSOLE_USER_CHANGED', 'receiver')).toEqual([
      { login: 'access', old_values: { roles: [] }, new_values: { roles: ['Given'] } },
      { login: 'access', old_values: { roles: ['Given'] }, new_values: { roles: [] } },
    ]);
  });

  it('leave nobody without any', async () => {
    const roleId = await roleWith('The only one', ['audit-log.list']);
    const { id: userId } = await personWith('only', [roleId]);
    const refused = await form(access, '/user/roles/remove', { userId, roleId });
    expect([refused.status, refused.body.status.message]).toEqual([
      409,
      'User should have at least one role',
    ]);
  });

  it.each([
    [{ userId: '999999', roleId: '1' }, 404],
    [{ userId: '1', roleId: '999999' }, 404],
    [{ userId: 'x', roleId: '1' }, 400],
    [{ userId: '1' }, 400],
    [{ userId: '1', roleId: '1', authorities: 'ROLE_MANAGER' }, 400],
  ] as [Record<string, string>, number][])('%j is %i', async (fields, status) => {
    for (const what of ['add', 'remove'])
      expect((await form(access, `/user/roles/${what}`, fields)).status).toBe(status);
  });

  it.each([
    ['{"userId":"1","roleId":"1"}', { 'content-type': 'application/json' }, 415],
    ['userId=1&roleId=1&userId=2', FORM, 400],
    ['', FORM, 400],
    [`userId=1&roleId=1&x=${'y'.repeat(20_000)}`, FORM, 413],
    ['--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
    ['__proto__=1&userId=1&roleId=1', FORM, 400],
  ])('a form such as %.40s is refused', async (body, headers, status) => {
    expect((await access.post(`${base}/user/roles/add`, body, headers)).status).toBe(status);
  });
});

describe('permissions', () => {
  it('are those of the contract and those that were created, which open nothing', async () => {
    const created = await form<RolePermission & RefusalBody>(access, '/permission/create', {
      permissionName: ' Vault access ',
    });
    expect(created.body).toMatchObject({ name: 'Vault access', inContract: false, roleCount: 0 });
    const all = await access.get<Page<RolePermission>>(`${base}/permissions?size=2000`);
    expect(all.body.content.map((it) => it.name).sort()).toEqual([...permissions, 'Vault access'].sort());
    const roleId = await roleWith('Inert', ['Vault access']);
    const { caller } = await personWith('inert', [roleId]);
    const info = await caller.get<{ userAccountDTO: { permissions: string[] } }>(
      '/api/user-infos/login/inert',
    );
    expect(info.body.userAccountDTO.permissions).toEqual([]);

    const inUse = await form(access, '/permission/delete', { permissionId: created.body.id });
    expect([inUse.status, inUse.body.status.message]).toEqual([
      409,
      'Permission Vault access cannot be deleted: it is in the roles Inert',
    ]);
    await setPermissions(roleId, []);
    expect((await form(access, '/permission/delete', { permissionId: created.body.id })).status).toBe(200);
    expect((await form(access, '/permission/delete', { permissionId: created.body.id })).status).toBe(404);
    expect(await entries('PERMISSION_CREATED', 'Vault access')).toHaveLength(1);
    expect(await entries('PERMISSION_DELETED', 'Vault access')).toEqual([
      { login: 'access', old_values: { name: 'Vault access' }, new_values: null },
    ]);
  });

  it('of the contract cannot be deleted, nor imitated', async () => {
    const refused = await form(access, '/permission/delete', { permissionId: 'roles.change' });
    expect([refused.status, refused.body.status.error]).toEqual([409, 'PERMISSION_OF_CONTRACT']);
    const named = async (permissionName: string) => {
      const { status, body } = await form(access, '/permission/create', { permissionName });
      return [status, body.fields?.[0]?.message];
    };
    expect(await named(' ')).toEqual([400, 'Permission name is required']);
    expect(await named('roles.everything')).toEqual([
      400,
      expect.stringContaining('like those of the product'),
    ]);
    expect(await named('Roles')).toEqual([400, expect.anything()]);
    const twins = await Promise.all(
      ['Twin', 'twin'].map((permissionName) => form(access, '/permission/create', { permissionName })),
    );
    expect(twins.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(twins.find((it) => it.status === 409)?.body.status.error).toBe('PERMISSION_EXISTS');
  });
});

describe('endpoints', () => {
  it('are the contract’s, each once, in two tabs', async () => {
    const rows: EndpointPermission[] = [];
    for (const tab of ['tps', 'authservice']) {
      for (let page = 0, more = true; more; page += 1) {
        const path = `/${tab}/api/rest-endpoint-permissions?size=100&page=${page}`;
        const { content, totalElements } = (await access.get<Page<EndpointPermission>>(path)).body;
        rows.push(...content);
        more = (page + 1) * 100 < totalElements;
      }
    }
    expect(rows.map((it) => it.endpoint).sort()).toEqual(
      endpoints.map((it) => `${it.method} ${it.path}`).sort(),
    );
    const find = (endpoint: string) => rows.find((it) => it.endpoint === endpoint);
    expect(find('POST /api/users')).toMatchObject({
      access: 'PERMISSION',
      permissions: ['console-users.change'],
    });
    expect(find('POST /api/v2/authenticate')).toMatchObject({ access: 'PUBLIC', permissions: [] });
  });

  it('are searched and sorted', async () => {
    const path = '/authservice/api/rest-endpoint-permissions';
    const found = await access.get<Page<EndpointPermission>>(`${path}?filter=USERS/BLOCK&sort=access,desc`);
    expect(found.body.content.map((it) => it.endpoint)).toEqual(['POST /api/users/block/{id}']);
    expect((await access.get(`${path}?sort=summary,asc`)).status).toBe(400);
  });
});

describe('nobody else', () => {
  const calls: [method: 'GET' | 'POST', path: string][] = [
    ['GET', '/roles'],
    ['GET', '/permissions'],
    ['POST', '/permission/create'],
    ['POST', '/permission/delete'],
    ['POST', '/role/create?roleName=x'],
    ['POST', '/role/delete?roleId=1'],
    ['POST', '/role/permissions?roleId=1'],
    ['POST', '/user/roles/add'],
    ['POST', '/user/roles/remove'],
  ];
  const all = [
    ...calls.map(([method, path]) => ({ method, path: `${base}${path}` })),
    { method: 'GET' as const, path: '/tps/api/rest-endpoint-permissions' },
    { method: 'GET' as const, path: '/authservice/api/rest-endpoint-permissions' },
  ];

  it.each(['manager', 'admin', 'auditor', 'authorizer', 'keyholder1', 'inputter', 'teller'])(
    '%s may do none of it',
    async (login) => {
      const caller = await server.as(login);
      for (const call of all) expect([call.path, (await caller.send(call)).status]).toEqual([call.path, 403]);
    },
  );

  it('nor anybody who is not signed in', async () => {
    for (const call of all) expect((await server.anyone.send(call)).status).toBe(401);
  });
});
