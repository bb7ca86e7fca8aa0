import type { Column } from './column.ts';
import type { TablePreferences } from './table-preferences.ts';

/** Columns that give way at this width (0 where it is not known yet): the least important first, until the rest fits. */
export function hiddenAtWidth<Row>(
  columns: readonly Column<Row>[],
  width: number,
  preferences: TablePreferences,
): Set<string> {
  const hidden = new Set<string>();
  if (width <= 0) return hidden;
  const widthOf = (it: Column<Row>) => preferences.widths?.[it.id] ?? it.width;
  const chosen = preferences.columns ?? {};
  let needed = columns.filter((it) => chosen[it.id] !== false).reduce((sum, it) => sum + widthOf(it), 0);
  const giveWay = columns
    .filter((it) => (it.priority ?? 1) > 1 && chosen[it.id] === undefined)
    .toReversed()
    .sort((a, b) => (b.priority ?? 1) - (a.priority ?? 1));
  for (const column of giveWay) {
    if (needed <= width) break;
    hidden.add(column.id);
    needed -= widthOf(column);
  }
  return hidden;
}
