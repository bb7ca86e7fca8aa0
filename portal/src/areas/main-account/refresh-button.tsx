import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import styles from './balance.module.css';

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
