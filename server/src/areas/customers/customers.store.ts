import { type Insertable, type Selectable, sql } from 'kysely';
import type { CustomersTables, CustomerType } from '../../db/tables/customers.ts';
import type { Tx } from '../../db/tx.ts';

/** What other areas need to know of whoever holds an account. */
export type CustomerCard = {
  accountId: string;
  accountType: CustomerType;
  /** A person's full name, an organisation's name. */
  name: string;
  primaryContact: string;
};

const cards = (tx: Tx) =>
  tx
    .selectFrom('customer')
    .select([
      'customer.account_id as accountId',
      'account_type as accountType',
      'primary_contact as primaryContact',
      sql<string>`CASE account_type WHEN 'MOBILE' THEN full_name ELSE organization_name END`.as('name'),
    ]);

export const customerOf = (tx: Tx, accountId: string): Promise<CustomerCard | undefined> =>
  cards(tx).where('account_id', '=', accountId).executeTakeFirst();

/**
 * The account that a contact is the primary one of. Of several, the one that may be in use: an account that is not deleted,
 * a person's before an organisation's, the newest.
 */
export const customerOfContact = (
  tx: Tx,
  contact: string,
  accountType?: CustomerType,
): Promise<CustomerCard | undefined> =>
  cards(tx)
    .where('primary_contact', '=', contact)
    .$if(accountType !== undefined, (query) => query.where('account_type', '=', accountType as CustomerType))
    .orderBy(
      sql`EXISTS (SELECT FROM account_state s WHERE s.account_id = customer.account_id AND s.status = 'DELETED')`,
    )
    .orderBy(sql`account_type <> 'MOBILE'`)
    .orderBy('registered_at', 'desc')
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();

export type Customer = Selectable<CustomersTables['customer']>;

/** All that is known of whoever holds an account; `lock` keeps it as it is until the transaction ends. */
export function customerRow(
  tx: Tx,
  accountId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Customer | undefined> {
  const row = tx.selectFrom('customer').selectAll().where('account_id', '=', accountId);
  return (lock ? row.forNoKeyUpdate() : row).executeTakeFirst();
}

/** Whether an account of this kind, not deleted, has this primary contact. */
export async function isContactInUse(tx: Tx, contact: string, accountType: CustomerType): Promise<boolean> {
  const row = await tx
    .selectFrom('customer')
    .select('account_id')
    .where('primary_contact', '=', contact)
    .where('account_type', '=', accountType)
    .where(
      sql<boolean>`EXISTS (SELECT FROM account_state s WHERE s.account_id = customer.account_id AND s.status <> 'DELETED')`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** For the ledger: a customer entered in the batch that opens the account, or not at all. */
export const customerAttachmentTables = {
  customer: {
    table: 'customer',
    columns: [
      { name: 'account_id', pgType: 'text' },
      { name: 'account_type', pgType: 'text' },
      { name: 'first_name', pgType: 'text' },
      { name: 'last_name', pgType: 'text' },
      { name: 'organization_name', pgType: 'text' },
      { name: 'primary_contact', pgType: 'text' },
      { name: 'secondary_contact', pgType: 'text' },
      { name: 'address', pgType: 'text' },
      { name: 'kyc_status', pgType: 'text' },
      { name: 'registered_at', pgType: 'timestamptz', from: 'created' },
    ],
  },
} as const;

export type NewCustomer = Insertable<CustomersTables['customer']>;

/** Enters account holders. The accounts themselves are opened in the ledger. */
export async function addCustomers(tx: Tx, customers: readonly NewCustomer[]): Promise<void> {
  if (customers.length > 0) await tx.insertInto('customer').values(customers).execute();
}

/** Puts accounts into a branch, or with null into none. */
export async function moveToBranch(
  tx: Tx,
  accountIds: readonly string[],
  branchId: number | null,
): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ branch_id: branchId })
    .where('account_id', 'in', accountIds)
    .execute();
}
