import { writeSort } from './list-definition.ts';
import type { List } from './use-list.ts';

/** What a list asks the server for: its page, in its order. */
export const pageAsked = ({ page, size, sort }: Pick<List, 'page' | 'size' | 'sort'>) => ({
  page: page - 1,
  size,
  sort: sort && writeSort(sort),
});

/** What the export of a list asks for: all of it, in the same order. */
export const allAsked = ({ sort }: Pick<List, 'sort'>) => ({
  unpaged: 'true' as const,
  sort: sort && writeSort(sort),
});
