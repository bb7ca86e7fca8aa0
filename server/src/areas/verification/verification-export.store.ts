import type { Select } from '../../db/copy.ts';
import type { CustomerType } from '../../db/tables/customers.ts';

export type RequestsExport = {
  accountType: CustomerType;
  statuses: readonly ('PENDING' | 'REJECTED')[];
  /** As `searchTermsOf` writes it. */
  search: string | undefined;
};

/** The requests of a list as it shows them, in its order; a secondary contact is a person's alone. */
export function requestsExportSelect(
  { accountType, statuses, search }: RequestsExport,
  direction: 'asc' | 'desc',
): Select {
  const order = direction === 'desc' ? 'DESC' : 'ASC';
  const name = accountType === 'MOBILE' ? 'c.full_name' : 'c.organization_name';
  const secondary = accountType === 'MOBILE' ? 'csv_contact(c.secondary_contact), ' : '';
  return {
    text: `SELECT csv_text(${name}), v.account_id, csv_contact(c.primary_contact), ${secondary}csv_text(c.address),
        csv_time(c.registered_at), csv_time(v.requested_at), csv_text(v.reason)
      FROM verification_request v JOIN customer c ON c.account_id = v.account_id
      WHERE v.account_type = $1::text AND v.status = ANY ($2::text[])
        AND ($3::text IS NULL OR c.search_words @@ lower($3::text COLLATE "default")::tsquery)
      ORDER BY v.requested_at ${order}, v.id ${order}`,
    values: [accountType, statuses, search ?? null],
  };
}
