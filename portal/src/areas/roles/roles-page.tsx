import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Role, RolePermission } from '@tonle/contract/roles';
import { lazy, Suspense, useCallback, useState } from 'react';
import { openLoaded } from '../../ui/open-loaded.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { PermissionsTable } from './permissions-table.tsx';
import type { RoleTask } from './role-dialog.tsx';
import styles from './roles.module.css';
import { RolesTable } from './roles-table.tsx';
import { useRolesTexts } from './roles-texts.ts';
import { useView } from './use-view.ts';

const loadRole = () => import('./role-dialog.tsx');
const loadAdding = () => import('./add-permission-dialog.tsx');
const loadDeleting = () => import('./delete-dialogs.tsx');
const RoleDialog = lazy(loadRole);
const AddPermissionDialog = lazy(loadAdding);
const DeletePermissionDialog = lazy(async () => ({ default: (await loadDeleting()).DeletePermissionDialog }));
const DeleteRoleDialog = lazy(async () => ({ default: (await loadDeleting()).DeleteRoleDialog }));

/** /roles: custom roles, and the permissions that they are made of. */
export default function RolesPage() {
  const t = useRolesTexts();
  const [view, setView] = useView(['roles', 'permissions']);
  const [task, setTask] = useState<RoleTask>();
  const [deleted, setDeleted] = useState<Role>();
  const [adding, setAdding] = useState(false);
  const [dropped, setDropped] = useState<RolePermission>();
  const start = useCallback((it: RoleTask) => openLoaded(loadRole, () => setTask(it))(), []);
  const drop = useCallback((it: RolePermission) => openLoaded(loadDeleting, () => setDropped(it))(), []);
  const remove = useCallback((it: Role) => openLoaded(loadDeleting, () => setDeleted(it))(), []);
  const isRoles = view === 'roles';
  return (
    <>
      <PageHeader
        title={t('roles.title')}
        sentence={t(isRoles ? 'roles.sentence' : 'permissions.sentence')}
        actions={
          <>
            <Button
              variant={isRoles ? 'default' : undefined}
              leftSection={<IconPlus size={16} stroke={1.6} />}
              onClick={openLoaded(loadAdding, () => setAdding(true))}
            >
              {t('permissions.add')}
            </Button>
            <Button
              variant={isRoles ? undefined : 'default'}
              leftSection={<IconPlus size={16} stroke={1.6} />}
              onClick={() => start({ kind: 'add' })}
            >
              {t('roles.add')}
            </Button>
          </>
        }
      />
      <div className={styles.views}>
        <Segments
          label={t('roles.view')}
          value={view}
          onChange={setView}
          choices={[
            { value: 'roles', label: t('roles.view.roles') },
            { value: 'permissions', label: t('roles.view.permissions') },
          ]}
        />
      </div>
      {isRoles ? <RolesTable onTask={start} onDelete={remove} /> : <PermissionsTable onDelete={drop} />}
      <Suspense fallback={null}>
        {task && <RoleDialog task={task} onClose={() => setTask(undefined)} />}
        {adding && <AddPermissionDialog onClose={() => setAdding(false)} />}
        {dropped && <DeletePermissionDialog permission={dropped} onClose={() => setDropped(undefined)} />}
        {deleted && <DeleteRoleDialog role={deleted} onClose={() => setDeleted(undefined)} />}
      </Suspense>
    </>
  );
}
