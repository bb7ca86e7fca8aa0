import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { dayOf, timeOf } from '../i18n/time.ts';
import styles from './page.module.css';

/** On paper: when it was printed (ui.md, rule 28). */
export function PrintStamp() {
  const t = useShellTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // It has to stand there before the paper is drawn.
    const stamp = () => flushSync(() => setNow(Date.now()));
    window.addEventListener('beforeprint', stamp);
    return () => window.removeEventListener('beforeprint', stamp);
  }, []);
  return (
    <p className={`tn-print-only ${styles.stamp}`}>
      {t('print-stamp', { time: `${dayOf(now)} ${timeOf(now)}` })}
    </p>
  );
}
