import type { Act, Contest } from './contest.ts';
import { outcomeOf, type Ring } from './ring.ts';

const base = '/api/role-permission';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** A role is deleted while somebody is given it: nobody may hold what is not there. */
export async function roleContests(ring: Ring): Promise<Contest<string>[]> {
  const { bank } = ring;
  const { pool } = bank.database.owner;
  const access = await bank.as('access');
  const told = { ROLE_IN_USE: 'GIVEN', NOT_FOUND: 'GONE' };
  const userId = String(bank.userIds.inputter);
  const give: Act<string> = {
    name: 'give',
    from: ['FREE'],
    to: 'GIVEN',
    run: async (roleId) =>
      outcomeOf(
        await access.post(`${base}/user/roles/add`, new URLSearchParams({ userId, roleId }).toString(), form),
        told,
      ),
  };
  const remove: Act<string> = {
    name: 'delete',
    from: ['FREE'],
    to: 'GONE',
    run: async (roleId) => outcomeOf(await access.post(`${base}/role/delete?roleId=${roleId}`), told),
  };
  let made = 0;
  return [
    {
      name: 'role: give against delete',
      from: 'FREE',
      acts: [give, remove],
      prepare: async () => {
        made += 1;
        const { status, text, body } = await access.post<{ id: string }>(
          `${base}/role/create?roleName=Racing%20${made}`,
        );
        if (status !== 200) throw new Error(text);
        return body.id;
      },
      stateOf: async (roleId) => {
        const state = await ring.value(
          `SELECT CASE WHEN NOT EXISTS (SELECT FROM role WHERE id = $1) THEN 'GONE'
             WHEN EXISTS (SELECT FROM console_user_role WHERE role_id = $1) THEN 'GIVEN' ELSE 'FREE' END AS it`,
          [roleId],
        );
        // A thousand roles of one person would slow every change of theirs.
        await pool.query('DELETE FROM console_user_role WHERE role_id = $1', [roleId]);
        return state;
      },
    },
  ];
}
