import type { Contest } from './contest.ts';
import { call, must, postForm, type Ring } from './ring.ts';

const base = '/api/role-permission';

/** Roles and permissions: nobody holds, and no role carries, what is not there. */
export async function roleContests(ring: Ring): Promise<Contest<string>[]> {
  const { pool } = ring.bank.database.owner;
  const access = await ring.bank.as('access');
  const userId = String(ring.bank.userIds.inputter);
  let made = 0;
  const fresh = (word: string): string => {
    made += 1;
    return `${word} ${made}`;
  };
  const makeRole = async () => {
    const path = `${base}/role/create?roleName=${encodeURIComponent(fresh('Racing'))}`;
    return (await must(access.post<{ id: string }>(path))).id;
  };
  const told = { ROLE_IN_USE: 'GIVEN', NOT_FOUND: 'GONE', INVALID_REQUEST: 'GONE' };
  const give = call<string>('addRoleToUser', {
    from: ['FREE'],
    to: 'GIVEN',
    told,
    run: (roleId) => postForm(access, `${base}/user/roles/add`, { userId, roleId }),
  });
  const create = call<string>('createConsoleUser', {
    from: ['FREE'],
    to: 'GIVEN',
    told,
    run: (roleId) => access.post('/api/users', newUser(fresh('racer'), [], [roleId])),
  });
  const remove = call<string>('deleteRole', {
    from: ['FREE'],
    to: 'GONE',
    told,
    run: (roleId) => access.post(`${base}/role/delete?roleId=${roleId}`),
  });
  const stateOfRole = async (roleId: string) => {
    const state = await ring.value(
      `SELECT CASE WHEN NOT EXISTS (SELECT FROM role WHERE id = $1) THEN 'GONE'
         WHEN EXISTS (SELECT FROM console_user_role WHERE role_id = $1) THEN 'GIVEN' ELSE 'FREE' END AS it`,
      [roleId],
    );
    // A thousand roles of one person would slow every change of theirs.
    await pool.query('DELETE FROM console_user_role WHERE role_id = $1', [roleId]);
    return state;
  };
  const roles = [give, create].map((one) => ({
    name: `role: ${one.name} against deleteRole`,
    from: 'FREE',
    acts: [one, remove] as const,
    prepare: makeRole,
    stateOf: stateOfRole,
  }));
  return [...roles, ...(await permissionContests(ring, makeRole)), ...(await nameContests(ring))];
}

const newUser = (login: string, authorities: string[], roleIds: string[]) => {
  const spelt = login.replaceAll(' ', '_');
  return {
    firstName: 'Racing',
    lastName: 'Test',
    login: spelt,
    email: `${spelt}@tonle.example`,
    authorities,
    roleIds,
  };
};

/** Subjects are a permission, and a role that is to carry it. */
async function permissionContests(ring: Ring, makeRole: () => Promise<string>): Promise<Contest<string>[]> {
  const access = await ring.bank.as('access');
  let made = 0;
  const roleIds = new Map<string, string>();
  const idOf = async (name: string) => ring.value('SELECT id AS it FROM permission WHERE name = $1', [name]);
  const remove = call<string>('deletePermission', {
    from: ['FREE'],
    to: 'GONE',
    told: { PERMISSION_IN_USE: 'CARRIED' },
    run: async (name) => postForm(access, `${base}/permission/delete`, { permissionId: await idOf(name) }),
  });
  const carry = (name: string, run: (permission: string) => ReturnType<typeof access.post>) =>
    call<string>(name, { from: ['FREE'], to: 'CARRIED', told: { INVALID_REQUEST: 'GONE' }, run });
  const carriers = [
    carry('setRolePermissions', (it) =>
      access.post(`${base}/role/permissions?roleId=${roleIds.get(it)}`, [it]),
    ),
    carry('createRole', (it) =>
      access.post(`${base}/role/create?roleName=${encodeURIComponent(`With ${it}`)}`, { permissions: [it] }),
    ),
  ];
  return carriers.map((one) => ({
    name: `permission: ${one.name} against deletePermission`,
    from: 'FREE',
    acts: [one, remove],
    prepare: async () => {
      made += 1;
      const name = `racing ${made}`;
      await must(postForm(access, `${base}/permission/create`, { permissionName: name }));
      roleIds.set(name, await makeRole());
      return name;
    },
    stateOf: (name) =>
      ring.value(
        `SELECT CASE WHEN EXISTS (SELECT FROM role_permission WHERE permission = $1) THEN 'CARRIED' ELSE '' END
           || CASE WHEN EXISTS (SELECT FROM permission WHERE name = $1) THEN '' ELSE 'GONE' END AS it`,
        [name],
      ),
  }));
}

/** Two make something of one name: there is one. */
async function nameContests(ring: Ring): Promise<Contest<string>[]> {
  const access = await ring.bank.as('access');
  const kinds = {
    createRole: {
      refusal: 'ROLE_EXISTS',
      count: 'SELECT count(*) AS it FROM role WHERE name = $1',
      run: (name: string) => access.post(`${base}/role/create?roleName=${name}`),
    },
    createPermission: {
      refusal: 'PERMISSION_EXISTS',
      count: 'SELECT count(*) AS it FROM permission WHERE name = $1',
      run: (permissionName: string) => postForm(access, `${base}/permission/create`, { permissionName }),
    },
    createConsoleUser: {
      refusal: 'LOGIN_EXISTS',
      count: 'SELECT count(*) AS it FROM console_user WHERE login = $1',
      run: (login: string) => access.post('/api/users', newUser(login, ['ROLE_SENDER'], [])),
    },
  };
  let made = 0;
  return Object.entries(kinds).map(([name, { refusal, count, run }]) => {
    const create = call(name, { from: ['0'], to: '1', told: { [refusal]: '1' }, run });
    return {
      name: `name: ${name} twice`,
      from: '0',
      acts: [create, create],
      prepare: async () => {
        made += 1;
        return `twin_${made}`;
      },
      stateOf: (it) => ring.value(count, [it]),
    };
  });
}
