import type { ReactNode } from 'react';
import type { InstantLike } from '../i18n/time.ts';
import type { Tone } from '../theme/tokens.ts';
import styles from './page.module.css';
import statusStyles from './status.module.css';
import { ToneShape } from './status.tsx';
import { DateTime } from './values.tsx';

export type TimelineStep = {
  tone: Tone;
  title: ReactNode;
  /** Absent for what has not happened yet: dashed and grey. */
  time?: InstantLike;
  /** One plain sentence. */
  text?: ReactNode;
  /** The raw code of the state. */
  code?: string;
};

/** A thing's states in order, the last one that happened ringed, the next one dashed. */
export function Timeline({
  steps,
  withDays = false,
}: {
  steps: readonly TimelineStep[];
  withDays?: boolean;
}) {
  const current = steps.findLastIndex((it) => it.time !== undefined);
  return (
    <ol className={styles.timeline}>
      {steps.map((step, index) => {
        const happened = step.time !== undefined;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end.
            key={index}
            className={
              steps[index + 1] && steps[index + 1]?.time === undefined ? styles.beforeNext : undefined
            }
            aria-current={index === current ? 'step' : undefined}
          >
            <span
              className={`${styles.marker} ${statusStyles[happened ? step.tone : 'neutral']} ${index === current ? styles.current : ''}`}
              style={{ background: 'var(--tint)' }}
            >
              <ToneShape tone={happened ? step.tone : 'neutral'} />
            </span>
            <div className={`${styles.step} ${happened ? '' : styles.next}`}>
              <b>{step.title}</b>
              {step.time !== undefined && <DateTime value={step.time} part={withDays ? 'both' : 'time'} />}
            </div>
            {step.text !== undefined && <p>{step.text}</p>}
            {step.code !== undefined && <span className={styles.code}>{step.code}</span>}
          </li>
        );
      })}
    </ol>
  );
}
