import { Button } from '@mantine/core';
import { IconHourglass, IconPencilOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { getSession } from '../session/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useLeaveBlocker } from './leave-blocker.ts';

type UnsavedGuardProps = {
  /** Something was typed that is not saved. */
  when?: boolean;
  /** It is on its way: whoever leaves would not hear of a refusal, and waits for the answer. */
  sending?: boolean;
  /** It has come to what it should, so that whoever waits may go on; so they do where the guard goes, and no dialog comes. */
  isDone?: boolean;
};

/** Asks before what was typed is lost: on leaving the page, on closing the tab (ui.md, rule 18; docs/decisions/148). */
export function UnsavedGuard({ when = false, sending = false, isDone = !when }: UnsavedGuardProps) {
  const t = useShellTexts();
  const blocker = useLeaveBlocker({ leaving: when, moving: sending });
  const { isHeldBack, stay, go } = blocker;
  const waits = useRef(false);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
    const waited = waits.current;
    waits.current = isHeldBack && sending;
    if (!waited || sending) return;
    if (isDone) go();
    else stay();
  });
  useEffect(
    () => () => {
      // Where a dialog comes in its place, it has something to say: the next step, or why there is none.
      const goUnlessAsked = () => document.querySelector('dialog[open]') ?? latest.current();
      if (waits.current && getSession()) queueMicrotask(goUnlessAsked);
    },
    [],
  );
  return (
    <>
      <ConfirmDialog
        opened={isHeldBack && !sending && !waits.current}
        onCancel={stay}
        onConfirm={go}
        careful
        danger
        icon={<IconPencilOff size={20} stroke={1.6} />}
        tone="warning"
        title={t('form.unsaved.title')}
        confirm={t('form.unsaved.leave')}
        cancel={t('form.unsaved.stay')}
      >
        {t('form.unsaved.text')}
      </ConfirmDialog>
      <Dialog
        opened={isHeldBack && sending}
        described
        onClose={stay}
        icon={<IconHourglass size={20} stroke={1.6} />}
        tone="progress"
        title={t('form.sending.title')}
        footer={
          <Button variant="default" size="md" data-autofocus onClick={stay}>
            {t('form.unsaved.stay')}
          </Button>
        }
      >
        <p>{t('form.sending.text')}</p>
      </Dialog>
    </>
  );
}
