import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { timeOf } from '../i18n/time.ts';
import { Banner } from '../ui/banner.tsx';
import styles from './shell.module.css';
import { useOnline } from './use-online.ts';

/** Says that the connection is gone and how old what is shown may be. */
export function OfflineBanner() {
  const t = useShellTexts();
  const online = useOnline();
  const queries = useQueryClient();
  if (online) return null;
  const newest = Math.max(
    ...queries
      .getQueryCache()
      .getAll()
      .map((it) => it.state.dataUpdatedAt),
    0,
  );
  return (
    <div className={styles.offline}>
      <Banner
        tone="neutral"
        announce
        icon={<IconCloudOff size={18} stroke={1.6} />}
        title={t('offline.title')}
        end={
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => void queries.refetchQueries({ type: 'active' })}
          >
            {t('try-now')}
          </Button>
        }
      >
        {t('offline.text', { time: timeOf(newest === 0 ? Date.now() : newest) })}
      </Banner>
    </div>
  );
}
