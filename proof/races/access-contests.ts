import type { Act, Contest } from './contest.ts';
import { call, must, type Ring } from './ring.ts';

const base = '/api/role-permission';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const formOf = (it: Record<string, string>) => new URLSearchParams(it).toString();

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
    run: (roleId) => access.post(`${base}/user/roles/add`, formOf({ userId, roleId }), form),
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
  return [...roles, await permissionContest(ring, makeRole), ...(await nameContests(ring))];
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

/** Subjects are a role and the permission that it is to carry. */
async function permissionContest(ring: Ring, makeRole: () => Promise<string>): Promise<Contest<string>> {
  const access = await ring.bank.as('access');
  let made = 0;
  const roleIds = new Map<string, string>();
  const idOf = async (name: string) => ring.value('SELECT id AS it FROM permission WHERE name = $1', [name]);
  return {
    name: 'permission: setRolePermissions against deletePermission',
    from: 'FREE',
    acts: [
      call<string>('setRolePermissions', {
        from: ['FREE'],
        to: 'CARRIED',
        told: { INVALID_REQUEST: 'GONE' },
        run: (name) => access.post(`${base}/role/permissions?roleId=${roleIds.get(name)}`, [name]),
      }),
      call<string>('deletePermission', {
        from: ['FREE'],
        to: 'GONE',
        told: { PERMISSION_IN_USE: 'CARRIED' },
        run: async (name) =>
          access.post(`${base}/permission/delete`, formOf({ permissionId: await idOf(name) }), form),
      }),
    ],
    prepare: async () => {
      made += 1;
      const name = `racing ${made}`;
      await must(access.post(`${base}/permission/create`, formOf({ permissionName: name }), form));
      roleIds.set(name, await makeRole());
      return name;
    },
    stateOf: (name) =>
      ring.value(
        `SELECT CASE WHEN EXISTS (SELECT FROM role_permission WHERE role_id = $2 AND permission = $1) THEN 'CARRIED' ELSE '' END
           || CASE WHEN EXISTS (SELECT FROM permission WHERE name = $1) THEN '' ELSE 'GONE' END AS it`,
        [name, roleIds.get(name)],
      ),
  };
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
      run: (permissionName: string) =>
        access.post(`${base}/permission/create`, formOf({ permissionName }), form),
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

/** What a person has: blocked or not, with one role or another, in or out. */
export async function consoleUserContests(ring: Ring): Promise<Contest<string>[]> {
  const { bank } = ring;
  const access = await bank.as('access');
  const logins = ['inputter', 'keyholder2', 'keyholder3', 'teller'];
  const act = (name: 'block' | 'unblock', from: string[], to: string): Act<string> =>
    call<string>(`${name}ConsoleUser`, {
      from,
      to,
      run: (login) => access.post(`/api/users/${name}/${bank.userIds[login]}`),
    });
  const blocked = act('block', ['UNBLOCKED'], 'BLOCKED');
  const unblocked = act('unblock', ['BLOCKED'], 'UNBLOCKED');
  const signIn: Act<string> = call('authenticate', {
    from: ['UNBLOCKED'],
    to: 'UNBLOCKED',
    told: { BAD_CREDENTIALS: 'BLOCKED' },
    run: (login) => bank.signIn(login),
  });
  const pairs = [
    ['BLOCKED', blocked, unblocked],
    ['UNBLOCKED', blocked, unblocked],
    ['UNBLOCKED', blocked, signIn],
  ] as const;
  const people = pairs.map(
    ([from, one, two]): Contest<string> => ({
      name: `console user ${from}: ${one.name} against ${two.name}`,
      from,
      acts: [one, two],
      prepare: async (lane) => {
        const login = logins[lane] ?? '';
        const { pool } = bank.database.owner;
        const isBlocked = from === 'BLOCKED';
        await pool.query('UPDATE console_user SET blocked = $2 WHERE login = $1', [login, isBlocked]);
        // Refused sign-ins of the rounds before would lock them.
        await pool.query('DELETE FROM sign_in_attempt WHERE user_id = $1', [bank.userIds[login]]);
        return login;
      },
      stateOf: (login) =>
        ring.value(
          `SELECT CASE WHEN NOT u.blocked THEN 'UNBLOCKED' WHEN EXISTS (SELECT FROM session s WHERE s.user_id = u.id AND s.ended_at IS NULL)
             THEN 'BLOCKED AND IN' ELSE 'BLOCKED' END AS it FROM console_user u WHERE u.login = $1`,
          [login],
        ),
    }),
  );
  return [...people, ...(await lastRoleContests(ring)), await lastManagerContest(ring)];
}

/** Whoever has no authority keeps one role, and whoever has no role keeps one authority. */
async function lastRoleContests(ring: Ring): Promise<Contest<string>[]> {
  const { userIds, database } = ring.bank;
  const access = await ring.bank.as('access');
  const userId = String(userIds.inputter);
  const makeRole = async (roleName: string) =>
    (await must(access.post<{ id: string }>(`${base}/role/create?roleName=${roleName}`))).id;
  const [first, second] = [await makeRole('Last1'), await makeRole('Last2')];
  const take = (roleId: string, left: string): Act<string> =>
    call('removeRoleFromUser', {
      from: ['BOTH'],
      to: left,
      told: { USER_WITHOUT_ROLE: [first, second, 'AUTHORITY'] },
      run: () => access.post(`${base}/user/roles/remove`, formOf({ userId, roleId }), form),
    });
  const strip: Act<string> = call('setAuthorities', {
    from: ['BOTH'],
    to: first,
    told: { USER_WITHOUT_ROLE: 'AUTHORITY' },
    run: () => access.post('/api/users/authorities', { id: userId, authorities: [] }),
  });
  const pairs = [
    [[first, second], [], take(first, second), take(second, first)],
    [[first], ['ROLE_SENDER'], take(first, 'AUTHORITY'), strip],
  ] as const;
  const { pool } = database.owner;
  return pairs.map(([roles, authorities, one, two]) => ({
    name: `console user’s last right: ${one.name} against ${two.name}`,
    from: 'BOTH',
    lanes: 1,
    acts: [one, two],
    prepare: async () => {
      await pool.query('DELETE FROM console_user_authority WHERE user_id = $1', [userId]);
      await pool.query('DELETE FROM console_user_role WHERE user_id = $1', [userId]);
      await pool.query('INSERT INTO console_user_authority SELECT $1, unnest($2::text[])', [
        userId,
        authorities,
      ]);
      await pool.query('INSERT INTO console_user_role SELECT $1, unnest($2::bigint[])', [userId, roles]);
      return userId;
    },
    stateOf: () =>
      ring.value(
        `SELECT concat_ws(' ', (SELECT string_agg(role_id::text, ' ') FROM console_user_role WHERE user_id = $1),
           (SELECT string_agg('AUTHORITY', ' ') FROM console_user_authority WHERE user_id = $1)) AS it`,
        [userId],
      ),
  }));
}

/** Two access managers, each taking the other’s right to let people in: one is left. */
async function lastManagerContest(ring: Ring): Promise<Contest<string>> {
  const { bank } = ring;
  const { pool } = bank.database.owner;
  const pair = ['access', 'manager'] as const;
  const allow = () =>
    pool.query(
      `INSERT INTO console_user_authority SELECT unnest($1::bigint[]), 'ROLE_ACCESS_MANAGER' ON CONFLICT DO NOTHING`,
      [pair.map((it) => bank.userIds[it])],
    );
  const callers = { access: await bank.as('access'), manager: await bank.as('manager') };
  const take = (by: (typeof pair)[number], from: (typeof pair)[number]): Act<string> =>
    call('setAuthorities', {
      from: ['BOTH'],
      to: by,
      told: { FORBIDDEN: from, LAST_ACCESS_MANAGER: from },
      run: () =>
        callers[by].post('/api/users/authorities', {
          id: String(bank.userIds[from]),
          authorities: ['ROLE_MANAGER'],
        }),
    });
  return {
    name: 'access managers: each takes the other’s right',
    from: 'BOTH',
    lanes: 1,
    acts: [take('access', 'manager'), take('manager', 'access')],
    prepare: async () => {
      await allow();
      return '';
    },
    stateOf: async () => {
      const left = await ring.value(
        `SELECT string_agg(u.login, ' ' ORDER BY u.login) AS it FROM console_user u
         JOIN console_user_authority a ON a.user_id = u.id WHERE a.authority = 'ROLE_ACCESS_MANAGER'`,
        [],
      );
      // The contests that follow need both as they were.
      await allow();
      return left;
    },
  };
}
