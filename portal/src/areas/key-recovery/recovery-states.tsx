import type { RecoveryRow } from '@tonle/contract/key-recovery';
import { type RecoveryStatus, recoveryStatuses, type TrxStatus } from '@tonle/contract/key-recovery-states';
import type { CodeOption } from '../../table/code-filters.tsx';
import type { Tone } from '../../theme/tokens.ts';
import { OverdueMark } from '../../ui/overdue.tsx';
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

type RecoveryStanding = Pick<RecoveryRow, 'status' | 'overdue' | 'updateTime'>;

/** The state of a request, and whether somebody should long have done something about it. */
export function RecoveryState({ request: { status, overdue, updateTime } }: { request: RecoveryStanding }) {
  const t = useKeyRecoveryTexts();
  return (
    <span className={styles.state}>
      <StatusBadge tone={recoveryTone[status]} label={t(`status.${status}`)} code={status} />
      {overdue === true && <OverdueMark since={updateTime * 1_000} />}
    </span>
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
