import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { permissionFor } from '@tonle/contract/channel-permissions';
import { type VerificationDetail, verificationCan } from '@tonle/contract/verification';
import { type RefObject, useState } from 'react';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useMay } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import { nameOf } from '../customers/customers.public.tsx';
import { ApproveDialog } from './decision-dialogs.tsx';
import { LimitAmounts } from './limit-amounts.tsx';
import { useLimitChoice, useOfferedLimits } from './limit-choice.ts';
import { LimitSelect } from './limit-select.tsx';
import { ReasonForm } from './reason-form-loader.tsx';
import { useReviewKeys } from './review-keys.ts';
import { type Decision, useDecision } from './use-decisions.ts';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

type DecisionPanelProps = {
  request: VerificationDetail;
  /** Decided: with the next that waits, or null where nothing does. */
  onDecided: (nextVerificationId: string | null) => void;
};

/** Approve with a limit, or reject with a reason; or what was decided. Whoever was reading meanwhile is told of it. */
export function DecisionPanel({ request, onDecided }: DecisionPanelProps) {
  const t = useVerificationTexts();
  const may = useMay(permissionFor('verification.decide', request.accountType));
  const [first] = useState(request);
  const isPending = request.requestStatus === 'PENDING';
  const by = request.decidedBy ?? '';
  const isNews =
    may && !isPending && first.requestStatus === 'PENDING' && request.decidedByCaller !== true && by !== '';
  return (
    <>
      {isNews && <Banner tone="warning" announce title={t('decision.meanwhile', { by })} />}
      {isPending && request.revision !== first.revision && (
        <Banner tone="warning" announce title={t('decision.changed')} />
      )}
      {isPending && may ? (
        <Deciding request={request} onDecided={onDecided} />
      ) : (
        <Outcome request={request} />
      )}
    </>
  );
}

function Deciding({ request, onDecided }: DecisionPanelProps) {
  const t = useVerificationTexts();
  const limits = useOfferedLimits(request.accountType, request.kycStatus);
  const { limit, choose } = useLimitChoice(limits);
  /** The request as it was when the dialog came: below it what is shown may change. */
  const [asked, setAsked] = useState<VerificationDetail>();
  const { run, running } = useDecision();
  /** Open again where nothing came of it. */
  const [stage, setStage] = useState<'open' | 'sending' | 'sent'>('open');
  const can = verificationCan.approve(request);
  const reason = useReasonField();
  const decideOn = async (decision: Decision) => {
    setStage('sending');
    const decided = await run(asked ?? request, decision);
    setAsked(undefined);
    setStage(decided === undefined ? 'open' : 'sent');
    if (decided === undefined) return;
    // Where the answer was lost, the next is the one that was next before.
    const { nextVerificationId = request.queue?.nextId ?? null } = decided;
    onDecided(nextVerificationId);
  };
  const canApprove = can && limit !== undefined;
  useReviewKeys({
    onApprove: () => canApprove && stage === 'open' && setAsked(request),
    onReject: () => can && reason.focus(),
  });
  return (
    <Card title={t('decision.title')}>
      {!can && (
        <div className={styles.notLive}>
          <Banner tone="warning" title={t('act.own')} />
        </div>
      )}
      {limit === undefined ? (
        <p className={styles.hint}>{t('limit.none')}</p>
      ) : (
        <>
          <LimitSelect
            label={t('decision.limit')}
            limits={limits}
            value={limit.id}
            onChange={choose}
            disabled={!can}
            shown
          />
          <LimitAmounts limit={limit} />
          <ApproveDialog
            opened={asked !== undefined}
            name={nameOf(request)}
            limit={limit}
            running={running === 'approve'}
            onCancel={() => setAsked(undefined)}
            onConfirm={() => void decideOn({ act: 'approve', limitId: limit.id })}
          />
        </>
      )}
      <Button
        fullWidth
        size="md"
        disabled={!canApprove || running === 'reject'}
        leftSection={<IconCheck size={16} stroke={1.6} />}
        onClick={() => setAsked(request)}
      >
        {t('approve.confirm')}
      </Button>
      <div className={styles.rejecting} ref={reason.place}>
        <ReasonForm isSent={stage !== 'open'} onReject={(text) => decideOn({ act: 'reject', reason: text })}>
          {(formId) => (
            <Button
              fullWidth
              type="submit"
              form={formId}
              size="md"
              color="red"
              variant="outline"
              mt={12}
              disabled={!can}
              loading={running === 'reject'}
              leftSection={<IconX size={16} stroke={1.6} />}
            >
              {t('reject.confirm')}
            </Button>
          )}
        </ReasonForm>
        <UnsavedGuard sending={stage === 'sending'} isDone={stage === 'sent'} />
      </div>
      <p className={styles.keys}>
        <span>
          <Kbd>A</Kbd> {t('keys.approve')}
        </span>
        <span>
          <Kbd>R</Kbd> {t('keys.reject')}
        </span>
        <span>
          <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.neighbours')}
        </span>
      </p>
    </Card>
  );
}

/** The field for the reason, by the place that it stands in. */
function useReasonField(): { place: RefObject<HTMLDivElement | null>; focus: () => void } {
  const [place] = useState<RefObject<HTMLDivElement | null>>(() => ({ current: null }));
  return { place, focus: () => place.current?.querySelector('textarea')?.focus() };
}

const tones = { PENDING: 'warning', APPROVED: 'success', REJECTED: 'failure' } as const;

/** How it ended; the reason is shown wherever the request is. */
function Outcome({ request }: { request: VerificationDetail }) {
  const t = useVerificationTexts();
  const { requestStatus, decidedBy, decidedTime, remarks } = request;
  return (
    <Card title={t('decision.title')}>
      <StatusBadge tone={tones[requestStatus]} label={t(`state.${requestStatus}`)} code={requestStatus} />
      {requestStatus !== 'PENDING' && (
        <FieldRows
          variant="compact"
          rows={[
            {
              label: <DateTime value={decidedTime} />,
              value: decidedBy === null ? '' : t('decision.by', { by: decidedBy }),
            },
            requestStatus === 'REJECTED' && {
              label: t('decision.reason'),
              value: remarks === null || remarks === '' ? t('reason.none') : remarks,
            },
          ]}
        />
      )}
    </Card>
  );
}
