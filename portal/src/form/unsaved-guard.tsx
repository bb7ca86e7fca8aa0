import { IconPencilOff } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { getSession } from '../session/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before what was typed is lost: on leaving the page, on closing the tab (ui.md, rule 18). */
export function UnsavedGuard({ when }: { when: boolean }) {
  const t = useShellTexts();
  const blocker = useBlocker({
    // A session that ended takes its page along: there is nobody to ask any more.
    shouldBlockFn: ({ current, next }) =>
      when && getSession() !== undefined && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  const asking = blocker.status === 'blocked';
  return (
    <ConfirmDialog
      opened={asking}
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
  );
}
