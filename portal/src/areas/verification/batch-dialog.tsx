import { Button } from '@mantine/core';
import { IconUserCheck, IconUserX } from '@tabler/icons-react';
import type { KycLimit } from '@tonle/contract/kyc-limits';
import type { VerificationRow } from '@tonle/contract/verification';
import { useId } from 'react';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { StatusText } from '../../ui/status.tsx';
import { LimitAmounts } from './limit-amounts.tsx';
import { useLimitChoice } from './limit-choice.ts';
import { LimitSelect } from './limit-select.tsx';
import { ReasonForm } from './reason-form-loader.tsx';
import { countOutcomes, type Outcome, type Outcomes, useBatch } from './use-batch.ts';
import type { Decision } from './use-decisions.ts';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

const tones = {
  waiting: 'neutral',
  running: 'progress',
  done: 'success',
  failed: 'failure',
  asking: 'progress',
  undecided: 'failure',
  unknown: 'warning',
} as const satisfies Record<Outcome['state'], string>;

type BatchDialogProps = {
  act: Decision['act'];
  rows: readonly VerificationRow[];
  limits: readonly KycLimit[];
  /** Told whether something was decided before. */
  onClose: (isDecided: boolean) => void;
  /** Told after each decision, so that its row leaves the list. */
  onDecided: () => void;
};

export function BatchDialog({ act, rows, limits, onClose, onDecided }: BatchDialogProps) {
  const t = useVerificationTexts();
  const shell = useShellTexts();
  const formId = useId();
  const { limit, choose } = useLimitChoice(limits);
  const { outcomes, run, askAgain } = useBatch(rows, onDecided);
  const { sending, asking, ...ends } = countOutcomes(outcomes);
  const isRunning = sending > 0;
  const isOver = outcomes !== undefined && !isRunning;
  const count = rows.length;
  const close = () => onClose(ends.done > 0);
  const Icon = act === 'approve' ? IconUserCheck : IconUserX;
  return (
    <Dialog
      opened
      width={520}
      onClose={isRunning ? undefined : close}
      icon={<Icon size={20} stroke={1.6} />}
      tone={act === 'approve' ? 'primary' : 'failure'}
      title={isOver && asking === 0 ? t('batch.result', ends) : t(`batch.${act}.title`, { count })}
      footer={
        isOver ? (
          <>
            {askAgain && (
              <Button variant="default" size="md" onClick={askAgain}>
                {t('batch.ask-again')}
              </Button>
            )}
            <Button size="md" data-autofocus onClick={close}>
              {shell('close')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" size="md" onClick={close} disabled={isRunning}>
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
        {outcomes ? t('batch.done', { done: ends.done + ends.failed, count }) : ''}
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
          <ReasonForm
            id={formId}
            isSent={outcomes !== undefined}
            onReject={(reason) => void run({ act: 'reject', reason })}
          />
        </div>
      )}
      {outcomes !== undefined && <OutcomeList rows={rows} outcomes={outcomes} />}
      <UnsavedGuard sending={isRunning} isDone={ends.done === count} />
    </Dialog>
  );
}

function OutcomeList({ rows, outcomes }: { rows: readonly VerificationRow[]; outcomes: Outcomes }) {
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
            {(state === 'undecided' || state === 'unknown') && <p>{t(`batch.${state}.text`)}</p>}
          </li>
        );
      })}
    </ul>
  );
}
