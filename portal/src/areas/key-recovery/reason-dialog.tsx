import { Textarea } from '@mantine/core';
import { Reason } from '@tonle/contract/reason';
import { type ReactNode, useState } from 'react';
import { Counter, LabelLine } from '../../form/field-label.tsx';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';

const reasonLengthMax = 255;

type ReasonDialogProps = {
  icon: ReactNode;
  title: string;
  text: string;
  confirm: string;
  cancel?: string;
  running: boolean;
  onCancel: () => void;
  onConfirm: (reason: string) => void;
};

/** Asks for the reason of an act; what was typed stays whatever comes of it (ui.md, rule 22). */
export function ReasonDialog({ text, onConfirm, ...dialog }: ReasonDialogProps) {
  const t = useKeyRecoveryTexts();
  const inWords = useMessageText();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = () => {
    const judged = Reason.safeParse(reason);
    setFault(judged.error?.issues[0]?.message);
    if (judged.success) onConfirm(judged.data);
  };
  return (
    <ConfirmDialog {...dialog} opened danger onConfirm={submit}>
      <p>{text}</p>
      <Textarea
        rows={3}
        maxLength={2_000}
        label={
          <LabelLine end={<Counter value={reason} max={reasonLengthMax} />}>{t('reason.label')}</LabelLine>
        }
        description={t('reason.help')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={fault === undefined ? undefined : inWords(fault)}
      />
    </ConfirmDialog>
  );
}
