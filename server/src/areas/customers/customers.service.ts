import { Readable } from 'node:stream';
import type {
  CustomerDetail,
  CustomerRow,
  IdentityCheck,
  ListedAccount,
  ProfileChange,
  ProfileField,
} from '@tonle/contract/customers';
import type { FileAnswer } from '@tonle/contract/endpoint';
import type { AccountDetails } from '@tonle/contract/main-account';
import type { PageOf } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import { formatAmount } from '@tonle/money';
import { fromNearerEnd } from '../../db/nearer-end.ts';
import type { CustomerType, ImageKind } from '../../db/tables/customers.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import {
  type Abroad,
  accountDetailsOf,
  isAbroad,
  lookUpAbroad,
  lookUpById,
} from '../main-account/main-account.public.ts';
import { imageOwnerOf } from './customer-detail.store.ts';
import { customerDetailOf } from './customer-detail.ts';
import {
  type AccountWithBalances,
  type CustomersWanted,
  countCustomers,
  type ListedCustomer,
  listAccounts,
  listCustomers,
  type SortField,
} from './customer-list.store.ts';
import { refuseShortSearch } from './customer-reports.ts';
import { customerOf } from './customers.store.ts';
import { pictures } from './images.store.ts';
import { type HistoryPage, identityChecksOf, profileChangesOf } from './profile.store.ts';
import { mayLookInto, maySee, type Permissions } from './seeing.ts';

type ListAsked = {
  page: number;
  size: number;
  filter?: string | undefined;
  sort: { field: SortField; direction: 'asc' | 'desc' };
  kyc?: CustomersWanted['kycStatus'];
};

/** Customers of one channel, a page of them. */
export function listOf(db: Db, accountType: CustomerType, asked: ListAsked): Promise<PageOf<CustomerRow>> {
  const { page, size, filter, sort, kyc } = asked;
  refuseShortSearch(filter);
  const wanted = { accountType, kycStatus: kyc, search: filter };
  return inTransaction(
    db,
    async (tx) => {
      const counted = await countCustomers(tx, wanted);
      const rows = await fromNearerEnd({ sort, offset: page * size, limit: size }, counted, (it) =>
        listCustomers(tx, wanted, it),
      );
      return { rows: rows.map(rowOf), ...counted };
    },
    { readOnly: true },
  );
}

const rowOf = (it: ListedCustomer): CustomerRow => ({
  id: it.account_id,
  accountId: it.account_id,
  accountType: it.account_type,
  fullName: it.full_name,
  fullNameKhmer:
    it.last_name_khmer === null || it.first_name_khmer === null
      ? null
      : `${it.last_name_khmer} ${it.first_name_khmer}`,
  organizationName: it.organization_name,
  organizationNameKhmer: it.organization_name_khmer,
  primaryContact: it.primary_contact,
  secondaryContact: it.secondary_contact,
  address: it.address,
  createdTime: it.registered_at.toISOString(),
  kycStatus: it.kyc_status,
  status: it.status,
  frozen: it.frozen,
});

type AccountsAsked = Omit<ListAsked, 'sort' | 'kyc'> & {
  sort: { direction: 'asc' | 'desc' };
  type?: CustomerType | undefined;
};

/** The accounts of all customers, with their balances. */
export function accountsOf(db: Db, asked: AccountsAsked): Promise<PageOf<ListedAccount>> {
  const { page, size, filter, sort, type } = asked;
  refuseShortSearch(filter);
  const wanted = { accountType: type, search: filter };
  const paging = { direction: sort.direction, offset: page * size, limit: size };
  return inTransaction(
    db,
    async (tx) => {
      const { total, totalMore } = await countCustomers(tx, wanted);
      const rows = paging.offset < total ? await listAccounts(tx, wanted, paging) : [];
      return { rows: rows.map(listedAccountOf), total, totalMore };
    },
    { readOnly: true },
  );
}

export const listedAccountOf = (it: AccountWithBalances): ListedAccount => ({
  accountId: it.account_id,
  accountType: it.account_type,
  fullName: it.full_name,
  organizationName: it.organization_name,
  balanceKhr: formatAmount(it.khr_minor, 'KHR'),
  balanceUsd: formatAmount(it.usd_minor, 'USD'),
});

