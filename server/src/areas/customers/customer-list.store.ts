import type { AccountStanding } from '@tonle/contract/customer-columns';
import { freeTextCountMax } from '@tonle/contract/paging';
import { phonePrefixOf } from '@tonle/contract/phone';
import type { Select } from '../../db/copy.ts';
import type { CustomerType, KycStatus } from '../../db/tables/customers.ts';
import { rawTx, type Tx } from '../../db/tx.ts';

export type SortField = 'fullName' | 'organizationName' | 'accountId' | 'primaryContact' | 'createdTime';
export type CustomersWanted = {
  accountType?: CustomerType | undefined;
  kycStatus?: KycStatus | undefined;
  search?: string | undefined;
};
export type CustomersPage = {
  sort: { field: SortField; direction: 'asc' | 'desc' };
  offset: number;
  limit: number;
  /** True where it is read from the end; the rows come in that order too. */
  isReversed?: boolean;
};

/** Names stand as a Khmer dictionary has them; each of these orders has its index. */
const orders: Readonly<Record<SortField, string>> = {
  fullName: 'c.full_name COLLATE "km-x-icu"',
  organizationName: 'c.organization_name COLLATE "km-x-icu"',
  accountId: 'c.account_id',
  primaryContact: 'c.primary_contact',
  createdTime: 'c.registered_at',
};

