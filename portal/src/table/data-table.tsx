import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RowData } from '@tanstack/react-table';
import type { PageOf } from '@tonle/contract/paging';
import { type ReactNode, useCallback, useRef } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { linkTo } from '../paths.ts';
import { BatchBar } from './batch-bar.tsx';
import type { CardParts, Column, Selection, Unfolding } from './column.ts';
import styles from './data-table.module.css';
import type { NewRows } from './new-rows.tsx';
import { Pager } from './pager.tsx';
import { TableCards } from './table-cards.tsx';
import { leadingOf, TableGrid, widthOf } from './table-grid.tsx';
import { TableState, useSlow } from './table-states.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { useColumns, useWidth } from './use-columns.ts';
import { useInTime } from './use-in-time.ts';
import type { List } from './use-list.ts';
import { useShapes } from './use-shapes.ts';

export type DataTableProps<Row extends RowData> = {
  /** Names the table for screen readers. */
  label: string;
  list: List;
  query: UseQueryResult<PageOf<Row>, Error>;
  /** Stable: made at module scope or memoised. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Names a row: "View 9f3c…7b02". */
  rowLabel: (row: Row) => string;
  /** Where a row leads; its first cell is the link. */
  rowLink?: (row: Row) => string;
  /** A row as a card below 768 px; without it the columns become lines. */
  card?: (row: Row) => CardParts;
  /** `steps` for transaction tables (Prev and Next), `numbers` for the generic list. */
  paging?: 'steps' | 'numbers';
  /** What is said below "There is no data to display" when nothing is there yet. */
  emptyText?: ReactNode;
  emptyIcon?: ReactNode;
  /** What is said when filters leave nothing: "No transaction matches these filters". */
  noMatchTitle?: string;
  selection?: Selection<Row>;
  /** What a row unfolds to; without it rows do not unfold. */
  unfolding?: Unfolding<Row>;
  /** What is new since the rows were loaded; left out where nothing tells of that. */
  newRows?: NewRows;
  /** The list's answers say the sums of what is filtered. */
  withSums?: boolean;
};

/** The one table: of transactions, and of everything else. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { list, query, columns, rowKey, selection, paging = 'numbers' } = props;
  const t = useShellTexts();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const shapes = useShapes();
  const leading = leadingOf(props);
  const inTime = useInTime(query.data);
  // What is done with rows that are chosen is done with those that are there now.
  const page = selection ? query.data : inTime;
  // Until the width is known, before anything is painted, rows would be laid out for nothing.
  const rows = (width > 0 && page?.rows) || noRows;
  const state = useColumns<Row>({
    name: list.definition.name,
    columns,
    rows: rows as readonly Row[],
    rowKey,
    // Less what the boxes and links take.
    width: width - leading,
    selection,
  });
  const slow = useSlow(query.isPending, 1000);
  const navigate = useNavigate();
  const chosen = selection && selection.selected.size > 0 ? selection : undefined;
  const open = useCallback((link: string) => void navigate(linkTo(link)), [navigate]);
  return (
    <div className={styles.table} data-density={state.preferences.density ?? 'normal'}>
      {chosen ? (
        <BatchBar selection={chosen} rows={rows as readonly Row[]} rowKey={rowKey} />
      ) : (
        <TableToolbar
          page={page}
          state={state}
          columns={columns}
          loading={slow}
          newRows={props.newRows}
          withDensity={paging === 'steps'}
          withSums={props.withSums ?? false}
        />
      )}
      <p className="tn-visually-hidden" role="status">
        {query.isPending
          ? t('loading')
          : // Empty in between, so that an equal count is said again.
            query.isPlaceholderData
            ? ''
            : query.isError && !query.data
              ? t('table.failed')
              : t('table.showing.status', { count: query.data?.total ?? 0 })}
      </p>
      <div
        ref={frame}
        className={`tn-card ${styles.frame}`}
        aria-busy={query.isFetching || page !== query.data}
        data-first-rows={query.isPending ? 'coming' : undefined}
      >
        {query.isFetching && !query.isPending && <div className={styles.refetching} aria-hidden="true" />}
        {shapes.table && (
          <TableGrid {...props} state={state} rows={rows as readonly Row[]} onOpen={open} width={width} />
        )}
        {shapes.cards && <TableCards {...props} rows={rows as readonly Row[]} onOpen={open} />}
        <TableState
          query={query}
          page={page}
          list={list}
          slow={slow}
          columns={state.visible.map((it) => ({ width: widthOf(state, it), align: it.align }))}
          leading={leading}
          text={props.emptyText}
          icon={props.emptyIcon}
          noMatchTitle={props.noMatchTitle}
        />
      </div>
      <Pager
        list={list}
        query={query}
        paging={paging}
        pagesLabel={
          list.definition.namespace === undefined ? t('table.pages') : `${t('table.pages')}, ${props.label}`
        }
      />
    </div>
  );
}

const noRows: readonly never[] = [];
