import { useShellTexts } from '../i18n/shell-texts.ts';
import { dayOf, timeOf } from '../i18n/time.ts';
import styles from './page.module.css';

/** On paper: when it was printed (ui.md, rule 28). */
export function PrintStamp() {
  const t = useShellTexts();
  const now = Date.now();
  return (
    <p className={`tn-print-only ${styles.stamp}`}>
      {t('table.print-stamp', { time: `${dayOf(now)} ${timeOf(now)}` })}
    </p>
  );
}
