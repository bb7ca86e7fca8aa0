import { Button, TextInput } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Code } from '@tonle/contract/code';
import { resendContactChangeCode, verifyContactChange } from '@tonle/contract/contact-changes';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/messages.ts';
import { shownContact } from './contact-change-states.tsx';
import styles from './contact-changes.module.css';
import { useContactChangesTexts } from './contact-changes-texts.ts';
import { useContactChangeAct } from './use-contact-change-act.ts';

type CodeDialogProps = { id: string; accountId: string; contact: string; onClose: () => void };

/** Asks for the code that the new contact got; a wrong one is said beside the field, and stays there. */
export function CodeDialog({ id, accountId, contact, onClose }: CodeDialogProps) {
  const t = useContactChangesTexts();
  const inWords = useMessageText();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { running, run } = useContactChangeAct();
  const submit = async () => {
    const judged = Code.safeParse(code);
    const issue = judged.error?.issues[0]?.message;
    setFault(issue === undefined ? undefined : inWords(issue));
    if (!judged.success) return;
    const verified = await run(
      () => call(verifyContactChange, { body: { requestId: id, code: judged.data } }),
      (error) => {
        if (!error.refusalName?.startsWith('CODE_')) return false;
        setFault(errorText(error).detail);
        return true;
      },
    );
    if (verified === undefined) return;
    toast.success(t('success'), { text: t('verified') });
    onClose();
  };
  const resend = async () => {
    const sent = await run(() => call(resendContactChangeCode, { body: { requestId: id } }));
    if (sent === undefined) return;
    setFault(undefined);
    toast.success(t('code.resent'));
  };
  return (
    <ConfirmDialog
      opened
      icon={<IconShieldCheck size={20} stroke={1.6} />}
      title={t('code.title', { account: accountId })}
      confirm={t('code.confirm')}
      running={running}
      onCancel={onClose}
      onConfirm={() => void submit()}
    >
      <p>{t('code.text', { contact: shownContact(contact) })}</p>
      <div className={styles.field}>
        <TextInput
          label={t('code.label')}
          value={code}
          maxLength={32}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          onChange={(event) => setCode(event.currentTarget.value)}
          error={fault}
        />
        <div>
          <Button variant="subtle" size="xs" onClick={() => void resend()} disabled={running}>
            {t('code.resend')}
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
