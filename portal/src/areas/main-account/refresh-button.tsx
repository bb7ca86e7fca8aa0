import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { DateTime } from '../../ui/values.tsx';
import styles from './balance.module.css';
import { useMainAccountTexts } from './main-account-texts.ts';

/** Asks again. While it runs the arrows turn and further clicks do nothing. */
export function RefreshButton({ onRefresh, running }: { onRefresh: () => void; running: boolean }) {
  const t = useShellTexts();
  return (
    <ActionIcon
      aria-label={t('table.refresh')}
      title={t('table.refresh')}
      aria-disabled={running}
      onClick={running ? undefined : onRefresh}
    >
      <IconRefresh className={running ? styles.turning : undefined} size={16} stroke={1.6} />
    </ActionIcon>
  );
}

/** When it was last told, in a page's header, where its coming moves no button. */
export function Updated({ at }: { at: string | Date | undefined }) {
  const t = useMainAccountTexts();
  if (at === undefined) return null;
  return (
    <span className={styles.updated}>
      {t.rich('updated', { time: <DateTime key="time" value={at} part="time" /> })}
    </span>
  );
}
