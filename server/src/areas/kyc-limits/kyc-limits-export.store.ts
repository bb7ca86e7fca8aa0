import type { Select } from '../../db/copy.ts';
import type { CustomerType, KycStatus } from '../../db/tables/customers.ts';
import type { LimitSort } from './kyc-limits.store.ts';

const orders: Readonly<Record<LimitSort['field'], string>> = {
  limitName: 'limit_name COLLATE "km-x-icu"',
  kycStatus: 'kyc_status',
  khrLimit: 'day_limit_khr_minor',
  usdLimit: 'day_limit_usd_minor',
  createdTime: 'created_at',
  updatedTime: 'updated_at',
};

/** The limits of a channel as their list shows them, in its order. */
export function limitsExportSelect(
  { accountType, filter, sort }: { accountType: CustomerType; filter?: string | undefined; sort: LimitSort },
  words: Readonly<Record<KycStatus, string>>,
): Select {
  const direction = sort.direction === 'desc' ? 'DESC' : 'ASC';
  return {
    text: `SELECT csv_text(limit_name), csv_amount(day_limit_khr_minor, 'KHR'), csv_amount(day_limit_usd_minor, 'USD'),
        CASE kyc_status WHEN 'FULL_KYC' THEN $1::text ELSE $2::text END, csv_text(description)
      FROM kyc_limit
      WHERE account_type = $3::text AND ($4::text IS NULL OR position(lower($4::text) IN lower(limit_name)) > 0)
      ORDER BY ${orders[sort.field]} ${direction}, id ${direction}`,
    values: [words.FULL_KYC, words.PARTIAL_KYC, accountType, filter ?? null],
  };
}
