import {
  columnSizingFeature,
  columnVisibilityFeature,
  type RowData,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Column, Selection } from './column.ts';
import { type TablePreferences, useTablePreferences } from './table-preferences.ts';

export const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature, rowSelectionFeature });
export const widthMin = 56;
const leadingWidth = 52;

/** The width of an element's content box, as it changes. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** Columns that give way at this width: the least important first, until the rest fits. */
export function hiddenAtWidth<Row extends RowData>(
  columns: readonly Column<Row>[],
  width: number,
  preferences: TablePreferences,
): Set<string> {
  const hidden = new Set<string>();
  if (width === 0) return hidden;
  const widthOf = (it: Column<Row>) => preferences.widths?.[it.id] ?? it.width;
  const chosen = preferences.columns ?? {};
  let needed =
    leadingWidth + columns.filter((it) => chosen[it.id] !== false).reduce((sum, it) => sum + widthOf(it), 0);
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

type Options<Row extends RowData> = {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  width: number;
  selection?: Selection<Row>;
};

/** TanStack's table over the columns: which are seen, how wide, and which rows are chosen. */
export function useColumns<Row extends RowData>({
  name,
  columns,
  rows,
  rowKey,
  width,
  selection,
}: Options<Row>) {
  const [preferences, setPreferences] = useTablePreferences(name);
  const hidden = useMemo(() => hiddenAtWidth(columns, width, preferences), [columns, width, preferences]);
  const visibility = useMemo(
    () =>
      Object.fromEntries(columns.map((it) => [it.id, preferences.columns?.[it.id] ?? !hidden.has(it.id)])),
    [columns, hidden, preferences],
  );
  const definitions = useMemo(
    () =>
      columns.map((it) => ({
        id: it.id,
        header: it.header,
        size: it.width,
        minSize: widthMin,
        accessorFn: it.cell,
        enableHiding: it.required !== true,
      })),
    [columns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selection?.selected ?? [])].map((it) => [it, true as const])),
    [selection?.selected],
  );
  const columnSizing = preferences.widths ?? noWidths;
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { columnVisibility: visibility, columnSizing, rowSelection },
    onColumnSizingChange: (update) =>
      setPreferences({ widths: typeof update === 'function' ? update(columnSizing) : update }),
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      selection?.onChange(new Set(Object.keys(next)));
    },
  });
  const byId = useMemo(() => new Map(columns.map((it) => [it.id, it])), [columns]);
  const visible = table.getVisibleLeafColumns().flatMap((it) => byId.get(it.id) ?? []);
  return { table, visible, hidden, preferences, setPreferences };
}

const noWidths: Record<string, number> = {};

export type ColumnsState<Row extends RowData> = ReturnType<typeof useColumns<Row>>;
