import { Button } from '@mantine/core';
import { IconBan, IconCheck, IconX } from '@tabler/icons-react';
import {
  authorizeRecovery,
  closeRecovery,
  type RecoveryRow,
  rejectRecovery,
  revokeRecovery,
} from '@tonle/contract/key-recovery';
import { recoveryCan } from '@tonle/contract/key-recovery-states';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/messages.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { RecoveryCodeDialog } from './code-dialog.tsx';
import styles from './key-recovery.module.css';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';
import type { RecoveryStart } from './recovery-modal.tsx';
import { useRecoveryAct } from './use-recovery-act.ts';

export type Side = 'admin' | 'authorizer';
type Act = 'verify' | 'complete' | 'cancel' | 'revoke' | 'approve' | 'reject';
/** Those that a row asks for in a dialog of its own. */
type DialogAct = Exclude<Act, 'complete'>;

/** What each side offers in each state (2-console.md section 4). */
const offered: Readonly<Record<Side, readonly [Act, (it: RecoveryRow) => boolean][]>> = {
  admin: [
    ['verify', recoveryCan.verify],
    ['complete', recoveryCan.complete],
    ['cancel', recoveryCan.cancel],
    ['revoke', recoveryCan.revoke],
  ],
  authorizer: [
    ['approve', recoveryCan.authorize],
    ['reject', recoveryCan.reject],
  ],
};
const destructive: readonly Act[] = ['cancel', 'revoke', 'reject'];

type ActionsProps = {
  side: Side;
  request: RecoveryRow;
  size?: 'xs' | 'sm';
  /** Opens the Key recovery modal, which outlives the row. */
  onComplete: (start: RecoveryStart) => void;
};

const completionOf = ({ accountId, name, accountType }: RecoveryRow): RecoveryStart => ({
  accountId,
  name,
  step: accountType === 'MOBILE' ? 'individual' : 'complete',
});

/** The acts that a request allows now; what they ask stands in dialogs. */
export function RecoveryActions({ side, request, size = 'xs', onComplete }: ActionsProps) {
  const t = useKeyRecoveryTexts();
  const [asked, setAsked] = useState<DialogAct>();
  const acts = offered[side].filter(([, can]) => can(request)).map(([act]) => act);
  const close = () => setAsked(undefined);
  const ask = (act: Act) => (act === 'complete' ? onComplete(completionOf(request)) : setAsked(act));
  return (
    <>
      {acts.length === 0 ? (
        <span className={styles.absent}>{t('no-actions')}</span>
      ) : (
        <span className={styles.actions}>
          {acts.map((act) => (
            <ActButton key={act} act={act} request={request} size={size} onClick={() => ask(act)} />
          ))}
        </span>
      )}
      {/* It stays, with what was typed, also where a colleague has changed the request meanwhile. */}
      {asked !== undefined && <ActDialog act={asked} request={request} onClose={close} />}
    </>
  );
}

function ActButton({
  act,
  request,
  size,
  onClick,
}: {
  act: Act;
  request: RecoveryRow;
  size: 'xs' | 'sm';
  onClick: () => void;
}) {
  const t = useKeyRecoveryTexts();
  const bar = act === 'approve' ? request.barred : null;
  const label = t(`act.${act}`);
  return (
    <Button
      size={size}
      variant={destructive.includes(act) ? 'default' : size === 'sm' ? 'filled' : 'light'}
      disabled={Boolean(bar)}
      title={bar ? t(`barred.${bar}`) : undefined}
      aria-label={size === 'xs' ? t('act.on', { act: label, account: request.accountId }) : undefined}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function ActDialog({
  act,
  request,
  onClose,
}: {
  act: DialogAct;
  request: RecoveryRow;
  onClose: () => void;
}): ReactNode {
  const { accountId, name } = request;
  switch (act) {
    case 'verify':
      return <RecoveryCodeDialog accountId={accountId} name={name} onClose={onClose} onVerified={onClose} />;
    case 'approve':
      return <ApproveDialog request={request} onClose={onClose} />;
    default:
      return <EndDialog act={act} request={request} onClose={onClose} />;
  }
}

function EndDialog({
  act,
  request: { id, trxHash, accountId },
  onClose,
}: {
  act: 'cancel' | 'revoke' | 'reject';
  request: RecoveryRow;
  onClose: () => void;
}) {
  const t = useKeyRecoveryTexts();
  const { running, run } = useRecoveryAct();
  const send = (reason: string): Promise<unknown> => {
    if (act === 'reject') return call(rejectRecovery, { body: { requestId: id, reason } });
    // Cancelling a SENT request uses the transaction hash; others use the id (2-console.md section 4).
    return act === 'revoke'
      ? call(revokeRecovery, { body: { trxHash: trxHash ?? '', reason } })
      : call(closeRecovery, { body: { id, reason } });
  };
  const confirm = async (reason: string) => {
    if ((await run(() => send(reason), { onOver: onClose })) === undefined) return;
    toast.success(t(act === 'reject' ? 'rejected' : 'canceled'));
    onClose();
  };
  return (
    <ReasonDialog
      icon={act === 'reject' ? <IconX size={20} stroke={1.6} /> : <IconBan size={20} stroke={1.6} />}
      title={t(`${act}.title`, { account: accountId })}
      text={t(`${act}.text`)}
      label={t('reason.label')}
      help={t('reason.help')}
      confirm={t(`${act}.confirm`)}
      cancel={act === 'cancel' ? t('cancel.keep') : undefined}
      running={running}
      onCancel={onClose}
      onReason={(reason) => void confirm(reason)}
    />
  );
}

function ApproveDialog({
  request: { id, accountId },
  onClose,
}: {
  request: RecoveryRow;
  onClose: () => void;
}) {
  const t = useKeyRecoveryTexts();
  const { running, run } = useRecoveryAct();
  const confirm = async () => {
    const send = () => call(authorizeRecovery, { body: { requestId: id } });
    if ((await run(send, { onOver: onClose })) === undefined) return;
    toast.success(t('approved'));
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      careful
      icon={<IconCheck size={20} stroke={1.6} />}
      title={t('approve.title', { account: accountId })}
      confirm={t('approve.confirm')}
      running={running}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{t('approve.text')}</p>
      <p>{t('approve.look')}</p>
    </ConfirmDialog>
  );
}
