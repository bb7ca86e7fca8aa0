import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/**
 * Claims a contact for whatever is giving it to an account; false where another is on its way with it. The claim of an opening
 * outlives the last moment at which the ledger would still open the account, so that nobody finds the contact free in between.
 */
export async function claimContact(
  tx: Tx,
  contact: string,
  token: string,
  seconds: number,
): Promise<boolean> {
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
  const row = await tx
    .insertInto('contact_claim')
    .values({ contact, token, until })
    .onConflict((conflict) =>
      conflict
        .column('contact')
        .doUpdateSet({ token, until })
        .where('contact_claim.until', '<', sql<Date>`clock_timestamp()`),
    )
    .returning('contact')
    .executeTakeFirst();
  return row !== undefined;
}

export async function releaseContact(tx: Tx, contact: string, token: string): Promise<void> {
  await tx.deleteFrom('contact_claim').where('contact', '=', contact).where('token', '=', token).execute();
}
