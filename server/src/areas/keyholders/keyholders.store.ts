import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** "keys" as a number: one submission at a time decides who the keyholders are. */
const CEREMONY_LOCK = 0x6b657973;

export interface CeremonyShare {
  readonly userId: bigint;
  readonly position: number;
  readonly salt: Buffer;
  readonly verifier: Buffer | null;
  readonly wrappedShare: Buffer | null;
  readonly submittedAt: Date | null;
  readonly backupKey: Buffer;
  readonly backupSalt: Buffer;
}

export interface Ceremony {
  readonly id: bigint;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly publicKey: Buffer | null;
  readonly shares: readonly CeremonyShare[];
}

/** The latest ceremony with its shares in keyholder order; undefined before there was one. */
export async function latestCeremony(tx: Tx): Promise<Ceremony | undefined> {
  const ceremony = await tx
    .selectFrom('keyholder_ceremony')
    .select(['id', 'account_id as accountId', 'key_id as keyId', 'public_key as publicKey'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (ceremony === undefined) return undefined;
  const shares = await tx
    .selectFrom('keyholder_share')
    .select([
      'user_id as userId',
      'position',
      'salt',
      'verifier',
      'wrapped_share as wrappedShare',
      'submitted_at as submittedAt',
      'backup_key as backupKey',
      'backup_salt as backupSalt',
    ])
    .where('ceremony_id', '=', ceremony.id)
    .orderBy('position')
    .execute();
  return { ...ceremony, shares };
}

/** Held until the transaction ends: nobody else begins a ceremony meanwhile. */
export async function lockCeremonies(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${CEREMONY_LOCK}::bigint)`.execute(tx);
}

export type NewShare = Pick<CeremonyShare, 'userId' | 'salt' | 'backupKey' | 'backupSalt'>;

export async function insertCeremony(
  tx: Tx,
  accountId: string,
  shares: readonly NewShare[],
): Promise<bigint> {
  const { id } = await tx
    .insertInto('keyholder_ceremony')
    .values({ account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = shares.map(({ userId, salt, backupKey, backupSalt }, index) => ({
    ceremony_id: id,
    user_id: userId,
    position: index + 1,
    salt,
    backup_key: backupKey,
    backup_salt: backupSalt,
  }));
  await tx.insertInto('keyholder_share').values(rows).execute();
  return id;
}

/** Keeps a share, sealed; with its verifier where it is the first. False where that keyholder's share is there. */
export async function saveShare(
  tx: Tx,
  ceremonyId: bigint,
  userId: bigint,
  share: { verifier: Buffer; wrappedShare: Buffer; submittedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('keyholder_share')
    .set({ verifier: share.verifier, wrapped_share: share.wrappedShare, submitted_at: share.submittedAt })
    .where('ceremony_id', '=', ceremonyId)
    .where('user_id', '=', userId)
    .where('wrapped_share', 'is', null)
    // The one that is known never changes: a wrong secret would make another key.
    .where((where) => where.or([where('verifier', 'is', null), where('verifier', '=', share.verifier)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Notes the key that the ceremony made; false where that is known. */
export async function noteKey(
  tx: Tx,
  ceremonyId: bigint,
  key: { keyId: string; publicKey: Buffer; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('keyholder_ceremony')
    .set({ key_id: key.keyId, public_key: key.publicKey, completed_at: key.at })
    .where('id', '=', ceremonyId)
    .where('key_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The key is there: what it is made from is no longer needed. Answers how many shares there still were. */
export async function eraseShares(tx: Tx, ceremonyId: bigint, userIds?: readonly bigint[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('keyholder_share')
    .set({ wrapped_share: null })
    .where('ceremony_id', '=', ceremonyId)
    .where('wrapped_share', 'is not', null)
    .$if(userIds !== undefined, (query) => query.where('user_id', 'in', userIds ?? []))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface Person {
  readonly userId: bigint;
  readonly username: string;
  readonly fullName: string;
}

const personColumns = sql<Person>`u.id AS "userId", u.login AS username,
  u.first_name || ' ' || u.last_name AS "fullName"`;

/** Who would be a keyholder if the ceremony began now: everyone who may register and is not blocked, oldest first. */
export async function eligiblePeople(
  tx: Tx,
  right: { permission: string; authorities: readonly string[] },
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT ${personColumns} FROM console_user u
    WHERE u.activated AND NOT u.blocked AND (
      EXISTS (SELECT FROM console_user_authority a
        WHERE a.user_id = u.id AND a.authority = ANY(${right.authorities}::text[]))
      OR EXISTS (SELECT FROM console_user_role ur JOIN role_permission p ON p.role_id = ur.role_id
        WHERE ur.user_id = u.id AND p.permission = ${right.permission}))
    ORDER BY u.id LIMIT 1000`.execute(tx);
  return rows;
}

export async function peopleOf(tx: Tx, userIds: readonly bigint[]): Promise<Map<bigint, Person>> {
  const { rows } = await sql<Person>`
    SELECT ${personColumns} FROM console_user u WHERE u.id = ANY(${userIds}::bigint[])`.execute(tx);
  return new Map(rows.map((it) => [it.userId, it]));
}

/** Counts a try of this person's secret and answers how many there are in its window. */
export async function countTry(
  tx: Tx,
  userId: bigint,
  windowMinutes: number,
): Promise<{ tries: number; secondsLeft: number }> {
  const { rows } = await sql<{ tries: number; secondsLeft: number }>`
    INSERT INTO keyholder_try AS t (user_id, tries, window_ends)
    VALUES (${userId}, 1, now() + make_interval(mins => ${windowMinutes}))
    ON CONFLICT (user_id) DO UPDATE SET
      tries = CASE WHEN t.window_ends <= now() THEN 1 ELSE t.tries + 1 END,
      window_ends = CASE WHEN t.window_ends <= now() THEN excluded.window_ends ELSE t.window_ends END
    RETURNING tries, greatest(1, ceil(extract(epoch FROM window_ends - now())))::int AS "secondsLeft"`.execute(
    tx,
  );
  return rows[0] ?? { tries: 0, secondsLeft: 1 };
}
