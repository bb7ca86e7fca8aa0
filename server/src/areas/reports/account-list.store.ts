import type { Select } from '../../db/copy.ts';

/** Customers' accounts with what is on them. */
export function accountListSelect(
  {
    accountType,
    search,
    direction,
  }: {
    accountType?: string | undefined;
    /** The beginning of an account id. */
    search?: string | undefined;
    direction: 'asc' | 'desc';
  },
  words: Readonly<Record<'MOBILE' | 'DESKTOP' | 'WEB', string>>,
): Select {
  const balance = (
    assetId: string,
    currency: string,
  ) => `csv_amount(coalesce((SELECT b.balance_minor FROM balance b
        WHERE b.account_id = c.account_id AND b.asset_id = '${assetId}'), 0), '${currency}')`;
  return {
    text: `SELECT CASE c.account_type WHEN 'MOBILE' THEN $1::text WHEN 'DESKTOP' THEN $2::text ELSE $3::text END,
        csv_text(coalesce(c.organization_name, c.full_name)), c.account_id,
        ${balance('khr#nbc', 'KHR')}, ${balance('usd#nbc', 'USD')}
      FROM customer c
      WHERE ($4::text IS NULL OR c.account_type = $4::text) AND ($5::text IS NULL OR starts_with(c.account_id, $5::text))
      ORDER BY c.account_id ${direction === 'desc' ? 'DESC' : 'ASC'}`,
    values: [words.MOBILE, words.DESKTOP, words.WEB, accountType ?? null, search?.toLowerCase() ?? null],
  };
}
