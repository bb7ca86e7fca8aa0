import type { PageOf } from '@tonle/contract/paging';
import { useDeferredValue } from 'react';

/**
 * The page to draw, once the answer to a click or a key has been painted; where there were no rows before, at once. Rows take
 * so long on a slow computer that "Next" would seem not to have been heard.
 */
export function useInTime<Row>(page: PageOf<Row> | undefined): PageOf<Row> | undefined {
  const drawn = useDeferredValue(page);
  return page === undefined || drawn === undefined || drawn.rows.length === 0 ? page : drawn;
}
