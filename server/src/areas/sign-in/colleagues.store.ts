import { permissionsOf } from '@tonle/contract/pages';
import type { Permission } from '@tonle/contract/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** Somebody of the bank who can sign in, and what they may do. */
export interface Colleague {
  readonly userId: bigint;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** Everybody who can sign in at this moment. */
export async function colleagues(tx: Tx): Promise<Colleague[]> {
  const rows = await tx
    .selectFrom('console_user as u')
    .select([
      'u.id as userId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      sql<string[]>`ARRAY(SELECT authority::text FROM console_user_authority a WHERE a.user_id = u.id)`.as(
        'authorities',
      ),
      sql<string[]>`ARRAY(SELECT DISTINCT p.permission FROM console_user_role r
        JOIN role_permission p ON p.role_id = r.role_id WHERE r.user_id = u.id)`.as('rolePermissions'),
    ])
    .where('u.blocked', '=', false)
    .where('u.activated', '=', true)
    .orderBy('u.id')
    .execute();
  return rows.map(({ authorities, rolePermissions, ...it }) => ({
    ...it,
    permissions: new Set(permissionsOf(authorities, rolePermissions)),
  }));
}
