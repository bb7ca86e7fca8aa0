import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import { balanceInquiry } from '@tonle/contract/main-account';
import { incomingCan } from '@tonle/contract/transaction-states';
import {
  acknowledgeIncoming,
  refundIncoming,
  resendDecision,
  type TransactionDetail,
} from '@tonle/contract/transactions';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { useMay } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { Money } from '../../ui/money.tsx';
import { sourceOf } from './parties-card.tsx';
import styles from './transaction-detail.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

const transactionsArea: Area = 'transactions';
const endpointOf = {
  acknowledge: acknowledgeIncoming,
  refund: refundIncoming,
  resend: resendDecision,
} as const;
type Act = keyof typeof endpointOf;
type Decision = 'acknowledge' | 'refund';

/** The network's name of a deposit; the bank's own where it has none. */
const nameOf = (it: TransactionDetail): string =>
  it.fastTransactionId === null || it.fastTransactionId === '' ? it.fiTransactionId : it.fastTransactionId;

/**
 * Runs one act at a time. Whatever came of it, the detail is read again: where somebody was faster, or the answer was lost,
 * it says how things stand.
 */
function useDecision(it: TransactionDetail, words: Record<Act, string>) {
  const queries = useQueryClient();
  const [running, setRunning] = useState<Act>();
  const run = async (act: Act): Promise<void> => {
    if (running !== undefined) return;
    setRunning(act);
    try {
      await call(endpointOf[act], { body: { fstTrxId: nameOf(it) } });
      toast.success(words[act]);
    } catch (error) {
      showError(error);
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey: [transactionsArea] }),
        queries.invalidateQueries({ queryKey: keyOf(balanceInquiry) }),
      ]).catch(() => undefined);
      setRunning(undefined);
    }
  };
  return { running, run };
}

/** Refund and Acknowledge, on an incoming view of a deposit that waits for them (1-portal.md section 4). */
export function DecisionButtons({ transaction: it }: { transaction: TransactionDetail }) {
  const t = useTransactionsTexts();
  const may = { acknowledge: useMay('transactions.acknowledge'), refund: useMay('transactions.refund') };
  const [asked, setAsked] = useState<Decision>();
  const { running, run } = useDecision(it, {
    acknowledge: t('decision.acknowledged'),
    refund: t('decision.refunded'),
    resend: t('delivery.resent'),
  });
  const shown = {
    acknowledge: may.acknowledge && incomingCan.acknowledge(it),
    refund: may.refund && incomingCan.refund(it),
  };
  const confirm = async (decision: Decision) => {
    await run(decision);
    setAsked(undefined);
  };
  return (
    <>
      {shown.refund && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
          loading={running === 'refund'}
          disabled={running !== undefined && running !== 'refund'}
          onClick={() => setAsked('refund')}
        >
          {t('decision.refund')}
        </Button>
      )}
      {shown.acknowledge && (
        <Button
          leftSection={<IconCheck size={16} stroke={1.6} />}
          loading={running === 'acknowledge'}
          disabled={running !== undefined && running !== 'acknowledge'}
          onClick={() => setAsked('acknowledge')}
        >
          {t('decision.acknowledge')}
        </Button>
      )}
      {(['refund', 'acknowledge'] as const).map((decision) => (
        <DecisionDialog
          key={decision}
          decision={decision}
          transaction={it}
          opened={asked === decision && shown[decision]}
          running={running === decision}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => void confirm(decision)}
        />
      ))}
    </>
  );
}

type DecisionDialogProps = {
  decision: Decision;
  transaction: TransactionDetail;
  opened: boolean;
  running: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

function DecisionDialog({ decision, transaction: it, ...dialog }: DecisionDialogProps) {
  const t = useTransactionsTexts();
  const amount = (
    <Money
      key="amount"
      amount={it.transactionContent.commandList[0]?.amount ?? ''}
      currency={it.currencyName}
      code
      size="inline"
    />
  );
  const { name, accountId } = sourceOf(it);
  const Icon = decision === 'refund' ? IconArrowBackUp : IconCheck;
  return (
    <ConfirmDialog
      {...dialog}
      careful
      icon={<Icon size={20} stroke={1.6} />}
      title={<span>{t.rich(`decision.${decision}.title`, { amount })}</span>}
      confirm={<span>{t.rich(`decision.${decision}.confirm`, { amount })}</span>}
    >
      <p>
        {t.rich(`decision.${decision}.text`, {
          amount: <b key="amount">{amount}</b>,
          party: <b key="party">{name ?? accountId}</b>,
        })}
      </p>
    </ConfirmDialog>
  );
}

const minuteMs = 60_000;

/** What waits for somebody, and how far the network has been told of what was decided (ui.md, Detail). */
export function DecisionCallout({ transaction: it }: { transaction: TransactionDetail }) {
  const t = useTransactionsTexts();
  if (incomingCan.acknowledge(it)) {
    return (
      <div className={styles.callout}>
        <Banner
          tone="warning"
          title={t('decision.waits')}
          end={<Waiting since={it.transactionCreatedTime} />}
        >
          {t('decision.waits.text')}
        </Banner>
      </div>
    );
  }
  if (it.decisionDelivery === null || it.decisionDelivery.state === 'DELIVERED') return null;
  return (
    <div className={styles.callout}>
      {it.decisionDelivery.state === 'REJECTED' ? (
        <RejectedDelivery transaction={it} reason={it.decisionDelivery.reason} />
      ) : (
        <Banner tone="progress" title={t('delivery.waiting')}>
          {t('delivery.waiting.text')}
        </Banner>
      )}
    </div>
  );
}

function Waiting({ since }: { since: string }) {
  const t = useTransactionsTexts();
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / minuteMs));
  if (minutes === 0) return null;
  if (minutes < 60) return t('decision.waiting.minutes', { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t('decision.waiting.hours', { n: hours })
    : t('decision.waiting.days', { n: Math.floor(hours / 24) });
}

/** The decision stands; only the network has not taken it. It is told again, and nothing is posted again. */
function RejectedDelivery({
  transaction: it,
  reason,
}: {
  transaction: TransactionDetail;
  reason: string | null;
}) {
  const t = useTransactionsTexts();
  const mayAcknowledge = useMay('transactions.acknowledge');
  const mayRefund = useMay('transactions.refund');
  const { running, run } = useDecision(it, {
    acknowledge: t('decision.acknowledged'),
    refund: t('decision.refunded'),
    resend: t('delivery.resent'),
  });
  const retry = (mayAcknowledge || mayRefund) && (
    <Button variant="default" size="xs" loading={running === 'resend'} onClick={() => void run('resend')}>
      {t('delivery.resend')}
    </Button>
  );
  return (
    <Banner tone="failure" title={t('delivery.rejected')} end={retry || undefined}>
      {reason === null
        ? t('delivery.rejected.text')
        : t.rich('delivery.rejected.reason', {
            // The network's own words.
            reason: (
              <span key="reason" lang="en">
                {reason}
              </span>
            ),
          })}
    </Banner>
  );
}
