import type { TransactionType } from '@tonle/ledger';
import { type AccountFilter, type ListWindow, sideOf, type TransactionQuery } from './transaction-query.ts';

/** Values of one statement: each is added where it is used, so that text and values cannot drift apart. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** A stretch of the sequence in reading order: which rows, from which end, how many. */
export type Stretch = ListWindow & { order: 'asc' | 'desc'; limit: number; offset: number };

/** The stretch of a position; before a cursor it is read backwards. */
export function stretchOf(query: TransactionQuery, window: ListWindow): Stretch {
  const { position, size, order } = query;
  if (position.kind === 'page') return { ...window, order, limit: size + 1, offset: position.page * size };
  const goesDown = (order === 'desc') === (position.kind === 'after');
  return {
    low: goesDown || position.seq < window.low ? window.low : position.seq + 1n,
    high: goesDown && position.seq <= window.high ? position.seq - 1n : window.high,
    order: goesDown ? 'desc' : 'asc',
    limit: size + 1,
    offset: 0,
  };
}

const flagOf = { INCOMING: 'incoming', OUTGOING: 'outgoing', HISTORY: 'history' } as const;

/** The condition that a row `l` of transaction_list is in the list. */
export const inList = (query: TransactionQuery): string => `l.${flagOf[query.list]}`;

export const between = (column: string, window: ListWindow, to: Parameters): string =>
  `${column} BETWEEN ${to.add(window.low, 'bigint')} AND ${to.add(window.high, 'bigint')}`;

/** One limited scan of an index, in the order of the sequence. */
const limited = (seq: string, stretch: Stretch, to: Parameters): string =>
  `ORDER BY ${seq} ${stretch.order} LIMIT ${to.add(stretch.limit + stretch.offset, 'bigint')}`;

/**
 * SQL that gives the `seq` of a stretch of a list, from as many limited index scans as the filter needs, merged. Its cost
 * depends on the page, not on the table. Where an account and states are asked for, the rarer of the two is scanned.
 */
export function sourceOf(
  query: TransactionQuery,
  stretch: Stretch,
  to: Parameters,
  first: 'account' | 'states' = 'account',
): string {
  return `SELECT seq FROM (${scansOf(query, stretch, to, first).join('\nUNION ALL\n')}) AS found
    ORDER BY seq ${stretch.order}
    LIMIT ${to.add(stretch.limit, 'bigint')} OFFSET ${to.add(stretch.offset, 'bigint')}`;
}

function scansOf(
  query: TransactionQuery,
  stretch: Stretch,
  to: Parameters,
  first: 'account' | 'states',
): string[] {
  const { account, states } = query;
  if (account !== undefined && (first === 'account' || states === undefined)) {
    return account.kind === 'OTHER'
      ? foreignScans(query, account, stretch, to)
      : [entryScans(query, account, stretch, to)];
  }
  if (states === undefined) return [listScan(query, stretch, to)];
  return [stateScans(query, states, stretch, to)];
}

const listScan = (query: TransactionQuery, stretch: Stretch, to: Parameters): string =>
  `(SELECT l.seq FROM transaction_list l WHERE ${inList(query)} AND ${between('l.seq', stretch, to)}
    ${limited('l.seq', stretch, to)})`;

function stateScans(
  query: TransactionQuery,
  states: readonly number[],
  stretch: Stretch,
  to: Parameters,
): string {
  const { account } = query;
  const join = account === undefined ? '' : 'JOIN transfer t ON t.seq = l.seq';
  return `(SELECT one.seq FROM unnest(${to.add(states, 'smallint[]')}) AS wanted (state)
    CROSS JOIN LATERAL (
      SELECT l.seq FROM transaction_list l ${join}
      WHERE ${inList(query)} AND l.state = wanted.state AND ${between('l.seq', stretch, to)}
        ${account === undefined ? '' : `AND ${ofAccount(account, to)}`}
      ${limited('l.seq', stretch, to)}) AS one)`;
}

/** The condition that people see the account on its side of a transfer `t`, listed as `l`. */
export function ofAccount({ accountId, side, seenTypes }: AccountFilter, to: Parameters): string {
  const id = to.add(accountId, 'text');
  if (seenTypes !== undefined) return `(${seenTypes.map((type) => seenAs(type, id)).join(' OR ')})`;
  const sides = [
    ...(side === 'destination' ? [] : [`t.source_account_id = ${id}`]),
    ...(side === 'source' ? [] : [`t.destination_account_id = ${id}`]),
  ];
  return `(${sides.join(' OR ')})`;
}

/** The condition that the account of an own list sees a transfer as of this type (a state's remainder by 3 is its type). */
function seenAs(type: TransactionType, id: string): string {
  if (type === 'SEND_PAY') return `t.debit_account_id = ${id}`;
  return `(t.credit_account_id = ${id} AND l.state % 3 ${type === 'DEPOSIT' ? '=' : '<>'} 1)`;
}

const inStates = (query: TransactionQuery, to: Parameters): string =>
  query.states === undefined ? '' : `AND l.state = ANY (${to.add(query.states, 'smallint[]')})`;

const kindsOfSide = { source: [0, 3], destination: [1, 2, 4, 5], either: [0, 1, 2, 3, 4, 5] };
/** An entry's kind is its asset * 3 + the type as its account sees it. */
const kindsOfType = (type: TransactionType): number[] =>
  ({ SEND_PAY: [0, 3], DEPOSIT: [1, 4], RECEIVE: [2, 5] })[type];

/** An own account's entries. A debit is always Send/Pay to its account (kinds 0 and 3), so the kinds say the side. */
function entryScans(
  query: TransactionQuery,
  account: AccountFilter,
  stretch: Stretch,
  to: Parameters,
): string {
  const kinds = account.seenTypes?.flatMap(kindsOfType) ?? kindsOfSide[sideOf(query, account)];
  return `(SELECT one.seq FROM unnest(${to.add(kinds, 'smallint[]')}) AS wanted (kind)
    CROSS JOIN LATERAL (
      SELECT e.seq FROM entry e JOIN transaction_list l ON l.seq = e.seq
      WHERE e.account_id = ${to.add(account.accountId, 'text')} AND e.kind = wanted.kind
        AND ${between('e.seq', stretch, to)} AND ${inList(query)} ${inStates(query, to)}
      ${limited('e.seq', stretch, to)}) AS one)`;
}

/** The rows in which people see an account of another bank, by the indexes on what they see. */
function foreignScans(
  query: TransactionQuery,
  account: AccountFilter,
  stretch: Stretch,
  to: Parameters,
): string[] {
  const scan = (shown: string, leg: string) =>
    `(SELECT t.seq FROM transfer t JOIN transaction_list l ON l.seq = t.seq
      WHERE t.${shown} = ${to.add(account.accountId, 'text')} AND t.${shown} <> t.${leg}
        AND ${between('t.seq', stretch, to)} AND ${inList(query)} ${inStates(query, to)}
      ${limited('t.seq', stretch, to)})`;
  return [
    ...(account.side === 'destination' ? [] : [scan('source_account_id', 'debit_account_id')]),
    ...(account.side === 'source' ? [] : [scan('destination_account_id', 'credit_account_id')]),
  ];
}
