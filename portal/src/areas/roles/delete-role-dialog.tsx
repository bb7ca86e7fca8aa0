import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteRole, type Role, roles } from '@tonle/contract/roles';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { useRolesTexts } from './roles-texts.ts';

/** Asks before a role goes. The server refuses while somebody holds it, and says who. */
export function DeleteRoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useRolesTexts();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(deleteRole, { query: { roleId: role.id } }),
    onSuccess: () => {
      toast.success(t('roles.deleted', { role: role.name }));
      onClose();
    },
    onError: (error) => {
      onClose();
      showError(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(roles) }),
  });
  return (
    <ConfirmDialog
      opened
      careful
      danger
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
      running={remove.isPending}
      icon={<IconTrash size={20} stroke={1.6} />}
      title={t('roles.delete.title', { role: role.name })}
      confirm={t('roles.delete.confirm')}
    >
      {role.userCount > 0 ? t('roles.delete.held', { count: role.userCount }) : t('roles.delete.free')}
    </ConfirmDialog>
  );
}
