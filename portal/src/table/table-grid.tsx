import { Checkbox } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useMemo,
} from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { linkTo } from '../paths.ts';
import type { Column, Unfolding } from './column.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table.tsx';
import { useRowDrag } from './row-drag.ts';
import { HeadCell } from './table-head.tsx';
import { UnfoldButton } from './unfold-button.tsx';
import type { ColumnsState } from './use-columns.ts';

type TableGridProps<Row extends RowData> = DataTableProps<Row> & {
  state: ColumnsState<Row>;
  rows: readonly Row[];
  onOpen: (link: string) => void;
  /** The frame's width, which the columns share out among themselves. */
  width: number;
};

/** A cell whose text is cut where it ends says it whole in its tip. */
function tellCut({ target }: SyntheticEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell === null) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** The width that a person has given a column, else its own. */
export const widthOf = <Row extends RowData>(
  { table }: ColumnsState<Row>,
  { id, width }: Column<Row>,
): number => table.getColumn(id)?.getSize() ?? width;

/** The width of the boxes and links before the columns. */
export const leadingOf = <Row extends RowData>({
  selection,
  rowLink,
  unfolding,
}: Pick<DataTableProps<Row>, 'selection' | 'rowLink' | 'unfolding'>): number =>
  [selection, rowLink, unfolding].filter((it) => it !== undefined).length * 44;

