import { Button, TextInput } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Code } from '@tonle/contract/code';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { useMessageText } from '../i18n/use-message-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import dialogStyles from './dialog.module.css';
import { useErrorText } from './error-text.ts';

type CodeDialogProps = {
  title: ReactNode;
  /** Who got the code. */
  text: ReactNode;
  label: string;
  confirm: string;
  resend: string;
  running: boolean;
  /** `refused` takes what the server says of the code; it then stands beside the field. */
  onCode: (code: string, refused: (error: ApiError) => boolean) => Promise<void>;
  /** Gives whether another code was sent. */
  onResend: () => Promise<boolean>;
  onClose: () => void;
};

/** Asks for a code that somebody was sent; a wrong one is said beside the field, and what was typed stays there. */
export function CodeDialog(props: CodeDialogProps) {
  const inWords = useMessageText();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = async () => {
    const judged = Code.safeParse(code);
    const issue = judged.error?.issues[0]?.message;
    setFault(issue === undefined ? undefined : inWords(issue));
    if (!judged.success) return;
    await props.onCode(judged.data, (error) => {
      if (!error.refusalName?.startsWith('CODE_')) return false;
      setFault(errorText(error).detail);
      return true;
    });
  };
  const resend = async () => {
    if (await props.onResend()) setFault(undefined);
  };
  return (
    <>
      <ConfirmDialog
        opened
        icon={<IconShieldCheck size={20} stroke={1.6} />}
        title={props.title}
        confirm={props.confirm}
        running={props.running}
        onCancel={props.onClose}
        onConfirm={() => void submit()}
      >
        <p>{props.text}</p>
        <div className={dialogStyles.field}>
          <TextInput
            label={props.label}
            value={code}
            maxLength={32}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            onChange={(event) => setCode(event.currentTarget.value)}
            error={fault}
          />
          <div>
            <Button variant="subtle" size="xs" onClick={() => void resend()} disabled={props.running}>
              {props.resend}
            </Button>
          </div>
        </div>
      </ConfirmDialog>
      <UnsavedGuard sending={props.running} isDone={false} />
    </>
  );
}
