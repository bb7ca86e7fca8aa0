import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { type Person, personColumns } from '../sign-in/sign-in.public.ts';

export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly filter?: string | undefined;
  readonly sort: {
    readonly field: 'login' | 'fullName' | 'email' | 'changed';
    readonly direction: 'asc' | 'desc';
  };
}

const order = {
  login: sql`u.login`,
  fullName: sql`lower(u.first_name || ' ' || u.last_name) COLLATE "km-x-icu"`,
  email: sql`lower(u.email)`,
  changed: sql`u.changed`,
};
const directions = { asc: sql`ASC`, desc: sql`DESC NULLS LAST` };

/** A bank has some hundreds of them, so the text is looked for in each. */
export async function listPeople(
  tx: Tx,
  { page, size, filter, sort }: Paging,
): Promise<{ rows: Person[]; total: number }> {
  const matches = sql<boolean>`(${filter ?? null}::text IS NULL OR strpos(
    lower(u.login || ' ' || u.first_name || ' ' || u.last_name || ' ' || coalesce(u.email, '')),
    lower(${filter ?? ''}::text)) > 0)`;
  const { rows } = await sql<Person>`SELECT ${personColumns} FROM console_user u WHERE ${matches}
    ORDER BY ${order[sort.field]} ${directions[sort.direction]}, u.id LIMIT ${size} OFFSET ${page * size}`.execute(
    tx,
  );
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM console_user u WHERE ${matches}`.execute(tx);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** The roles that somebody holds, with what they give. */
export async function rolesHeldBy(
  tx: Tx,
  userId: bigint,
): Promise<{ name: string; permissions: string[] }[]> {
  const { rows } = await sql<{ name: string; permissions: string[] }>`
    SELECT r.name, ARRAY(SELECT p.permission FROM role_permission p WHERE p.role_id = r.id ORDER BY 1) AS permissions
    FROM console_user_role ur JOIN role r ON r.id = ur.role_id
    WHERE ur.user_id = ${userId} ORDER BY lower(r.name)`.execute(tx);
  return rows;
}

export async function roleNames(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM role ORDER BY lower(name) LIMIT 2000`.execute(
    tx,
  );
  return rows.map((it) => it.name);
}
