import { Button } from '@mantine/core';
import { IconColumns3, IconList, IconMenu2 } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import type { PageOf } from '@tonle/contract/paging';
import { useId, useRef, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { formatCount } from '../i18n/time.ts';
import { fetchAhead } from '../ui/load-part.ts';
import { Money } from '../ui/money.tsx';
import { openLoaded } from '../ui/open-loaded.ts';
import { Segments } from '../ui/segments.tsx';
import type { Column } from './column.ts';
import type ColumnChooser from './column-chooser.tsx';
import styles from './data-table.module.css';
import { type NewRows, NewRowsButton } from './new-rows.tsx';
import type { ColumnsState } from './use-columns.ts';

const loadChooser = () => import('./column-chooser.tsx');

type TableToolbarProps<Row extends RowData> = {
  page: PageOf<unknown> | undefined;
  state: ColumnsState<Row>;
  columns: readonly Column<Row>[];
  /** True after a second without an answer. */
  loading: boolean;
  newRows: NewRows | undefined;
  withDensity: boolean;
  /** Answers say the sums of what is filtered: on a phone they have a line of their own. */
  withSums: boolean;
};

/** The row above a table: how many, sums of what is filtered, row height, columns. */
export function TableToolbar<Row extends RowData>({
  page,
  state,
  columns,
  loading,
  newRows,
  withDensity,
  withSums,
}: TableToolbarProps<Row>) {
  const t = useShellTexts();
  const { preferences, setPreferences } = state;
  return (
    <div className={styles.toolbar}>
      <p className={styles.count}>
        {page === undefined
          ? loading && t('loading')
          : t.rich('table.showing', {
              n: <b>{formatCount(page.rows.length)}</b>,
              total: (
                <b>
                  {formatCount(page.total)}
                  {page.totalMore && '+'}
                </b>
              ),
            })}
      </p>
      {/* Their line is there before them. */}
      {page === undefined && withSums && <span className={styles.sums} />}
      {page?.sums && !page.totalMore && (
        <p className={styles.sums}>
          <span>{t('table.sum')}</span>
          <Money amount={page.sums.KHR} currency="KHR" code />
          <Money amount={page.sums.USD} currency="USD" code />
        </p>
      )}
      {page?.outsideWindow && <p className={styles.outside}>{t('table.outside-window')}</p>}
      {newRows && <NewRowsButton {...newRows} />}
      <span className={`${styles.tools} tn-screen-only`}>
        {withDensity && (
          <Segments
            label={t('table.density')}
            value={preferences.density ?? 'normal'}
            onChange={(density) => setPreferences({ density })}
            choices={[
              {
                value: 'normal',
                name: t('table.density.normal'),
                label: <IconMenu2 size={16} stroke={1.6} />,
              },
              {
                value: 'compact',
                name: t('table.density.compact'),
                label: <IconList size={16} stroke={1.6} />,
              },
            ]}
          />
        )}
        <ColumnsButton state={state} columns={columns} />
      </span>
    </div>
  );
}

function ColumnsButton<Row extends RowData>({
  state,
  columns,
}: {
  state: ColumnsState<Row>;
  columns: readonly Column<Row>[];
}) {
  const t = useShellTexts();
  const [Chooser, setChooser] = useState<typeof ColumnChooser>();
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setChooser(undefined);
  const open = openLoaded(loadChooser, (it) => setChooser(() => it.default));
  return (
    <>
      <Button
        ref={anchor}
        variant="default"
        leftSection={<IconColumns3 size={16} stroke={1.6} />}
        aria-expanded={Chooser !== undefined}
        aria-controls={Chooser && id}
        onPointerEnter={fetchAhead(loadChooser)}
        onFocus={fetchAhead(loadChooser)}
        onClick={Chooser ? close : open}
      >
        {t('table.columns')}
      </Button>
      {Chooser && <Chooser id={id} anchor={anchor} state={state} columns={columns} onClose={close} />}
    </>
  );
}
