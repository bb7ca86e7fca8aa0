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
import { hiddenAtWidth } from './give-way.ts';
import { useTablePreferences } from './table-preferences.ts';

export const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature, rowSelectionFeature });
export const widthMin = 56;
export const widthMax = 640;
/** What one press of an arrow key, or of a button, changes a column's width by. */
export const widthStep = 16;

/** The last list's, which the next one most likely has as well: it is laid out once then. */
let lastWidth = 0;

/** The width of an element's content box, as it changes; 0 until it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      // Hidden it has none, and keeps its rows and what is open in them.
      if (element.clientWidth === 0) return;
      lastWidth = element.clientWidth;
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
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
  const visible = useMemo(() => columns.filter((it) => visibility[it.id]), [columns, visibility]);
  return { table, visible, hidden, preferences, setPreferences };
}

const noWidths: Record<string, number> = {};

/** Answers the width that the column has then. */
export function resizeColumn<Row extends RowData>(
  { table }: Pick<ColumnsState<Row>, 'table'>,
  id: string,
  width: number,
): number {
  const next = Math.round(Math.max(widthMin, Math.min(width, widthMax)));
  table.setColumnSizing((before) => ({ ...before, [id]: next }));
  return next;
}

export type ColumnsState<Row extends RowData> = ReturnType<typeof useColumns<Row>>;
