import { prepareRecovery, verifyRecovery } from '@tonle/contract/key-recovery';
import { call } from '../../api/call.ts';
import { CodeDialog } from '../../ui/code-dialog.tsx';
import { toast } from '../../ui/messages.ts';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';
import { useRecoveryAct } from './use-recovery-act.ts';

type RecoveryCodeDialogProps = {
  accountId: string;
  name: string;
  onClose: () => void;
  onVerified: () => void;
};

/** Asks for the code that the customer was sent. */
export function RecoveryCodeDialog({ accountId, name, onClose, onVerified }: RecoveryCodeDialogProps) {
  const t = useKeyRecoveryTexts();
  const { running, run } = useRecoveryAct();
  return (
    <CodeDialog
      title={t('code.title', { account: accountId })}
      text={t('code.text')}
      label={t('code.label')}
      confirm={t('code.confirm')}
      resend={t('code.resend')}
      running={running}
      onCode={async (code, inline) => {
        const verify = () => call(verifyRecovery, { body: { accountId, code } });
        if ((await run(verify, { inline, onOver: onClose })) === undefined) return;
        toast.success(t('verified'));
        onVerified();
      }}
      onResend={async () => {
        const send = () => call(prepareRecovery, { body: { accountId, name } });
        if ((await run(send, { onOver: onClose })) === undefined) return false;
        toast.success(t('code.resent'));
        return true;
      }}
      onClose={onClose}
    />
  );
}
