import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Banner } from './banner.tsx';
import { useErrorText } from './error-text.ts';
import { Reference } from './reference.tsx';
import styles from './surfaces.module.css';

type FailedBannerProps = {
  /** A query, or several that are shown together. */
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** What could not be loaded; the reason stands after it. */
  title: ReactNode;
};

/** Where a part of a page could not be loaded: why, the reference, and the way to try again. Nothing where it could. */
export function FailedBanner({ query, title }: FailedBannerProps) {
  const t = useShellTexts();
  const inWords = useErrorText();
  if (query.error === null) return null;
  const { detail, reference } = inWords(query.error);
  return (
    <div className={styles.failed}>
      <Banner
        tone="failure"
        announce
        title={title}
        end={
          <>
            {reference !== undefined && <Reference value={reference} />}
            <Button
              variant="subtle"
              size="xs"
              loading={query.isFetching}
              data-try-again
              onClick={() => void query.refetch()}
            >
              {t('try-again')}
            </Button>
          </>
        }
      >
        {detail}
      </Banner>
    </div>
  );
}
