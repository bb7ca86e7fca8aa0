import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import pageStyles from '../../ui/page.module.css';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import styles from './steps.module.css';

export type Step = { title: string; help: string };

type StepsProps = {
  steps: readonly Step[];
  /** Position of the step that is on. */
  at: number;
  /** As the specification counts: 10, 50, 100; 5, 100 (1-portal.md section 9). */
  percent: number;
};

/** Where in the ceremony one is: numbered steps over a bar. */
export function Steps({ steps, at, percent }: StepsProps) {
  const t = useKeyholdersTexts();
  return (
    <>
      <ol className={styles.steps} aria-label={t('steps')}>
        {steps.map(({ title, help }, index) => {
          const isDone = index < at;
          const look = index === at ? styles.now : isDone ? styles.done : '';
          return (
            <li
              key={title}
              className={`${styles.step} ${look}`}
              aria-current={index === at ? 'step' : undefined}
            >
              <span className={styles.number} aria-hidden="true">
                {isDone ? <IconCheck size={16} stroke={2} /> : index + 1}
              </span>
              <span>
                <b>
                  {title}
                  {isDone && <span className="tn-visually-hidden">, {t('step.done')}</span>}
                </b>
                <small>{help}</small>
              </span>
            </li>
          );
        })}
      </ol>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.bar} style={{ width: `${percent}%` }} />
      </div>
    </>
  );
}

/** What a step asks. The focus follows to the next one, whose form is another. */
export function StepFrame({ at, children }: { at: number; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    frame.current?.focus({ preventScroll: true });
  }, [at]);
  return (
    <div ref={frame} tabIndex={-1} className={`${pageStyles.column} ${styles.frame}`}>
      {children}
    </div>
  );
}
