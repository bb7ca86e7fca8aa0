import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  blockConsoleUser,
  type ConsoleUser,
  consoleUsers,
  unblockConsoleUser,
} from '@tonle/contract/console-users';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { useConsoleUsersTexts } from './console-users-texts.ts';

/** Asks before somebody is blocked, or let in again. */
export function BlockDialog({ user, onClose }: { user: ConsoleUser; onClose: () => void }) {
  const t = useConsoleUsersTexts();
  const queries = useQueryClient();
  const way = user.blocked || user.locked ? 'unblock' : 'block';
  const change = useMutation({
    mutationFn: () =>
      call(way === 'block' ? blockConsoleUser : unblockConsoleUser, { params: { id: user.id } }),
    onSuccess: () => {
      toast.success(t('success'), { text: t(way === 'block' ? 'users.blocked' : 'users.unblocked') });
      onClose();
    },
    onError: (error) => {
      onClose();
      showError(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(consoleUsers) }),
  });
  return (
    <ConfirmDialog
      opened
      danger={way === 'block'}
      onCancel={onClose}
      onConfirm={() => change.mutate()}
      running={change.isPending}
      icon={way === 'block' ? <IconLock size={20} stroke={1.6} /> : <IconLockOpen size={20} stroke={1.6} />}
      title={t(`users.${way}.title`)}
      confirm={t(`users.${way}`)}
    >
      {t(`users.${way}.text`, { name: `${user.firstName} ${user.lastName}`, login: user.login })}
    </ConfirmDialog>
  );
}
