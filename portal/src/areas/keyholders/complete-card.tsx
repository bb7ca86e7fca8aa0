import { Button } from '@mantine/core';
import { IconCheck, IconHourglass, IconKeyOff } from '@tabler/icons-react';
import { IconTile } from '../../ui/icon-tile.tsx';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import styles from './secret-form.module.css';

type CompleteCardProps = {
  kind: 'registration' | 'reinstall';
  isDone: boolean;
  /** How many keyholders have not submitted. */
  missing: number;
  /** Set where making the key failed: tries again. */
  onGenerate?: () => void;
  running: boolean;
};

const words = {
  registration: {
    done: 'complete.created',
    doneText: 'complete.created.text',
    open: 'complete.creating',
  },
  reinstall: {
    done: 'complete.reinstalled',
    doneText: 'complete.reinstalled.text',
    open: 'complete.reinstalling',
  },
} as const;

/** The last step: done, or what it waits for. */
export function CompleteCard({ kind, isDone, missing, onGenerate, running }: CompleteCardProps) {
  const t = useKeyholdersTexts();
  const { done, doneText, open } = words[kind];
  const hasFailed = onGenerate !== undefined && !isDone;
  const tone = isDone ? 'success' : hasFailed ? 'warning' : 'progress';
  const icon = { size: 20, stroke: 1.6 } as const;
  return (
    <section className={`tn-card ${styles.complete}`}>
      <IconTile tone={tone}>
        {isDone ? (
          <IconCheck {...icon} />
        ) : hasFailed ? (
          <IconKeyOff {...icon} />
        ) : (
          <IconHourglass {...icon} />
        )}
      </IconTile>
      <div>
        <div role="status">
          <h2>{isDone ? t(done) : t(open)}</h2>
          <p>
            {isDone
              ? t(doneText)
              : missing > 0
                ? t('complete.waiting', { count: missing })
                : hasFailed
                  ? t('not-generated')
                  : t('complete.all')}
          </p>
        </div>
        {hasFailed && missing === 0 && (
          <Button className={styles.again} onClick={onGenerate} loading={running}>
            {t('generate.again')}
          </Button>
        )}
      </div>
    </section>
  );
}
