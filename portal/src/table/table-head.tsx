import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import { cellClass, type Pin, pinStyle } from './table-grid.tsx';
import { type ColumnsState, resizeColumn, widthMax, widthMin, widthStep } from './use-columns.ts';
import type { List } from './use-list.ts';

type HeadCellProps<Row extends RowData> = {
  column: Column<Row>;
  list: List;
  table: ColumnsState<Row>['table'];
  pin: Pin | undefined;
};

/** A column's head: its name, the arrow where it is sorted by, and the handle of its width. */
export function HeadCell<Row extends RowData>({ column, list, table, pin }: HeadCellProps<Row>) {
  const sorted =
    column.sort !== undefined && list.sort?.field === column.sort ? list.sort.direction : undefined;
  const ariaSort = sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      aria-sort={ariaSort}
      // By itself it would be named by its width, too, which is read with each cell.
      aria-label={column.header}
      className={cellClass(column, pin !== undefined)}
      style={pinStyle(pin)}
    >
      {column.sort === undefined ? column.header : <SortButton column={column} list={list} sorted={sorted} />}
      <WidthHandle column={column} table={table} />
    </th>
  );
}

type SortButtonProps<Row extends RowData> = {
  column: Column<Row>;
  list: List;
  sorted: 'asc' | 'desc' | undefined;
};

function SortButton<Row extends RowData>({ column, list, sorted }: SortButtonProps<Row>) {
  const t = useShellTexts();
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
  const next = sorted === 'asc' ? 'desc' : 'asc';
  return (
    <button
      type="button"
      className={`${styles.sort} ${sorted ? styles.sorted : ''}`}
      title={t('table.sort', { column: column.header })}
      onClick={() => list.setSort({ field: column.sort ?? '', direction: next })}
    >
      {column.header}
      {sorted && <Arrow size={14} stroke={1.8} aria-hidden="true" />}
    </button>
  );
}

/**
 * Dragged, or moved by the arrow keys; a double click gives the standard width back. Whoever can do neither has the buttons
 * among the columns.
 */
function WidthHandle<Row extends RowData>({
  column,
  table,
}: {
  column: Column<Row>;
  table: ColumnsState<Row>['table'];
}) {
  const t = useShellTexts();
  const start = useRef<{ x: number; width: number }>(undefined);
  const size = table.getColumn(column.id)?.getSize() ?? column.width;
  const resize = (width: number) => resizeColumn({ table }, column.id, width);
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    resize(size + (event.key === 'ArrowRight' ? widthStep : -widthStep));
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    const rendered = event.currentTarget.closest('th')?.offsetWidth ?? size;
    start.current = { x: event.clientX, width: rendered };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (start.current) resize(start.current.width + event.clientX - start.current.x);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is no horizontal rule.
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('table.resize', { column: column.header })}
      aria-valuenow={size}
      aria-valuemin={widthMin}
      aria-valuemax={widthMax}
      className={`${styles.handle} tn-screen-only`}
      onKeyDown={byKey}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onDoubleClick={() => table.getColumn(column.id)?.resetSize()}
    />
  );
}
