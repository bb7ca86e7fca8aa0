import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { TermsVersion } from '@tonle/contract/terms';
import type { TermsNode } from '@tonle/contract/terms-document';
import { useState } from 'react';
import { listQueryOf, queryOf } from '../../api/query.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { Segments } from '../../ui/segments.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { DateTime } from '../../ui/values.tsx';
import { Difference } from './difference.tsx';
import styles from './terms.module.css';
import { termsEndpoints } from './terms-endpoints.ts';
import { TermsText } from './terms-text.tsx';
import { useTermsTexts } from './terms-texts.ts';
import { readTerms } from './use-terms.ts';

const sizeStep = 10;
const sizeMax = 100;

type VersionsCardProps = { channel: ChannelAccountType; inForce: TermsNode };

/** Every version that was ever in force, with who wrote it and when. */
export function VersionsCard({ channel, inForce }: VersionsCardProps) {
  const t = useTermsTexts();
  const [size, setSize] = useState(sizeStep);
  const [viewed, setViewed] = useState<TermsVersion>();
  const query = useQuery(listQueryOf(termsEndpoints[channel].versions, { query: { page: 0, size } }));
  const { data } = query;
  return (
    <Card title={t('versions.title')}>
      <FailedBanner query={query} title={t('versions.failed')} />
      {data?.rows.length === 0 && <p className="tn-muted">{t('versions.none')}</p>}
      <ul className={styles.versions}>
        {data?.rows.map((it, index) => (
          <li key={it.version}>
            <button type="button" className={styles.version} onClick={() => setViewed(it)}>
              <b>
                {t('versions.number', { version: it.version })}{' '}
                {index === 0 && <span className={styles.inForce}>{t('versions.in-force')}</span>}
              </b>
              <span>{it.author ?? it.login ?? t('versions.first')}</span> <DateTime value={it.createdTime} />
            </button>
          </li>
        ))}
      </ul>
      {data && data.total > data.rows.length && size < sizeMax && (
        <Button variant="subtle" onClick={() => setSize(Math.min(sizeMax, size + sizeStep))}>
          {t('versions.more')}
        </Button>
      )}
      {viewed && (
        <VersionDialog
          channel={channel}
          version={viewed}
          inForce={inForce}
          onClose={() => setViewed(undefined)}
        />
      )}
    </Card>
  );
}

type VersionDialogProps = VersionsCardProps & { version: TermsVersion; onClose: () => void };

function VersionDialog({ channel, version, inForce, onClose }: VersionDialogProps) {
  const t = useTermsTexts();
  const [view, setView] = useState<'text' | 'changes'>('text');
  const query = useQuery(
    queryOf(termsEndpoints[channel].version, { params: { version: String(version.version) } }),
  );
  const { data } = query;
  const document = data && readTerms(data.text).document;
  return (
    <Dialog
      opened
      onClose={onClose}
      width={720}
      icon={<IconFileText size={20} stroke={1.6} />}
      title={t('versions.number', { version: version.version })}
      footer={
        <Button variant="default" size="md" onClick={onClose} data-autofocus>
          {t('version.close')}
        </Button>
      }
    >
      <Segments
        label={t('version.choice')}
        value={view}
        onChange={setView}
        choices={[
          { value: 'text', label: t('version.text') },
          { value: 'changes', label: t('version.changes') },
        ]}
      />
      <FailedBanner query={query} title={t('version.failed')} />
      {!data && !query.error && <SkeletonBar width="60%" late />}
      {document && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys too.
        <div className={styles.scrolled} tabIndex={0}>
          {view === 'text' ? (
            <TermsText document={document} />
          ) : (
            <Difference before={document} after={inForce} />
          )}
        </div>
      )}
    </Dialog>
  );
}
