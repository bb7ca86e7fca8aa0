import { Button } from '@mantine/core';
import { IconFilterOff, IconInbox, IconX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PageOf } from '@tonle/contract/paging';
import { type ReactNode, useEffect, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedBanner } from '../ui/failed-banner.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import styles from './data-table.module.css';
import type { List } from './use-list.ts';

/** True once something has lasted for a while: below that, a loader would only flicker (ui.md, rule 6). */
export function useSlow(running: boolean, afterMs: number): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!running) {
      setSlow(false);
      return undefined;
    }
    const timer = window.setTimeout(() => setSlow(true), afterMs);
    return () => window.clearTimeout(timer);
  }, [running, afterMs]);
  return slow;
}

type TableStateProps = {
  query: UseQueryResult<PageOf<unknown>, Error>;
  page: PageOf<unknown> | undefined;
  list: List;
  slow: boolean;
  columns: readonly BarColumn[];
  /** The width of what stands before the columns. */
  leading: number;
  text: ReactNode;
  icon: ReactNode;
  noMatchTitle: string | undefined;
};

/** What stands in a table without rows: still coming, failed, beyond the last page, nothing yet, no match. */
export function TableState(props: TableStateProps) {
  const { query, page, list, slow, columns, leading, text, icon, noMatchTitle } = props;
  const t = useShellTexts();
  if (query.isPending) {
    return <Skeleton columns={columns} leading={leading} rows={Math.min(list.size, 10)} shown={slow} />;
  }
  if (query.isError) return <Failed query={query} />;
  if (page === undefined || page.rows.length > 0) return null;
  // The list has become shorter since, or somebody typed a page: what else it holds is not denied.
  if (page.total > 0 && list.page > 1) {
    return (
      <EmptyState
        icon={<IconInbox size={20} stroke={1.6} />}
        title={t('table.page-empty', { page: list.page })}
        actions={
          <Button variant="default" onClick={() => list.setPage(1)}>
            {t('table.to-first-page')}
          </Button>
        }
      />
    );
  }
  if (list.setCount > 0) {
    return (
      <EmptyState
        icon={<IconFilterOff size={20} stroke={1.6} />}
        title={noMatchTitle ?? t('table.no-match')}
        actions={
          <Button variant="default" leftSection={<IconX size={16} stroke={1.6} />} onClick={list.clear}>
            {t('filter.clear-all')}
          </Button>
        }
      >
        <p>{t('table.empty')}</p>
        <p>{t('table.no-match.text', { count: list.setCount })}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon ?? <IconInbox size={20} stroke={1.6} />} title={t('table.empty')}>
      {text}
    </EmptyState>
  );
}

/** The server's message, or "Error Unknown"; old rows stay below it. */
function Failed({ query }: { query: UseQueryResult<PageOf<unknown>, Error> }) {
  const title = useShellTexts()('table.failed');
  if (query.data && query.data.rows.length > 0) {
    return (
      <div className={styles.failedBelow}>
        <FailedBanner query={query} title={title} />
      </div>
    );
  }
  return (
    <FailedState
      error={query.error}
      title={title}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

const widths = ['62%', '78%', '54%', '70%', '66%'];

/** A column of the table, as far as its bars follow it. */
export type BarColumn = { width: number; align?: 'start' | 'end' | undefined };
type SkeletonProps = { columns: readonly BarColumn[]; leading: number; rows: number; shown: boolean };

/**
 * Bars under the heads of their columns; on a phone, outlines of cards. The place of a full page is kept from the start, so
 * that what stands below moves neither for the bars nor for the rows.
 */
function Skeleton({ columns, leading, rows, shown }: SkeletonProps) {
  return (
    <div className={`${styles.skeleton} ${shown ? '' : styles.unseen}`} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
        <div key={row} style={{ paddingInlineStart: leading || undefined }}>
          {columns.map(({ width, align }, column) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
              key={column}
              className={align === 'end' ? styles.end : undefined}
              style={{ flexGrow: width }}
            >
              <SkeletonBar width={widths[(row + column * 2) % widths.length] ?? '60%'} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
