import type { ReactNode } from 'react';
import { IconTile, type TileTone } from './icon-tile.tsx';
import styles from './surfaces.module.css';

type EmptyStateProps = {
  icon: ReactNode;
  tone?: TileTone;
  title: ReactNode;
  /** Where this is all that the page says, its title is the page's heading. */
  heading?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
  /** Within a card that says its subject: no tile, and where its text would begin. */
  compact?: boolean;
};

/** What stands where content would: nothing yet, no match, failed, no such thing. */
export const EmptyState = ({
  icon,
  tone = 'neutral',
  title,
  heading,
  children,
  actions,
  compact,
}: EmptyStateProps) => (
  <div className={styles.empty} data-compact={compact}>
    {!compact && <IconTile tone={tone}>{icon}</IconTile>}
    {heading ? <h1 className={styles.emptyTitle}>{title}</h1> : <p className={styles.emptyTitle}>{title}</p>}
    {children !== undefined && <div className={styles.emptyText}>{children}</div>}
    {actions !== undefined && <div className={styles.emptyActions}>{actions}</div>}
  </div>
);
