import { type PageOf, searchLengthMin } from '@tonle/contract/paging';
import type { Permission } from '@tonle/contract/permissions';
import { addDays, dayOf, lookBackFrom } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import type { BusinessStatus, TransactionStatus } from '@tonle/contract/transaction-states';
import type { directions, TransactionDetail, TransactionRow } from '@tonle/contract/transactions';
import { statesMatching, type TransactionType } from '@tonle/ledger';
import { assetOf, type Currency } from '@tonle/money';
import { type Db, inTransaction } from '../../db/tx.ts';
import { decisionDeliveryOf } from '../network/network.public.ts';
import { readCursor } from './cursor.ts';
import { readPage } from './transaction-page.ts';
import type { ListName, Position, TransactionQuery } from './transaction-query.ts';
import { eventsOf, findByIdentifier, type StoredTransaction } from './transaction-rows.store.ts';
import { detailOf } from './transaction-view.ts';

/** What the calls of all lists ask for, once parsed. */
export type ListRequest = {
  page: number;
  size: number;
  sort: { direction: 'asc' | 'desc' };
  cursor?: string;
  search?: string;
  filter?: string;
  fromDate?: string;
  toDate?: string;
  fromDatetime?: string;
  toDatetime?: string;
  currencies?: Currency[];
  status?: TransactionStatus[];
  businessStatus?: BusinessStatus[];
  type?: (TransactionType | 'ALL')[];
  accountId?: string;
  /** The account on the receiving side. */
  destinationAccountId?: string;
  directions?: (typeof directions)[number][];
};

export type ListDeps = { db: Db; now: Date; lookBackDays: number };

/** Nothing is older than this; earlier days mean the same and no database calendar need know them. */
const firstDay = '1970-01-01';

export async function listTransactions(
  { db, now, lookBackDays }: ListDeps,
  list: ListName,
  request: ListRequest,
): Promise<PageOf<TransactionRow>> {
  const query = queryOf(list, request, dayOf(now), lookBackDays);
  // No transaction is in both lists: the main account never pays itself.
  if (request.directions !== undefined && !(request.directions as ListName[]).includes(list)) {
    return { rows: [], total: 0, hasNext: false, hasPrevious: false };
  }
  // One snapshot, so that rows, totals and sums tell of the same moment.
  return inTransaction(db, (tx) => readPage(tx, query), { readOnly: true, isolation: 'repeatable read' });
}

export function queryOf(
  list: ListName,
  request: ListRequest,
  today: string,
  lookBackDays: number,
): TransactionQuery {
  const { window, days, instants } = windowOf(request, today, lookBackDays);
  const account = request.destinationAccountId ?? request.accountId;
  return {
    list,
    ...statesOf(request),
    days: window === 'given' ? days : { from: lookBackFrom(today, lookBackDays), to: today },
    instants,
    ...(account === undefined
      ? {}
      : {
          account: {
            accountId: account,
            side: request.destinationAccountId === undefined ? ('either' as const) : ('destination' as const),
          },
        }),
    ...searchOf(request),
    order: request.sort.direction,
    size: request.size,
    position: positionOf(request),
  };
}

function windowOf(request: ListRequest, today: string, lookBackDays: number) {
  const days = {
    ...(request.fromDate === undefined ? {} : { from: laterDay(request.fromDate, firstDay) }),
    ...(request.toDate === undefined ? {} : { to: laterDay(request.toDate, firstDay) }),
  };
  const instants = {
    ...(request.fromDatetime === undefined ? {} : { from: instantOf(request.fromDatetime, 'up') }),
    ...(request.toDatetime === undefined ? {} : { to: instantOf(request.toDatetime, 'down') }),
  };
  const reversed =
    (days.from !== undefined && days.to !== undefined && days.from > days.to) ||
    (instants.from !== undefined && instants.to !== undefined && instants.from > instants.to);
  if (reversed) refuseField(days.to === undefined ? 'toDatetime' : 'toDate', 'day.range-reversed');
  const isGiven = Object.keys(days).length + Object.keys(instants).length > 0;
  return { window: isGiven ? 'given' : `last ${lookBackDays} days to ${today}`, days, instants };
}

const laterDay = (a: string, b: string): string => (a > b ? a : b);

/** An instant to the millisecond, which is how finely the book keeps time; rounded into the window. */
function instantOf(text: string, rounding: 'up' | 'down'): Date {
  const isFiner = /\.\d{3}\d*[1-9]/.test(text);
  const at = new Date(text).getTime() + (isFiner && rounding === 'up' ? 1 : 0);
  return new Date(Math.max(at, Date.parse(`${addDays(firstDay, -1)}T00:00:00Z`)));
}

function statesOf(request: ListRequest): Pick<TransactionQuery, 'states' | 'isTyped'> {
  const types = request.type?.filter((it): it is TransactionType => it !== 'ALL');
  if (!request.currencies && !request.status && !request.businessStatus && !types?.length) return {};
  return {
    isTyped: types !== undefined && types.length > 0,
    states: statesMatching({
      ...(request.currencies ? { assetIds: request.currencies.map(assetOf) } : {}),
      ...(request.status ? { statuses: request.status } : {}),
      ...(request.businessStatus ? { businessStatuses: request.businessStatus } : {}),
      ...(types?.length ? { types } : {}),
    }),
  };
}

/** A list's `filter`, which every list has, means its search. */
function searchOf(request: ListRequest): { search?: string } {
  const search = request.search ?? request.filter;
  if (search === undefined || search === '') return {};
  if ([...search].length < searchLengthMin) {
    refuseField(request.search === undefined ? 'filter' : 'search', 'search.too-short');
  }
  return { search };
}

function positionOf(request: ListRequest): Position {
  if (request.cursor === undefined) return { kind: 'page', page: request.page };
  return readCursor(request.cursor) ?? refuseField('cursor', 'field.invalid');
}

function refuseField(path: string, key: string): never {
  throw new Refusal('INVALID_REQUEST', {}, [{ path, key }]);
}

/** The lists whose transactions a permission opens; a detail opens to whoever may see one of its lists. */
const opens: readonly (readonly [Permission, 'incoming' | 'outgoing' | 'history'])[] = [
  ['transactions.incoming', 'incoming'],
  ['transactions.outgoing', 'outgoing'],
  ['transactions.history', 'history'],
  ['transactions.audit', 'history'],
  ['transactions.account-detail', 'history'],
];

/** A transaction whole. One that the caller has no list of is answered like one that is not there (decisions section 3). */
export async function readTransaction(
  db: Db,
  id: string,
  options: { sourceAccountId?: string; permissions: ReadonlySet<Permission>; onlyHistory?: boolean },
): Promise<TransactionDetail> {
  return inTransaction(
    db,
    async (tx) => {
      const found = await findByIdentifier(tx, id, options.sourceAccountId);
      if (found === undefined || !maySee(found, options)) throw new Refusal('NOT_FOUND');
      return detailOf(found, await eventsOf(tx, found.seq), await decisionDeliveryOf(tx, found.hash));
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

const maySee = (
  it: StoredTransaction,
  { permissions, onlyHistory }: { permissions: ReadonlySet<Permission>; onlyHistory?: boolean },
): boolean =>
  opens.some(
    ([permission, list]) => permissions.has(permission) && it[list] && (!onlyHistory || list === 'history'),
  );
