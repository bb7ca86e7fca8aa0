import { Button } from '@mantine/core';
import { IconHourglass, IconPencilOff } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { getSession } from '../session/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useIsAsked } from './use-go-on.ts';

/** Holds back whoever leaves the page, and the browser's question those who close the tab. */
export function useLeaveBlocker(when: boolean) {
  return useBlocker({
    // A session that ended takes its page along: there is nobody to ask any more.
    shouldBlockFn: ({ current, next }) =>
      when && getSession() !== undefined && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
}

type UnsavedGuardProps = {
  /** Something was typed that is not saved. */
  when?: boolean;
  /** It is on its way: whoever leaves would not hear of a refusal, and waits for the answer. */
  sending?: boolean;
  /** It has come to what it should, so that whoever waits may go on. */
  isDone?: boolean;
};

/** Asks before what was typed is lost: on leaving the page, on closing the tab (ui.md, rule 18). */
export function UnsavedGuard({ when = false, sending = false, isDone = !when }: UnsavedGuardProps) {
  const t = useShellTexts();
  const blocker = useLeaveBlocker(when || sending);
  const isAsked = blocker.status === 'blocked';
  const waits = useRef(false);
  useIsAsked(isAsked);
  useEffect(() => {
    const wasWaiting = waits.current;
    waits.current = isAsked && sending;
    if (!wasWaiting || sending) return;
    if (isDone) blocker.proceed?.();
    else blocker.reset?.();
  }, [isAsked, sending, isDone, blocker]);
  // What goes along with its guard has nothing more to lose, but may have something to show.
  const stay = useRef(blocker.reset);
  stay.current = blocker.reset;
  useEffect(() => () => stay.current?.(), []);
  return (
    <>
      <ConfirmDialog
        opened={isAsked && !sending && !waits.current}
        onCancel={() => blocker.reset?.()}
        onConfirm={() => blocker.proceed?.()}
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
        opened={isAsked && sending}
        described
        onClose={() => blocker.reset?.()}
        icon={<IconHourglass size={20} stroke={1.6} />}
        tone="progress"
        title={t('form.sending.title')}
        footer={
          <Button variant="default" size="md" data-autofocus onClick={() => blocker.reset?.()}>
            {t('form.unsaved.stay')}
          </Button>
        }
      >
        <p>{t('form.sending.text')}</p>
      </Dialog>
    </>
  );
}
