import { Textarea } from '@mantine/core';
import { Reason, reasonLengthMax } from '@tonle/contract/reason';
import { type ReactNode, useState } from 'react';
import { Counter, LabelLine } from '../form/field-label.tsx';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { useMessageText } from '../i18n/use-message-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import dialogStyles from './dialog.module.css';

type ReasonDialogProps = {
  icon: ReactNode;
  title: ReactNode;
  /** What follows from the act. */
  text: ReactNode;
  label: string;
  help: string;
  confirm: string;
  cancel?: string | undefined;
  running: boolean;
  onCancel: () => void;
  onReason: (reason: string) => void;
};

/** Asks for the reason of an act; what was typed stays whatever comes of it (ui.md, rule 22). */
export function ReasonDialog({ text, label, help, onReason, ...dialog }: ReasonDialogProps) {
  const inWords = useMessageText();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = () => {
    const judged = Reason.safeParse(reason);
    setFault(judged.error?.issues[0]?.message);
    if (judged.success) onReason(judged.data);
  };
  return (
    <>
      <ConfirmDialog {...dialog} opened danger onConfirm={submit}>
        <p>{text}</p>
        <div className={dialogStyles.field} data-unsaved={reason !== '' || undefined}>
          <Textarea
            rows={3}
            maxLength={2_000}
            label={<LabelLine end={<Counter value={reason} max={reasonLengthMax} />}>{label}</LabelLine>}
            description={help}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={fault === undefined ? undefined : inWords(fault)}
          />
        </div>
      </ConfirmDialog>
      <UnsavedGuard when={reason !== ''} sending={dialog.running} />
    </>
  );
}