/** The table itself, seen from 768 px up and on paper. Its head stays where there are no rows. */
export function TableGrid<Row extends RowData>(props: TableGridProps<Row>) {
  const { state, rows, list, rowKey, rowLabel, rowLink, selection, unfolding, onOpen, width } = props;
  const t = useShellTexts();
  const { table, visible } = state;
  const total = visible.reduce((sum, it) => sum + widthOf(state, it), 0);
  const leading = leadingOf(props);
  // What is left over goes to the columns by their widths, none of it to the boxes and links before them.
  const stretch = Math.max(1, (width - leading) / total);
  const offsets = useMemo(() => pinOffsets(visible, leading), [visible, leading]);
  return (
    <section
      className={styles.scroll}
      data-scrolls={(width > 0 && total + leading > width) || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by keys.
      tabIndex={0}
      aria-label={props.label}
    >
      <table className={styles.grid} style={{ minWidth: total + leading }}>
        <colgroup>
          {selection && <col style={{ width: 44 }} />}
          {rowLink && <col style={{ width: 44 }} />}
          {unfolding && <col style={{ width: 44 }} />}
          {visible.map((it) => (
            <col key={it.id} style={{ width: stretch * widthOf(state, it) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th className={styles.check}>
                <Checkbox
                  aria-label={t('table.select-all')}
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected()}
                  onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                />
              </th>
            )}
            {rowLink && <td className={styles.view} aria-hidden="true" />}
            {unfolding && <td className={styles.view} aria-hidden="true" />}
            {visible.map((it) => (
              <HeadCell key={it.id} column={it} list={list} table={table} pin={offsets.get(it.id)} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows} onMouseOver={tellCut} onFocus={tellCut}>
          {rows.map((row) => (
            <GridRow
              key={rowKey(row)}
              id={rowKey(row)}
              row={row}
              visible={visible}
              offsets={offsets}
              label={rowLabel(row)}
              link={rowLink?.(row)}
              onOpen={onOpen}
              unfolding={unfolding}
              dragName={selection?.dragName}
              dragged={selection ? [...selection.selected] : undefined}
              selected={selection?.selected.has(rowKey(row))}
              onSelect={selection && ((on) => table.getRow(rowKey(row)).toggleSelected(on))}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

export type Pin = { start?: number; end?: number };

/** Where pinned columns stop: the first at the start, an amount at whichever edge the scrolling would push it over. */
function pinOffsets<Row extends RowData>(visible: readonly Column<Row>[], leading: number): Map<string, Pin> {
  const pins = new Map<string, Pin>();
  const first = visible[0];
  if (first?.pinned) pins.set(first.id, { start: leading });
  for (const it of visible.slice(1)) if (it.pinned) pins.set(it.id, { end: 0 });
  return pins;
}

export const cellClass = (
  { align, screenOnly }: Pick<Column<never>, 'align' | 'screenOnly'>,
  isPinned: boolean,
) =>
  `${align === 'end' ? styles.end : ''} ${isPinned ? styles.pinned : ''} ${screenOnly ? 'tn-screen-only' : ''}`;

export const pinStyle = (pin: Pin | undefined) =>
  pin && { position: 'sticky' as const, insetInlineStart: pin.start, insetInlineEnd: pin.end, zIndex: 1 };

type GridRowProps<Row extends RowData> = {
  id: string;
  row: Row;
  visible: readonly Column<Row>[];
  offsets: Map<string, Pin>;
  label: string;
  link: string | undefined;
  onOpen: (link: string) => void;
  unfolding: Unfolding<Row> | undefined;
  selected: boolean | undefined;
  onSelect: ((on: boolean) => void) | undefined;
  dragName: string | undefined;
  dragged: readonly string[] | undefined;
};

/** A table is drawn again for many reasons that are none of its rows'; rows to choose or to unfold are drawn with it. */
const GridRow = memo(GridRowOf) as typeof GridRowOf;

function GridRowOf<Row extends RowData>(props: GridRowProps<Row>) {
  const { id, row, visible, offsets, label, link, onOpen, unfolding, selected, onSelect } = props;
  const t = useShellTexts();
  const drag = useRowDrag(props.dragName, () => (selected ? (props.dragged ?? [id]) : [id]));
  const openByMouse = (event: MouseEvent) => {
    if (link !== undefined && isPlainClick(event)) onOpen(link);
  };
  const cells = visible.length + (onSelect ? 1 : 0) + (link === undefined ? 0 : 1) + 1;
  return (
    <>
      <tr
        ref={drag}
        className={link === undefined ? undefined : styles.opens}
        data-selected={selected || undefined}
        onClick={openByMouse}
      >
        {onSelect && (
          <td className={styles.check}>
            <Checkbox
              aria-label={t('table.select-row', { name: label })}
              checked={selected ?? false}
              onChange={(event) => onSelect(event.currentTarget.checked)}
            />
          </td>
        )}
        {link !== undefined && (
          <td className={styles.view}>
            <Link
              {...linkTo(link)}
              data-row-link
              aria-label={t('table.view', { name: label })}
              title={t('table.view', { name: label })}
            >
              <IconEye size={18} stroke={1.6} />
            </Link>
          </td>
        )}
        {unfolding && (
          <td className={styles.view}>
            <UnfoldButton id={id} label={label} unfolding={unfolding as Unfolding<unknown>} />
          </td>
        )}
        {visible.map((it) => (
          <td key={it.id} className={cellClass(it, offsets.has(it.id))} style={pinStyle(offsets.get(it.id))}>
            <Content column={it as Column<unknown>} row={row} />
          </td>
        ))}
      </tr>
      {unfolding?.open.has(id) && (
        <tr className={styles.unfolded}>
          <td colSpan={cells}>{unfolding.content(row)}</td>
        </tr>
      )}
    </>
  );
}

const Content = memo(function Content({ column, row }: { column: Column<unknown>; row: unknown }): ReactNode {
  return column.cell(row);
});

const controls = 'a, button, input, select, textarea, label, [role="button"]';

/** A click on the row itself: no control in it, no dialog that it has opened, no modifier, no text being selected. */
export function isPlainClick(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  const target = event.target as Element;
  // React tells a row also of clicks in dialogs that its cells have opened; in the document they stand elsewhere.
  if (!event.currentTarget.contains(target) || target.closest(controls)) return false;
  return window.getSelection()?.toString() === '';
}

/** Arrow keys go from one row's link to the next. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target as Element).matches('[data-row-link]')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const next = links[links.indexOf(event.target as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
