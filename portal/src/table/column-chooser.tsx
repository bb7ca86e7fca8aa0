import { Button, Checkbox } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { RefObject } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Popover } from '../ui/popover.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { ColumnsState } from './use-columns.ts';

type ColumnChooserProps<Row extends RowData> = {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  state: ColumnsState<Row>;
  columns: readonly Column<Row>[];
  onClose: () => void;
};

/** Which columns are seen; those that gave way to the width say so and can be brought back. */
export function ColumnChooser<Row extends RowData>({
  id,
  anchor,
  state,
  columns,
  onClose,
}: ColumnChooserProps<Row>) {
  const t = useShellTexts();
  const { hidden, preferences, setPreferences, visible } = state;
  const shown = new Set(visible.map((it) => it.id));
  return (
    <Popover
      id={id}
      anchor={anchor}
      onClose={onClose}
      label={t('table.columns')}
      placement="bottom-end"
      className={styles.chooser}
    >
      <div className={styles.choices}>
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            description={hidden.has(column.id) ? t('table.columns.hidden-narrow') : undefined}
            checked={shown.has(column.id)}
            disabled={column.required}
            onChange={(event) =>
              setPreferences({
                columns: { ...preferences.columns, [column.id]: event.currentTarget.checked },
              })
            }
          />
        ))}
      </div>
      <div className={styles.chooserFoot}>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setPreferences({ columns: undefined, widths: undefined })}
        >
          {t('table.columns.reset')}
        </Button>
      </div>
    </Popover>
  );
}
