import { Button } from '@mantine/core';
import { IconUserCheck, IconUserX } from '@tabler/icons-react';
import type { KycLimit } from '@tonle/contract/kyc-limits';
import type { VerificationRow } from '@tonle/contract/verification';
import { useId, useState } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { StatusText } from '../../ui/status.tsx';
import { LimitAmounts } from './limit-amounts.tsx';
import { useLimitChoice } from './limit-choice.ts';
import { LimitSelect } from './limit-select.tsx';
import { ReasonForm } from './reason-form-loader.tsx';
import { type Decision, decide } from './use-decisions.ts';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

type Outcome = { state: 'waiting' | 'running' | 'done' | 'failed'; error?: unknown };
const tones = { waiting: 'neutral', running: 'progress', done: 'success', failed: 'failure' } as const;

/** So many decisions are on their way at once. */
const AT_ONCE = 3;

type BatchDialogProps = {
  act: Decision['act'];
  rows: readonly VerificationRow[];
  limits: readonly KycLimit[];
  onClose: () => void;
  /** Told after each decision, so that its row leaves the list. */
  onDecided: () => void;
};

/** Decides on each of the rows and tells what became of each: one failure never hides the rest. */
function useBatch({ rows, onDecided }: Pick<BatchDialogProps, 'rows' | 'onDecided'>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>();
  const put = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome));
  const run = async (decision: Decision) => {
    setOutcomes(new Map(rows.map((it) => [it.verificationId, { state: 'waiting' }])));
    const left = [...rows];
    const work = async () => {
      for (let row = left.shift(); row !== undefined; row = left.shift()) {
        const { verificationId } = row;
        put(verificationId, { state: 'running' });
        try {
          await decide(row, decision);
          put(verificationId, { state: 'done' });
        } catch (error) {
          put(verificationId, { state: 'failed', error });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    onDecided();
  };
  const all = [...(outcomes?.values() ?? [])];
  const count = (state: Outcome['state']) => all.filter((it) => it.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  return { outcomes, run, done, failed, isOver: outcomes !== undefined && done + failed === rows.length };
}

export function BatchDialog({ act, rows, limits, onClose, onDecided }: BatchDialogProps) {
  const t = useVerificationTexts();
  const shell = useShellTexts();
  const formId = useId();
  const { limit, choose } = useLimitChoice(limits);
  const { outcomes, run, done, failed, isOver } = useBatch({ rows, onDecided });
  const isRunning = outcomes !== undefined && !isOver;
  const count = rows.length;
  const Icon = act === 'approve' ? IconUserCheck : IconUserX;
  return (
    <Dialog
      opened
      width={520}
      onClose={isRunning ? undefined : onClose}
      icon={<Icon size={20} stroke={1.6} />}
      tone={act === 'approve' ? 'primary' : 'failure'}
      title={isOver ? t('batch.result', { done, failed }) : t(`batch.${act}.title`, { count })}
      footer={
        isOver ? (
          <Button size="md" data-autofocus onClick={onClose}>
            {shell('close')}
          </Button>
        ) : (
          <>
            <Button variant="default" size="md" onClick={onClose} disabled={isRunning}>
              {shell('cancel')}
            </Button>
            {act === 'approve' ? (
              <Button
                size="md"
                loading={isRunning}
                disabled={limit === undefined}
                onClick={() => limit && void run({ act, limitId: limit.id })}
              >
                {t('batch.approve', { count })}
              </Button>
            ) : (
              <Button type="submit" form={formId} size="md" color="red" loading={isRunning}>
                {t('batch.reject', { count })}
              </Button>
            )}
          </>
        )
      }
    >
      <p role="status" className={outcomes ? undefined : 'tn-visually-hidden'}>
        {outcomes ? t('batch.done', { done: done + failed, count }) : ''}
      </p>
      {outcomes === undefined && <p>{t('batch.text')}</p>}
      {outcomes === undefined && act === 'approve' && limit && (
        <div className={styles.batchLimit}>
          <LimitSelect label={t('batch.limit')} limits={limits} value={limit.id} onChange={choose} shown />
          <LimitAmounts limit={limit} />
        </div>
      )}
      {/* Stays while it runs, so that the reason is there after any failure. */}
      {act === 'reject' && (
        <div hidden={outcomes !== undefined}>
          <ReasonForm id={formId} onReject={(reason) => void run({ act: 'reject', reason })} />
        </div>
      )}
      {outcomes !== undefined && <Outcomes rows={rows} outcomes={outcomes} />}
    </Dialog>
  );
}

function Outcomes({
  rows,
  outcomes,
}: {
  rows: readonly VerificationRow[];
  outcomes: ReadonlyMap<string, Outcome>;
}) {
  const t = useVerificationTexts();
  const inWords = useErrorText();
  return (
    <ul className={styles.outcomes}>
      {rows.map(({ verificationId, name }) => {
        const { state, error } = outcomes.get(verificationId) ?? { state: 'waiting' as const };
        return (
          <li key={verificationId}>
            <span>{name}</span>
            <StatusText tone={tones[state]} label={t(`batch.outcome.${state}`)} />
            {state === 'failed' && <p>{inWords(error).detail}</p>}
          </li>
        );
      })}
    </ul>
  );
}
