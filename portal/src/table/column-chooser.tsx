import { Button, Checkbox } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { LightIconButton } from '../ui/light-button.tsx';
import { Popover } from '../ui/popover.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import { type ColumnsState, resizeColumn, widthStep } from './use-columns.ts';

type ColumnChooserProps<Row extends RowData> = {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  state: ColumnsState<Row>;
  columns: readonly Column<Row>[];
  onClose: () => void;
};

/** Which columns are seen, and how wide; those that gave way to the width say so and can be brought back. */
export default function ColumnChooser<Row extends RowData>({
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
          <div key={column.id} className={styles.chosen}>
            <Checkbox
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
            {shown.has(column.id) && <WidthButtons column={column} state={state} />}
          </div>
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

type WidthButtonsProps<Row extends RowData> = { column: Column<Row>; state: ColumnsState<Row> };

/** What dragging a column's edge does, by single clicks (ui.md, rule 25). */
function WidthButtons<Row extends RowData>({ column, state }: WidthButtonsProps<Row>) {
  const t = useShellTexts();
  const [said, setSaid] = useState('');
  const width = state.table.getColumn(column.id)?.getSize() ?? column.width;
  const change = (by: number) => {
    const next = resizeColumn(state, column.id, width + by);
    setSaid(t('table.resized', { column: column.header, width: next }));
  };
  return (
    <span className={styles.widths}>
      <LightIconButton
        aria-label={t('table.narrower', { column: column.header })}
        onClick={() => change(-widthStep)}
      >
        <IconMinus size={16} stroke={1.6} />
      </LightIconButton>
      <LightIconButton
        aria-label={t('table.wider', { column: column.header })}
        onClick={() => change(widthStep)}
      >
        <IconPlus size={16} stroke={1.6} />
      </LightIconButton>
      <span className="tn-visually-hidden" role="status">
        {said}
      </span>
    </span>
  );
}
