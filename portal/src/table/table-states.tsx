import { Button } from '@mantine/core';
import { IconDatabaseOff, IconFilterOff, IconInbox, IconRefresh, IconX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PageOf } from '@tonle/contract/paging';
import { type ReactNode, useEffect, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { Reference } from '../ui/reference.tsx';
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
  list: List;
  slow: boolean;
  columns: number;
  text: ReactNode;
  icon: ReactNode;
  noMatchTitle: string | undefined;
};

/** What stands in a table without rows: still coming, failed, nothing yet, no match. */
export function TableState({ query, list, slow, columns, text, icon, noMatchTitle }: TableStateProps) {
  const t = useShellTexts();
  if (query.isPending)
    return slow ? (
      <Skeleton columns={columns} rows={Math.min(list.size, 10)} />
    ) : (
      <div className={styles.waiting} />
    );
  if (query.isError) return <Failed query={query} />;
  if (query.data.rows.length > 0) return null;
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
  const t = useShellTexts();
  const { detail, reference } = useErrorText()(query.error);
  const again = (
    <Button
      variant="default"
      loading={query.isFetching}
      leftSection={<IconRefresh size={16} stroke={1.6} />}
      onClick={() => void query.refetch()}
    >
      {t('try-again')}
    </Button>
  );
  if (query.data && query.data.rows.length > 0) {
    return (
      <div className={styles.failedBelow}>
        <Banner tone="failure" announce title={t('table.failed')} end={again}>
          {detail}
        </Banner>
      </div>
    );
  }
  return (
    <EmptyState
      icon={<IconDatabaseOff size={20} stroke={1.6} />}
      tone="failure"
      title={t('table.failed')}
      actions={again}
    >
      <p>{detail}</p>
      {reference !== undefined && <Reference value={reference} />}
    </EmptyState>
  );
}

const widths = ['62%', '78%', '54%', '70%', '66%'];

function Skeleton({ columns, rows }: { columns: number; rows: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
        <div key={row}>
          {Array.from({ length: Math.max(columns, 1) }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
            <span key={column}>
              <SkeletonBar width={widths[(row + column * 2) % widths.length] ?? '60%'} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
