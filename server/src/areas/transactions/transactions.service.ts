import { type PageOf, searchLengthMin } from '@tonle/contract/paging';
import type { Permission } from '@tonle/contract/permissions';
import { addDays, dayOf, lookBackFrom } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import type { BusinessStatus, TransactionStatus } from '@tonle/contract/transaction-states';
import type {
  directions,
  TransactionDetail,
  TransactionProof,
  TransactionRow,
} from '@tonle/contract/transactions';
import { readProof, statesMatching, type TransactionType } from '@tonle/ledger';
import { assetOf, type Currency } from '@tonle/money';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import { decisionDeliveryOf } from '../network/network.public.ts';
import { readCursor } from './cursor.ts';
import { readPage } from './transaction-page.ts';
import type { ListName, Position, TransactionQuery } from './transaction-query.ts';
import { eventsOf, findByIdentifier, type StoredTransaction } from './transaction-rows.store.ts';
import { detailOf } from './transaction-view.ts';
import { accountKindOf } from './transactions.store.ts';

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

/** All types, where none is asked for. */
const everyType: readonly TransactionType[] = ['SEND_PAY', 'DEPOSIT', 'RECEIVE'];

/** The transactions of one account, from its opening on; its types are as it sees them (1-portal.md section 4). */
export function listOfAccount(
  db: Db,
  accountId: string,
  request: ListRequest,
): Promise<PageOf<TransactionRow>> {
  const { days, instants } = windowOf(request);
  const asked = request.type?.filter((it): it is TransactionType => it !== 'ALL');
  return inTransaction(
    db,
    async (tx) => {
      const kind = await accountKindOf(tx, accountId);
      if (kind === 'OTHER') throw new Refusal('NOT_FOUND');
      const seenTypes = asked === undefined || asked.length === 0 ? everyType : asked;
      return readPage(tx, {
        list: 'HISTORY',
        account: { accountId, side: 'either', kind, seenTypes },
        days,
        instants,
        ...searchOf(request),
        order: request.sort.direction,
        size: request.size,
        position: positionOf(request),
      });
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

export function queryOf(
  list: ListName,
  request: ListRequest,
  today: string,
  lookBackDays: number,
): TransactionQuery {
  const { isGiven, days, instants } = windowOf(request);
  const account = request.destinationAccountId ?? request.accountId;
  return {
    list,
    ...statesOf(request),
    days: isGiven ? days : { from: lookBackFrom(today, lookBackDays), to: today },
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

function windowOf(request: ListRequest) {
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
  return { isGiven, days, instants };
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
export async function readTransaction(db: Db, id: string, viewing: Viewing): Promise<TransactionDetail> {
  return inTransaction(
    db,
    async (tx) => {
      const found = await findVisible(tx, id, viewing);
      return detailOf(found, await eventsOf(tx, found.seq), await decisionDeliveryOf(tx, found.hash));
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

/** The proof that a transaction is sealed; who may see the one may see the other. */
export const readTransactionProof = (
  db: Db,
  hash: string,
  permissions: ReadonlySet<Permission>,
): Promise<TransactionProof> =>
  inTransaction(
    db,
    async (tx) => {
      const found = await findVisible(tx, hash, { permissions });
      const proof = await readProof(rawTx(tx), found.seq);
      if (proof === undefined) throw new Error(`transaction ${hash} is sealed in no block`);
      return { ...proof, path: [...proof.path] };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );

type Viewing = { accountId?: string; permissions: ReadonlySet<Permission>; onlyHistory?: boolean };

async function findVisible(tx: Tx, id: string, viewing: Viewing): Promise<StoredTransaction> {
  const found = await findByIdentifier(tx, id, viewing.accountId);
  if (found === undefined || !maySee(found, viewing)) throw new Refusal('NOT_FOUND');
  return found;
}

const maySee = (it: StoredTransaction, { permissions, onlyHistory }: Viewing): boolean =>
  opens.some(
    ([permission, list]) => permissions.has(permission) && it[list] && (!onlyHistory || list === 'history'),
  );
