import { Button } from '@mantine/core';
import { IconDatabaseOff, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { linkTo } from '../paths.ts';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { useErrorText } from './error-text.ts';
import { Reference } from './reference.tsx';
import { SkeletonBar } from './skeleton.tsx';

type DetailStateProps = {
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** Where there is no such thing. */
  absent: { icon: ReactNode; title: ReactNode; text?: ReactNode };
  /** Where it could not be loaded; the reason stands below. */
  failed: ReactNode;
  back?: { to: string; label: ReactNode };
};

/** What stands on a page about one thing that is not there: still coming, no such thing, could not be loaded. */
export function DetailState({ query, absent, failed, back }: DetailStateProps) {
  const { error } = query;
  if (error === null) return <Coming />;
  const isAbsent =
    error instanceof ApiError &&
    (error.httpStatus === 404 || error.httpStatus === 400 || error.kind === 'unreadable');
  const toList = back && (
    <Button variant="default" component={Link} {...linkTo(back.to)}>
      {back.label}
    </Button>
  );
  return (
    <Card padded={false}>
      <div role="alert">
        {isAbsent ? (
          <EmptyState icon={absent.icon} title={absent.title} actions={toList}>
            {absent.text}
          </EmptyState>
        ) : (
          <Failed query={query} error={error} title={failed} toList={toList} />
        )}
      </div>
    </Card>
  );
}

type FailedProps = Pick<DetailStateProps, 'query'> & { error: Error; title: ReactNode; toList: ReactNode };

function Failed({ query, error, title, toList }: FailedProps) {
  const t = useShellTexts();
  const { detail, reference } = useErrorText()(error);
  return (
    <EmptyState
      icon={<IconDatabaseOff size={20} stroke={1.6} />}
      tone="failure"
      title={title}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            onClick={() => void query.refetch()}
            loading={query.isFetching}
          >
            {t('try-again')}
          </Button>
          {toList}
        </>
      }
    >
      <p>{detail}</p>
      {reference !== undefined && <Reference value={reference} />}
    </EmptyState>
  );
}

/** Nothing for a second, then the page's outline (ui.md, rule 6). */
export function Coming() {
  const t = useShellTexts();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), 1000);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t('loading')} style={{ minHeight: 420 }}>
      {late && <SkeletonBar width="100%" height={420} />}
    </div>
  );
}
