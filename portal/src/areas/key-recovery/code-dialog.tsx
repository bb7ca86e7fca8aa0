import { Button, TextInput } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Code } from '@tonle/contract/code';
import { prepareRecovery, verifyRecovery } from '@tonle/contract/key-recovery';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/messages.ts';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';
import { useRecoveryAct } from './use-recovery-act.ts';

type CodeDialogProps = {
  accountId: string;
  name: string;
  onClose: () => void;
  onVerified: () => void;
};

/** Asks for the code that the customer was sent; a wrong one is said beside the field, and stays there. */
export function CodeDialog({ accountId, name, onClose, onVerified }: CodeDialogProps) {
  const t = useKeyRecoveryTexts();
  const inWords = useMessageText();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { running, run } = useRecoveryAct();
  const submit = async () => {
    const judged = Code.safeParse(code);
    const issue = judged.error?.issues[0]?.message;
    setFault(issue === undefined ? undefined : inWords(issue));
    if (!judged.success) return;
    const isDone = await run(() => call(verifyRecovery, { body: { accountId, code: judged.data } }), {
      done: t('verified'),
      inline: (error) => {
        if (!error.refusalName?.startsWith('CODE_')) return false;
        setFault(errorText(error).detail);
        return true;
      },
    });
    if (isDone) onVerified();
  };
  const resend = async () => {
    const isSent = await run(() => call(prepareRecovery, { body: { accountId, name } }));
    if (isSent) toast.success(t('code.resent'));
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
      <p>{t('code.text')}</p>
      <TextInput
        label={t('code.label')}
        value={code}
        maxLength={32}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => setCode(event.currentTarget.value)}
        error={fault}
      />
      <p>
        <Button variant="subtle" size="xs" onClick={() => void resend()} disabled={running}>
          {t('code.resend')}
        </Button>
      </p>
    </ConfirmDialog>
  );
}
