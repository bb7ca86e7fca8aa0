import { IconClockExclamation } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { dayOf, type InstantLike, timeOf } from '../i18n/time.ts';
import styles from './status.module.css';

/** Beside a request: somebody should long have done something about it. Since when stands in the title. */
export function OverdueMark({ since }: { since: InstantLike }) {
  const t = useShellTexts();
  return (
    <span className={styles.overdue} title={t('overdue.since', { time: `${dayOf(since)} ${timeOf(since)}` })}>
      <IconClockExclamation size={14} stroke={1.6} aria-hidden="true" />
      {t('overdue')}
    </span>
  );
}
