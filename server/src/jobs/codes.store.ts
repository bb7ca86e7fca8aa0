import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';

/** What a code proves something about: a request of some kind. */
export interface CodeSubject {
  readonly kind: string;
  readonly id: string;
}

export interface CodeRow {
  readonly tries: number;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
  readonly issuedSecondsAgo: number;
}

const expiresIn = (minutes: number) => sql<Date>`clock_timestamp() + make_interval(mins => ${minutes}::int)`;

export async function insertCode(
  tx: Tx,
  { kind, id }: CodeSubject,
  hmac: Buffer,
  minutes: number,
): Promise<void> {
  await tx
    .insertInto('one_time_code')
    .values({ kind, subject_id: id, code_hmac: hmac, expires: expiresIn(minutes) })
    .execute();
}

/** Another code for the same thing, unless the last is too young or the tries are spent; the tries stay. */
export async function replaceCode(
  tx: Tx,
  { kind, id }: CodeSubject,
  hmac: Buffer,
  { minutes, triesMax, pauseSeconds }: { minutes: number; triesMax: number; pauseSeconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('one_time_code')
    .set({ code_hmac: hmac, issued: sql<Date>`clock_timestamp()`, expires: expiresIn(minutes) })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('used', 'is', null)
    .where('tries', '<', triesMax)
    .where('issued', '<=', sql<Date>`clock_timestamp() - make_interval(secs => ${pauseSeconds}::int)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Judges one guess and counts it, by one statement: of many guesses at once no two can use up the same try. Undefined where
 * nothing was compared, because there is no code, or it is old, used, or guessed at too often.
 */
export async function guessCode(
  tx: Tx,
  { kind, id }: CodeSubject,
  hmac: Buffer,
  triesMax: number,
): Promise<{ isRight: boolean; tries: number } | undefined> {
  const { rows } = await sql<{ isRight: boolean; tries: number }>`
    UPDATE one_time_code SET tries = tries + 1,
      used = CASE WHEN code_hmac = ${hmac} THEN clock_timestamp() END
    WHERE kind = ${kind} AND subject_id = ${id} AND used IS NULL AND tries < ${triesMax}
      AND expires > clock_timestamp()
    RETURNING used IS NOT NULL AS "isRight", tries`.execute(tx);
  return rows[0];
}

export const codeRow = (tx: Tx, { kind, id }: CodeSubject): Promise<CodeRow | undefined> =>
  tx
    .selectFrom('one_time_code')
    .select([
      'tries',
      sql<boolean>`used IS NOT NULL`.as('isUsed'),
      sql<boolean>`expires <= clock_timestamp()`.as('isExpired'),
      sql<number>`extract(epoch FROM clock_timestamp() - issued)::float8`.as('issuedSecondsAgo'),
    ])
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst();
