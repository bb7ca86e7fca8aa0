import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@tonle/contract/endpoint';
import {
  deletePermission,
  deleteRole,
  type Role,
  type RolePermission,
  rolePermissions,
  roles,
} from '@tonle/contract/roles';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { useRolesTexts } from './roles-texts.ts';

type DeleteDialogProps = {
  title: string;
  text: string;
  confirm: string;
  remove: () => Promise<unknown>;
  done: string;
  /** Whose list it leaves. */
  list: Endpoint;
  onClose: () => void;
};

/** Asks before something goes. Whatever the server says of it, its list is read again. */
function DeleteDialog({ title, text, confirm, remove, done, list, onClose }: DeleteDialogProps) {
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => toast.success(done),
    onError: (error) => showError(error),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: keyOf(list) });
    },
  });
  return (
    <ConfirmDialog
      opened
      careful
      danger
      onCancel={onClose}
      onConfirm={() => removal.mutate()}
      running={removal.isPending}
      icon={<IconTrash size={20} stroke={1.6} />}
      title={title}
      confirm={confirm}
    >
      {text}
    </ConfirmDialog>
  );
}

/** The server refuses while somebody holds the role, and says who. */
export function DeleteRoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useRolesTexts();
  return (
    <DeleteDialog
      title={t('roles.delete.title', { role: role.name })}
      text={role.userCount > 0 ? t('roles.delete.held', { count: role.userCount }) : t('roles.delete.free')}
      confirm={t('roles.delete.confirm')}
      remove={() => call(deleteRole, { query: { roleId: role.id } })}
      done={t('roles.deleted', { role: role.name })}
      list={roles}
      onClose={onClose}
    />
  );
}

type DeletePermissionDialogProps = { permission: RolePermission; onClose: () => void };

export function DeletePermissionDialog({ permission, onClose }: DeletePermissionDialogProps) {
  const t = useRolesTexts();
  return (
    <DeleteDialog
      title={t('permissions.delete.title', { permission: permission.name })}
      text={t('permissions.delete.text')}
      confirm={t('permissions.delete.confirm')}
      remove={() => call(deletePermission, { body: { permissionId: permission.id } })}
      done={t('permissions.deleted', { permission: permission.name })}
      list={rolePermissions}
      onClose={onClose}
    />
  );
}
