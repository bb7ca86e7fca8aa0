import type { ProfileField } from '@tonle/contract/customers';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { type Customer, customerRow } from './customers.store.ts';

/** A field as people name it -> its column. */
export const profileColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  firstNameKhmer: 'first_name_khmer',
  lastNameKhmer: 'last_name_khmer',
  organizationName: 'organization_name',
  organizationNameKhmer: 'organization_name_khmer',
  primaryContact: 'primary_contact',
  secondaryContact: 'secondary_contact',
  address: 'address',
  birthday: 'birthday',
  sex: 'sex',
  nationality: 'nationality',
  documentId: 'document_id',
  kycStatus: 'kyc_status',
  photoUuid: 'photo_id',
  identityUuid: 'identity_id',
} as const satisfies Record<ProfileField, keyof Customer>;

const fields = Object.keys(profileColumns) as ProfileField[];

export type ProfileValues = Readonly<Partial<Record<ProfileField, string | null>>>;

/** What a customer is now, in these fields. */
export const profileOf = (customer: Customer, named: readonly ProfileField[]): ProfileValues =>
  Object.fromEntries(named.map((it) => [it, customer[profileColumns[it]]]));

/**
 * Changes fields of a customer and keeps the history of it. The row is locked first; fields that already say the same are left
 * alone. Gives what was and what is of those that changed, for the audit entry, which the caller writes.
 */
export async function changeProfile(
  tx: Tx,
  accountId: string,
  wanted: ProfileValues,
  of: { changedBy: string; remarks?: string | null },
): Promise<{ old: ProfileValues; new: ProfileValues } | undefined> {
  const customer = await customerRow(tx, accountId, { lock: true });
  if (customer === undefined) return undefined;
  const changed = fields.filter(
    (it) => wanted[it] !== undefined && wanted[it] !== customer[profileColumns[it]],
  );
  const old = profileOf(customer, changed);
  const next: ProfileValues = Object.fromEntries(changed.map((it) => [it, wanted[it] ?? null]));
  if (changed.length === 0) return { old, new: next };
  await tx
    .updateTable('customer')
    .set({
      ...Object.fromEntries(changed.map((it) => [profileColumns[it], next[it] ?? null])),
      updated_at: sql`clock_timestamp()`,
    })
    .where('account_id', '=', accountId)
    .execute();
  await tx
    .insertInto('profile_change')
    .values(
      changed.map((it) => ({
        account_id: accountId,
        field_name: it,
        old_value: old[it] ?? null,
        current_value: next[it] ?? null,
        changed_by: of.changedBy,
        remarks: of.remarks ?? null,
      })),
    )
    .execute();
  return { old, new: next };
}

export type HistoryPage = { offset: number; limit: number; direction: 'asc' | 'desc' };

export async function profileChangesOf(tx: Tx, accountId: string, page: HistoryPage) {
  const of = tx.selectFrom('profile_change').where('account_id', '=', accountId);
  const { total } = await of.select(sql<string>`count(*)::text`.as('total')).executeTakeFirstOrThrow();
  const rows = await of
    .selectAll()
    .orderBy('id', page.direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return { rows, total: Number(total) };
}

/** The checks of a face that came with requests for verification. */
export async function identityChecksOf(tx: Tx, accountId: string, page: HistoryPage) {
  const of = tx
    .selectFrom('verification_request')
    .where('account_id', '=', accountId)
    .where('identity_check', 'is not', null);
  const { total } = await of.select(sql<string>`count(*)::text`.as('total')).executeTakeFirstOrThrow();
  const rows = await of
    .select(['id', 'identity_check', 'requested_by', 'requested_at'])
    .orderBy('id', page.direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return { rows, total: Number(total) };
}