/** A word's beginning as a search term: quoted, so that whatever was typed is only itself. */
const beginning = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`;

/** All words begin so, in whichever order; or it is the beginning of a phone number, however it was typed. */
export function searchTermsOf(search: string): string {
  const words = search.split(/\s+/).map(beginning).join(' & ');
  const phone = phonePrefixOf(search);
  return phone === undefined ? words : `(${words}) | ${beginning(phone)}`;
}

function conditionOf({ accountType, kycStatus, search }: CustomersWanted) {
  const values: string[] = [];
  const conditions = ['true'];
  if (accountType !== undefined) conditions.push(`c.account_type = $${values.push(accountType)}`);
  if (kycStatus !== undefined) conditions.push(`c.kyc_status = $${values.push(kycStatus)}`);
  if (search !== undefined) {
    const terms = `$${values.push(searchTermsOf(search))}`;
    conditions.push(`c.search_words @@ lower(${terms} COLLATE "default")::tsquery`);
  }
  return { where: conditions.join(' AND '), values };
}

/** How many there are: all of them, or with a search so many at most and whether there are more. */
export async function countCustomers(
  tx: Tx,
  wanted: CustomersWanted,
): Promise<{ total: number; totalMore: boolean }> {
  const { where, values } = conditionOf(wanted);
  const max = wanted.search === undefined ? Number.POSITIVE_INFINITY : freeTextCountMax;
  const limit = wanted.search === undefined ? '' : `LIMIT ${freeTextCountMax + 1}`;
  const { rows } = await rawTx(tx).query<{ total: string }>(
    `SELECT count(*)::text AS total FROM (SELECT FROM customer c WHERE ${where} ${limit}) AS found`,
    values,
  );
  const counted = Number(rows[0]?.total ?? 0);
  return { total: Math.min(counted, max), totalMore: counted > max };
}

export type ListedCustomer = {
  account_id: string;
  account_type: CustomerType;
  full_name: string | null;
  first_name_khmer: string | null;
  last_name_khmer: string | null;
  organization_name: string | null;
  organization_name_khmer: string | null;
  primary_contact: string;
  secondary_contact: string | null;
  address: string | null;
  registered_at: Date;
  kyc_status: KycStatus;
  status: 'ACTIVATED' | 'DEACTIVATED' | 'DELETED';
  frozen: boolean;
};

type Sort = CustomersPage['sort'];
/** Of the same moment the ids go forward either way, as the index has them. */
const orderOf = ({ field, direction }: Sort, isReversed = false): string => {
  const ways = isReversed ? (['DESC', 'ASC'] as const) : (['ASC', 'DESC'] as const);
  const way = ways[direction === 'asc' ? 0 : 1];
  return `${orders[field]} ${way}, c.account_id ${field === 'createdTime' ? ways[0] : way}`;
};

/** The words of an export: of each KYC status, and of how an account stands. */
export type CustomerWords = { kyc: Record<KycStatus, string>; account: Record<AccountStanding, string> };

/** The whole list as its table shows it, each column as its cell reads. */
export function customersSelect(
  wanted: CustomersWanted,
  sort: Sort,
  { kyc, account }: CustomerWords,
): Select {
  const { where, values } = conditionOf(wanted);
  const isPerson = wanted.accountType === 'MOBILE';
  const names = isPerson
    ? [`csv_text(c.full_name)`, `csv_text(nullif(concat_ws(' ', c.last_name_khmer, c.first_name_khmer), ''))`]
    : ['csv_text(c.organization_name)', 'csv_text(c.organization_name_khmer)'];
  const word = (text: string) => `$${values.push(text)}::text`;
  const kycWord = `CASE c.kyc_status WHEN 'FULL_KYC' THEN ${word(kyc.FULL_KYC)} ELSE ${word(kyc.PARTIAL_KYC)} END`;
  const standing = `CASE WHEN s.status = 'DELETED' THEN ${word(account.DELETED)}
    WHEN s.status = 'DEACTIVATED' THEN ${word(account.DEACTIVATED)}
    WHEN s.frozen THEN ${word(account.frozen)} ELSE ${word(account.ACTIVATED)} END`;
  const columns = [
    ...names,
    'c.account_id',
    'csv_contact(c.primary_contact)',
    ...(isPerson ? ['csv_contact(c.secondary_contact)'] : []),
    'csv_text(c.address)',
    'csv_time(c.registered_at)',
    kycWord,
    standing,
  ];
  const text = `SELECT ${columns.join(', ')} FROM customer c JOIN account_state s ON s.account_id = c.account_id
    WHERE ${where} ORDER BY ${orderOf(sort)}`;
  return { text, values };
}

/** One page of customers, with how their accounts stand. */
export async function listCustomers(
  tx: Tx,
  wanted: CustomersWanted,
  { sort, offset, limit, isReversed = false }: CustomersPage,
): Promise<ListedCustomer[]> {
  const { where, values } = conditionOf(wanted);
  const order = orderOf(sort, isReversed);
  const { rows } = await rawTx(tx).query<ListedCustomer>(
    `SELECT c.account_id, c.account_type, c.full_name, c.first_name_khmer, c.last_name_khmer, c.organization_name,
       c.organization_name_khmer, c.primary_contact, c.secondary_contact, c.address, c.registered_at, c.kyc_status,
       s.status, s.frozen
     FROM (SELECT * FROM customer c WHERE ${where} ORDER BY ${order}
       OFFSET $${values.length + 1} LIMIT $${values.length + 2}) AS c
     JOIN account_state s ON s.account_id = c.account_id
     ORDER BY ${order}`,
    [...values, offset, limit],
  );
  return rows;
}

export type AccountWithBalances = Pick<
  ListedCustomer,
  'account_id' | 'account_type' | 'full_name' | 'organization_name'
> & { khr_minor: bigint; usd_minor: bigint };

/** One page of accounts by their ids, with their balances. */
export async function listAccounts(
  tx: Tx,
  wanted: CustomersWanted,
  { direction, offset, limit }: { direction: 'asc' | 'desc'; offset: number; limit: number },
): Promise<AccountWithBalances[]> {
  const { where, values } = conditionOf(wanted);
  const order = `c.account_id ${direction === 'asc' ? 'ASC' : 'DESC'}`;
  const { rows } = await rawTx(tx).query<AccountWithBalances>(
    `SELECT c.account_id, c.account_type, c.full_name, c.organization_name, k.balance_minor AS khr_minor,
       u.balance_minor AS usd_minor
     FROM (SELECT * FROM customer c WHERE ${where} ORDER BY ${order}
       OFFSET $${values.length + 1} LIMIT $${values.length + 2}) AS c
     JOIN balance k ON k.account_id = c.account_id AND k.asset_id = 'khr#nbc'
     JOIN balance u ON u.account_id = c.account_id AND u.asset_id = 'usd#nbc'
     ORDER BY ${order}`,
    [...values, offset, limit],
  );
  return rows;
}
