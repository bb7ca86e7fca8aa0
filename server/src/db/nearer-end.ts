type Counted = { total: number; totalMore: boolean };
type Page = { offset: number; limit: number };

/**
 * A page of a list whose total is counted. One of the second half is read from the end, so that the last page costs no more than
 * the first: `read` then gets `isReversed`, and gives the rows in that order.
 */
export async function fromNearerEnd<P extends Page, Row>(
  page: P,
  { total, totalMore }: Counted,
  read: (page: P & { isReversed?: boolean }) => Promise<Row[]>,
): Promise<Row[]> {
  const { offset } = page;
  if (offset >= total) return [];
  const limit = Math.min(page.limit, total - offset);
  // Where counting ended before the list does, nobody knows where its end is.
  if (offset <= total / 2 || totalMore) return read({ ...page, limit });
  return (await read({ ...page, offset: total - offset - limit, limit, isReversed: true })).toReversed();
}
