import type { ReactNode } from 'react';
import styles from './page.module.css';

export type FieldRow = {
  label: ReactNode;
  value: ReactNode;
  /** At the row's end, as Change on a check page. */
  action?: ReactNode;
};

type FieldRowsProps = {
  rows: readonly (FieldRow | undefined | false)[];
  /** `compact` without hairlines, `tall` for check pages. */
  variant?: 'normal' | 'compact' | 'tall';
};

/** Labelled values in rows of 38 px. Rows that are undefined are left out. */
export function FieldRows({ rows, variant = 'normal' }: FieldRowsProps) {
  const look = variant === 'compact' ? styles.compactRows : variant === 'tall' ? styles.tall : '';
  return (
    <dl className={`${styles.rows} ${look}`}>
      {rows.map((row, index) =>
        row ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one thing keep their order.
          <div key={index}>
            <dt>{row.label}</dt>
            <dd>
              {row.value}
              {row.action !== undefined && (
                <span className={`${styles.action} tn-screen-only`}>{row.action}</span>
              )}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
