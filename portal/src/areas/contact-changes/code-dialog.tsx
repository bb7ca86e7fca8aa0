import { resendContactChangeCode, verifyContactChange } from '@tonle/contract/contact-changes';
import { call } from '../../api/call.ts';
import { CodeDialog } from '../../ui/code-dialog.tsx';
import { toast } from '../../ui/messages.ts';
import { shownContact } from './contact-change-states.tsx';
import { useContactChangesTexts } from './contact-changes-texts.ts';
import { useContactChangeAct } from './use-contact-change-act.ts';

type ContactCodeDialogProps = { id: string; accountId: string; contact: string; onClose: () => void };

/** Asks for the code that the new contact got. */
export function ContactCodeDialog({ id, accountId, contact, onClose }: ContactCodeDialogProps) {
  const t = useContactChangesTexts();
  const { running, run } = useContactChangeAct();
  return (
    <CodeDialog
      title={t('code.title', { account: accountId })}
      text={t('code.text', { contact: shownContact(contact) })}
      label={t('code.label')}
      confirm={t('code.confirm')}
      resend={t('code.resend')}
      running={running}
      onCode={async (code, inline) => {
        const verify = () => call(verifyContactChange, { body: { requestId: id, code } });
        if ((await run(verify, { inline, onOver: onClose })) === undefined) return;
        toast.success(t('success'), { text: t('verified') });
        onClose();
      }}
      onResend={async () => {
        const send = () => call(resendContactChangeCode, { body: { requestId: id } });
        if ((await run(send, { onOver: onClose })) === undefined) return false;
        toast.success(t('code.resent'));
        return true;
      }}
      onClose={onClose}
    />
  );
}
