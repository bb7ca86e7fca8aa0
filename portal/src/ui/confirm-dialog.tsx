import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Dialog } from './dialog.tsx';
import type { TileTone } from './icon-tile.tsx';

type ConfirmDialogProps = {
  opened: boolean;
  onCancel: () => void;
  /** Runs the act. The dialog stays while it runs and after it failed, so that nothing typed is lost. */
  onConfirm: () => void;
  running?: boolean;
  icon: ReactNode;
  tone?: TileTone;
  title: ReactNode;
  /** What follows from the act. */
  children: ReactNode;
  /** Names the act: "Yes, send ៛1,000,000 KHR". Never "OK". */
  confirm: ReactNode;
  /** Cancel unless something else is meant. */
  cancel?: ReactNode;
  /** Red, for what destroys or rejects. */
  danger?: boolean;
  /** Money and deletion start with the focus on Cancel. */
  careful?: boolean;
  /** What has to be typed before the act can run (ui.md, rule 17). */
  phrase?: string;
  /** False while a field inside, such as a reason, is not yet good. */
  ready?: boolean;
};

/** Asks before an act: consequence, typed phrase where it cannot be undone, running state. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    onCancel,
    onConfirm,
    running = false,
    phrase,
    careful = false,
    danger = false,
    ready = true,
  } = props;
  const t = useShellTexts();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const formId = useId();
  const phraseRight = phrase === undefined || typed.trim() === phrase;
  const cancel = () => {
    setTyped('');
    setRefused(false);
    onCancel();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(!phraseRight);
    if (phraseRight && ready && !running) onConfirm();
  };
  return (
    <Dialog
      opened={opened}
      onClose={running ? undefined : cancel}
      icon={props.icon}
      tone={props.tone ?? (danger ? 'failure' : 'primary')}
      title={props.title}
      described
      footer={
        <>
          <Button
            variant="default"
            size="md"
            onClick={cancel}
            disabled={running}
            data-autofocus={careful || danger ? true : undefined}
          >
            {props.cancel ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            size="md"
            color={danger ? 'red' : undefined}
            loading={running}
            disabled={!ready || (phrase !== undefined && !phraseRight)}
            data-autofocus={careful || danger ? undefined : true}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        {props.children}
        {phrase !== undefined && (
          <>
            <p>{t.rich('dialog.type-phrase', { phrase: <b>{phrase}</b> })}</p>
            <TextInput
              mt={8}
              aria-label={t('dialog.phrase')}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onBlur={() => setRefused(typed !== '' && !phraseRight)}
              // Enter sends nothing while the button is disabled; it says why.
              onKeyDown={(event) => event.key === 'Enter' && setRefused(!phraseRight)}
              error={refused && !phraseRight ? t('dialog.phrase-wrong', { phrase }) : undefined}
            />
          </>
        )}
      </form>
      <span className="tn-visually-hidden" role="status">
        {running ? t('dialog.running') : ''}
      </span>
    </Dialog>
  );
}
