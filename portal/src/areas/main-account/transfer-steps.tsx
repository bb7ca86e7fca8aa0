import { IconCheck } from '@tabler/icons-react';
import styles from './check-page.module.css';
import { useMainAccountTexts } from './main-account-texts.ts';

/** Where in the transfer one is: 1 Enter details, 2 Check and send. */
export function TransferSteps({ step }: { step: 'details' | 'check' }) {
  const t = useMainAccountTexts();
  const isDone = step === 'check';
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      <li aria-current={isDone ? undefined : 'step'}>
        <span className={isDone ? styles.done : styles.now} aria-hidden="true">
          {isDone ? <IconCheck size={14} stroke={2} /> : 1}
        </span>
        {t('step.details')}
        {isDone && <span className="tn-visually-hidden">, {t('step.done')}</span>}
      </li>
      <li aria-current={isDone ? 'step' : undefined}>
        <span className={isDone ? styles.now : styles.later} aria-hidden="true">
          2
        </span>
        {t('step.check')}
      </li>
    </ol>
  );
}
