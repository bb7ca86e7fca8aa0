import { IconClockExclamation } from '@tabler/icons-react';
import { type RecoveryStatus, recoveryStatuses, type TrxStatus } from '@tonle/contract/key-recovery-states';
import type { CodeOption } from '../../table/code-filters.tsx';
import type { Tone } from '../../theme/tokens.ts';
import { StatusBadge, StatusText } from '../../ui/status.tsx';
import styles from './key-recovery.module.css';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';

/** What a state means to people (ui.md, Meaning → tone). */
export const recoveryTone: Readonly<Record<RecoveryStatus, Tone>> = {
  PREPARED: 'progress',
  CREATED: 'warning',
  VERIFIED: 'warning',
  OPENED: 'progress',
  READY: 'warning',
  AUTHORIZED: 'progress',
  SENT: 'progress',
  REVOKED: 'neutral',
  APPROVED: 'success',
  REJECTED: 'failure',
  FAILED: 'failure',
  SUCCESSFUL: 'success',
  CANCELED: 'neutral',
};

const trxTone: Readonly<Record<TrxStatus, Tone>> = {
  PENDING: 'progress',
  APPROVED: 'success',
  SUCCESS: 'success',
  REJECTED: 'failure',
  FAILED: 'failure',
  REVOKED: 'neutral',
};

export function RecoveryState({ status, overdue = false }: { status: RecoveryStatus; overdue?: boolean }) {
  const t = useKeyRecoveryTexts();
  return (
    <>
      <StatusBadge tone={recoveryTone[status]} label={t(`status.${status}`)} code={status} />
      {overdue && (
        <span className={styles.overdue} title={t('overdue')}>
          <IconClockExclamation size={16} stroke={1.6} aria-hidden="true" />
          <span className="tn-visually-hidden">{t('overdue')}</span>
        </span>
      )}
    </>
  );
}

/** Beside the request's own state, without a tint. */
export function TrxState({ status }: { status: TrxStatus | null }) {
  const t = useKeyRecoveryTexts();
  if (status === null) return <NotCreated />;
  return <StatusText tone={trxTone[status]} label={t(`trx.${status}`)} code={status} />;
}

export const NotCreated = () => <span className={styles.absent}>{useKeyRecoveryTexts()('not-created')}</span>;

export function useStatusOptions(): CodeOption[] {
  const t = useKeyRecoveryTexts();
  return recoveryStatuses.map((code) => ({ code, label: t(`status.${code}`), tone: recoveryTone[code] }));
}
