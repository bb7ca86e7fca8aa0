import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { linkTo } from '../paths.ts';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { FailedState } from './failed-state.tsx';
import { DetailColumns } from './page-header.tsx';
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
          <FailedState
            error={error}
            title={failed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            actions={toList}
          />
        )}
      </div>
    </Card>
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
      {late && <DetailColumns main={<Outline rows={8} />} side={<Outline rows={4} />} />}
    </div>
  );
}

/** A card of so many rows, each a label and what it says. */
const Outline = ({ rows }: { rows: number }) => (
  <Card>
    <SkeletonBar width="32%" height={14} />
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
      <SkeletonBar key={row} width={row % 2 === 0 ? '58%' : '74%'} top={28} />
    ))}
  </Card>
);
