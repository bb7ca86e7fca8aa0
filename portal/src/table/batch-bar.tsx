import { Button } from '@mantine/core';
import { useShellTexts } from '../i18n/shell-texts.ts';
import type { Selection } from './column.ts';
import styles from './data-table.module.css';

type BatchBarProps<Row> = { selection: Selection<Row>; rows: readonly Row[]; rowKey: (row: Row) => string };

/** In the toolbar's place while rows are chosen (ui.md, rule 3): how many, what to do with them, Cancel. */
export function BatchBar<Row>({ selection, rows, rowKey }: BatchBarProps<Row>) {
  const t = useShellTexts();
  const chosen = rows.filter((it) => selection.selected.has(rowKey(it)));
  return (
    <div className={`${styles.toolbar} ${styles.batch} tn-screen-only`}>
      <p className={styles.count} role="status">
        <b>{t('table.selected', { count: selection.selected.size })}</b>
        {selection.dragName !== undefined && <span className={styles.hint}> {t('table.drag')}</span>}
      </p>
      <span className={styles.tools}>
        {selection.actions(chosen)}
        <Button variant="subtle" color="gray" onClick={() => selection.onChange(new Set())}>
          {t('cancel')}
        </Button>
      </span>
    </div>
  );
}