export interface AccountDeps {
  readonly db: Db;
  readonly network: Abroad;
}

/** An account by its id, as much of it as the caller may see. */
export async function accountFor(
  { db, network }: AccountDeps,
  accountId: string,
  { permissions }: Session,
): Promise<CustomerDetail | AccountDetails> {
  const reading = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(db, work, { readOnly: true });
  const mayPay = permissions.has('main-account.transfer');
  const own = await reading(ownBank);
  if (isAbroad(own, accountId) && mayPay) return lookUpAbroad(network, own, accountId);
  return reading(async (tx) => {
    const customer = await customerOf(tx, accountId);
    if (customer !== undefined && maySee(permissions, customer.accountType)) {
      const detail = await customerDetailOf(tx, accountId);
      if (detail !== undefined) return detail;
    }
    if (permissions.has('transactions.account-detail')) return accountDetailsOf(tx, accountId);
    if (mayPay) return lookUpById(tx, accountId);
    throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  });
}

/** A picture of a customer; that somebody looked at it is kept (decisions section 11). */
export function viewImage(
  db: Db,
  kind: ImageKind,
  imageId: string,
  by: { session: Session; actor: Actor },
): Promise<FileAnswer> {
  return inTransaction(db, async (tx) => {
    const owner = await imageOwnerOf(tx, imageId);
    if (owner?.kind !== kind || !mayLookInto(by.session.permissions, owner.accountType)) {
      throw new Refusal('NOT_FOUND');
    }
    const picture = await pictures.get(tx, imageId);
    if (picture === undefined) throw new Refusal('NOT_FOUND');
    await audit(tx, {
      actor: by.actor,
      activity: 'IDENTITY_IMAGE_VIEWED',
      description: `Looked at ${kind === 'PHOTO' ? 'a photo' : 'an identity document'} of ${owner.accountId}`,
      subject: owner.accountId,
      new: { imageId, kind },
    });
    const { content, mediaType } = picture;
    return {
      content: Readable.from([content]),
      name: `${kind.toLowerCase()}-${imageId}.jpg`,
      type: mediaType,
      bytes: content.length,
    };
  });
}

type HistoryAsked = {
  page: number;
  size: number;
  sort: { direction: 'asc' | 'desc' };
};
const pageOf = ({ page, size, sort }: HistoryAsked): HistoryPage => ({
  offset: page * size,
  limit: size,
  direction: sort.direction,
});

/** What was changed of a customer. */
export async function listProfileChanges(
  tx: Tx,
  accountId: string,
  permissions: Permissions,
  asked: HistoryAsked,
): Promise<PageOf<ProfileChange>> {
  await judgeLook(tx, accountId, permissions);
  const { rows, total } = await profileChangesOf(tx, accountId, pageOf(asked));
  return {
    total,
    rows: rows.map((it) => ({
      id: String(it.id),
      fieldName: it.field_name as ProfileField,
      oldValue: it.old_value,
      currentValue: it.current_value,
      changedBy: it.changed_by,
      dateTime: it.changed_at.toISOString(),
      remarks: it.remarks,
    })),
  };
}

/** What apps found when they looked at a customer's face. */
export async function listIdentityChecks(
  tx: Tx,
  accountId: string,
  permissions: Permissions,
  asked: HistoryAsked,
): Promise<PageOf<IdentityCheck>> {
  await judgeLook(tx, accountId, permissions);
  const { rows, total } = await identityChecksOf(tx, accountId, pageOf(asked));
  return {
    total,
    rows: rows.flatMap(({ id, identity_check: check, requested_by, requested_at }) =>
      check === null
        ? []
        : [{ ...check, id: String(id), changedBy: requested_by, dateTime: requested_at.toISOString() }],
    ),
  };
}

async function judgeLook(tx: Tx, accountId: string, permissions: Permissions): Promise<void> {
  const customer = await customerOf(tx, accountId);
  if (customer === undefined || !mayLookInto(permissions, customer.accountType)) {
    throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  }
}
