import { type AssetId, assetIds } from '@tonle/money';
import {
  type BusinessStatus,
  businessStatuses,
  type Standing,
  type Status,
  statuses,
  type TransactionType,
  transactionTypes,
} from './command.ts';

/**
 * A transaction's asset, type, status and business status in one small number, as the `transaction_state` table spells it
 * out. It is what makes any filter of a list a few limited index scans.
 */
export type TransactionState = Standing & { assetId: AssetId; type: TransactionType };

const businessCodes: readonly (BusinessStatus | null)[] = [null, ...businessStatuses];

const everyState: readonly TransactionState[] = assetIds.flatMap((assetId) =>
  statuses.flatMap((status) =>
    businessCodes.flatMap((businessStatus) =>
      transactionTypes.map((type) => ({ assetId, status, businessStatus, type })),
    ),
  ),
);

export const assetNumber = (assetId: AssetId): 0 | 1 => (assetId === 'khr#nbc' ? 0 : 1);

export function stateOf(assetId: AssetId, standing: Standing, type: TransactionType): number {
  return (
    assetNumber(assetId) * 120 +
    statuses.indexOf(standing.status) * 30 +
    businessCodes.indexOf(standing.businessStatus) * 3 +
    transactionTypes.indexOf(type)
  );
}

export function readState(state: number): TransactionState {
  const known = everyState[state];
  if (!known) throw new RangeError(`${state} is no transaction state`);
  return known;
}

/** Every state that a filter lets through; a part left out lets all through. */
export function statesMatching(filter: {
  assetIds?: readonly AssetId[];
  statuses?: readonly Status[];
  businessStatuses?: readonly (BusinessStatus | null)[];
  types?: readonly TransactionType[];
}): number[] {
  const passes = <T>(allowed: readonly T[] | undefined, value: T) => !allowed || allowed.includes(value);
  return everyState.flatMap((known, state) =>
    passes(filter.assetIds, known.assetId) &&
    passes(filter.statuses, known.status) &&
    passes(filter.businessStatuses, known.businessStatus) &&
    passes(filter.types, known.type)
      ? [state]
      : [],
  );
}

/** The same state with another standing: asset and type never change. */
export const withStanding = (state: number, standing: Standing): number => {
  const { assetId, type } = readState(state);
  return stateOf(assetId, standing, type);
};

/** The type as one of the two accounts sees it: whoever pays sees Send/Pay, whoever is paid Deposit or Receive. */
export function viewedType(type: TransactionType, side: 'debit' | 'credit'): TransactionType {
  if (side === 'debit') return 'SEND_PAY';
  return type === 'DEPOSIT' ? 'DEPOSIT' : 'RECEIVE';
}

/** The state as one of the two accounts sees it. */
export const viewedState = (state: number, side: 'debit' | 'credit'): number =>
  state - (state % 3) + transactionTypes.indexOf(viewedType(transactionTypes[state % 3] ?? 'SEND_PAY', side));

/** An entry's `kind`: asset * 3 + the type as the entry's account sees it. */
export const entryKind = (state: number, side: 'debit' | 'credit'): number =>
  (state < 120 ? 0 : 3) + (viewedState(state, side) % 3);

const dayMs = 86_400_000;
const phnomPenhOffsetMs = 7 * 3_600_000;
let lastDay = { number: Number.NaN, text: '' };

/** The Phnom Penh day (UTC+7, no summer time) of an instant, as YYYY-MM-DD. */
export function phnomPenhDay(epochMs: number): string {
  const number = Math.floor((epochMs + phnomPenhOffsetMs) / dayMs);
  if (number !== lastDay.number) {
    lastDay = { number, text: new Date(number * dayMs).toISOString().slice(0, 10) };
  }
  return lastDay.text;
}
