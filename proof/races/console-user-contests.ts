import type { Act, Contest } from './contest.ts';
import { call, must, postForm, type Ring } from './ring.ts';

const base = '/api/role-permission';

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
        await pool.query('DELETE FROM sign_in_address');
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
      run: () => postForm(access, `${base}/user/roles/remove`, { userId, roleId }),
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
