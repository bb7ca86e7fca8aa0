import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { TermsNode } from '@tonle/contract/terms-document';
import { useState } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { getConfig } from '../../session/config.ts';
import { Banner } from '../../ui/banner.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Difference } from './difference.tsx';
import styles from './terms.module.css';
import { termsEndpoints } from './terms-endpoints.ts';
import { useTermsTexts } from './terms-texts.ts';
import type { Conflict } from './use-terms.ts';

type ConflictCardProps = {
  channel: ChannelAccountType;
  conflict: Conflict;
  mine: TermsNode;
  onKeep: () => void;
  onTake: () => void;
};

/** The second of two editors is shown what the first has changed, and what saving would change of it. */
export function ConflictCard({ channel, conflict, mine, onKeep, onTake }: ConflictCardProps) {
  const t = useTermsTexts();
  const { before, theirs } = conflict;
  const [view, setView] = useState<'theirs' | 'mine'>(before === undefined ? 'mine' : 'theirs');
  const { data } = useQuery({
    ...listQueryOf(termsEndpoints[channel].versions, { query: { page: 0, size: 1 } }),
    enabled: getConfig().extensions,
  });
  const name = data?.rows[0]?.author ?? t('stale.somebody');
  return (
    <section className={`tn-card ${styles.conflict}`} aria-label={t('stale.choice')}>
      <Banner tone="warning" announce title={t('stale.title', { name })}>
        {t('stale.text')}
      </Banner>
      <div className={styles.conflictBody}>
        {before !== undefined && (
          <Segments
            label={t('stale.choice')}
            value={view}
            onChange={setView}
            choices={[
              { value: 'theirs', label: t('stale.theirs') },
              { value: 'mine', label: t('stale.mine') },
            ]}
          />
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long difference is scrolled by keys too. */}
        <div className={styles.scrolled} tabIndex={0}>
          {view === 'theirs' && before !== undefined ? (
            <Difference before={before} after={theirs.document} />
          ) : (
            <Difference before={theirs.document} after={mine} />
          )}
        </div>
        <span className={styles.group}>
          <Button variant="default" onClick={onKeep}>
            {t('stale.keep')}
          </Button>
          <Button variant="default" onClick={onTake}>
            {t('stale.take')}
          </Button>
        </span>
      </div>
    </section>
  );
}
