import type { PageOf } from '@tonle/contract/paging';

/** What to make of a list that was read again, beside what is on the screen. */
export type Verdict =
  /** Nothing has changed. */
  | 'same'
  /** It may take the place of what is there: no row comes, goes or moves. */
  | 'quietly'
  /** It is offered: something would change under somebody's hands (ui.md, rule 30). */
  | 'offer';

export type Hands = {
  /** The page is on a screen. */
  isSeen: boolean;
  /** Rows are chosen. */
  isChosen: boolean;
  /** A dialog is open, perhaps about one of the rows. */
  isAsking: boolean;
};

export function judge<Row>(
  shown: PageOf<Row>,
  fresh: PageOf<Row>,
  rowKey: (row: Row) => string,
  { isSeen, isChosen, isAsking }: Hands,
): Verdict {
  const text = ({ rows, total, totalMore = false }: PageOf<Row>) => JSON.stringify([rows, total, totalMore]);
  if (text(shown) === text(fresh)) return 'same';
  if (isAsking) return 'offer';
  const keys = ({ rows }: PageOf<Row>) => JSON.stringify(rows.map(rowKey));
  const nothingMoves = shown.rows.length === 0 || keys(shown) === keys(fresh);
  return nothingMoves || (!isSeen && !isChosen) ? 'quietly' : 'offer';
}

/** How many more there are than before; 0 where some have gone instead, or that is not known. */
export const moreThan = (shown: PageOf<unknown>, fresh: PageOf<unknown>): number =>
  shown.totalMore || fresh.totalMore ? 0 : Math.max(0, fresh.total - shown.total);
