import { sql } from 'kysely';
import type { CustomerType } from '../../db/tables/customers.ts';
import type { Tx } from '../../db/tx.ts';

/** Accounts of one kind do not share a contact (isContactInUse), so a claim is in the way of others of its kind alone. */
export interface ContactClaim {
  readonly contact: string;
  readonly accountType: CustomerType;
  readonly token: string;
}

/**
 * Claims a contact for whatever is giving it to an account; false where another is on its way with it. The claim of an opening
 * outlives the last moment at which the ledger would still open the account, so that nobody finds the contact free in between.
 */
export async function claimContact(
  tx: Tx,
  { contact, accountType, token }: ContactClaim,
  seconds: number,
): Promise<boolean> {
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
  const row = await tx
    .insertInto('contact_claim')
    .values({ contact, account_type: accountType, token, until })
    .onConflict((conflict) =>
      conflict
        .columns(['contact', 'account_type'])
        .doUpdateSet({ token, until })
        .where('contact_claim.until', '<', sql<Date>`clock_timestamp()`),
    )
    .returning('contact')
    .executeTakeFirst();
  return row !== undefined;
}

export async function releaseContact(tx: Tx, { contact, accountType, token }: ContactClaim): Promise<void> {
  await tx
    .deleteFrom('contact_claim')
    .where('contact', '=', contact)
    .where('account_type', '=', accountType)
    .where('token', '=', token)
    .execute();
}
