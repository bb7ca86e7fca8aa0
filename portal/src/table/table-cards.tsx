import { Checkbox } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { linkTo } from '../paths.ts';
import { type CardParts, type Column, type Unfolding, withKey } from './column.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table.tsx';
import { isPlainClick } from './table-grid.tsx';
import { UnfoldButton } from './unfold-button.tsx';

type TableCardsProps<Row extends RowData> = DataTableProps<Row> & {
  rows: readonly Row[];
  onOpen: (link: string) => void;
};

/** The rows as cards, seen below 768 px. */
export function TableCards<Row extends RowData>({
  rows,
  rowKey,
  rowLabel,
  rowLink,
  card,
  columns,
  label,
  selection,
  unfolding,
  onOpen,
}: TableCardsProps<Row>) {
  const t = useShellTexts();
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => {
        const key = rowKey(row);
        const link = rowLink?.(row);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys use the link inside.
          <li
            key={key}
            className={`tn-card ${styles.card}`}
            onClick={(event) => link !== undefined && isPlainClick(event) && onOpen(link)}
          >
            {selection && (
              <Checkbox
                aria-label={t('table.select-row', { name: rowLabel(row) })}
                checked={selection.selected.has(key)}
                onChange={(event) =>
                  selection.onChange(withKey(selection.selected, key, event.currentTarget.checked))
                }
              />
            )}
            <div className={styles.cardMain}>
              {card ? (
                <CardLines parts={card(row)} link={link} label={rowLabel(row)} />
              ) : (
                <ColumnLines row={row} columns={columns} link={link} label={rowLabel(row)} />
              )}
              {unfolding && (
                <UnfoldButton id={key} label={rowLabel(row)} unfolding={unfolding as Unfolding<unknown>} />
              )}
            </div>
            {unfolding?.open.has(key) && <div className={styles.cardMore}>{unfolding.content(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}

type LinkProps = { link: string | undefined; label: string; children: ReactNode };

function CardLink({ link, label, children }: LinkProps) {
  const t = useShellTexts();
  if (link === undefined) return children;
  return (
    <Link {...linkTo(link)} className={styles.cardLink} title={t('table.view', { name: label })}>
      {children}
    </Link>
  );
}

function CardLines({ parts, link, label }: { parts: CardParts; link: string | undefined; label: string }) {
  return (
    <>
      {parts.tile !== undefined && <span className={styles.cardTile}>{parts.tile}</span>}
      <div className={styles.cardLines}>
        <div className={styles.cardLine}>
          <span className={styles.cardTitle}>
            <CardLink link={link} label={label}>
              {parts.title}
            </CardLink>
          </span>
          {parts.amount}
        </div>
        {(parts.text !== undefined || parts.time !== undefined) && (
          <div className={`${styles.cardLine} ${styles.cardText}`}>
            <span>{parts.text}</span>
            {parts.time}
          </div>
        )}
        {parts.states !== undefined && <div className={styles.cardStates}>{parts.states}</div>}
        {parts.reason && <p className={styles.cardReason}>{parts.reason}</p>}
      </div>
    </>
  );
}

function ColumnLines<Row>({
  row,
  columns,
  link,
  label,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  link: string | undefined;
  label: string;
}) {
  const t = useShellTexts();
  return (
    <dl className={styles.cardFields}>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
      {link !== undefined && (
        <div>
          <dt className="tn-visually-hidden">{t('table.view', { name: label })}</dt>
          <dd>
            <Link {...linkTo(link)} aria-label={t('table.view', { name: label })}>
              <IconEye size={18} stroke={1.6} />
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}
