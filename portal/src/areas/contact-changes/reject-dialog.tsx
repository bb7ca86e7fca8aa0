import { IconX } from '@tabler/icons-react';
import { type ContactChange, rejectContactChange } from '@tonle/contract/contact-changes';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/messages.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useContactChangesTexts } from './contact-changes-texts.ts';
import { useContactChangeAct } from './use-contact-change-act.ts';

/** Asks why a request is rejected. */
export function RejectDialog({ request, onClose }: { request: ContactChange; onClose: () => void }) {
  const t = useContactChangesTexts();
  const { running, run } = useContactChangeAct();
  const reject = async (reason: string) => {
    const send = () => call(rejectContactChange, { body: { requestId: request.id, reason } });
    if ((await run(send, { onOver: onClose })) === undefined) return;
    toast.success(t('success'), { text: t('rejected') });
    onClose();
  };
  return (
    <ReasonDialog
      icon={<IconX size={20} stroke={1.6} />}
      title={t('reject.title', { account: request.accountId })}
      text={t('reject.text')}
      label={t('reason.label')}
      help={t('reason.help')}
      confirm={t('reject.confirm')}
      running={running}
      onCancel={onClose}
      onReason={(reason) => void reject(reason)}
    />
  );
}
