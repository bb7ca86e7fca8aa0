import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Page } from '@tonle/contract/pages';
import { type RolePermission, rolePermissions } from '@tonle/contract/roles';
import { useMemo } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { formatCount } from '../../i18n/time.ts';
import { usePageLabel } from '../../shell/menu.ts';
import { pageAsked } from '../../table/asked.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { StatusText } from '../../ui/status.tsx';
import { PermissionName } from './permission-name.tsx';
import { allPages } from './role-choice.ts';
import styles from './roles.module.css';
import { permissionsList } from './roles-lists.ts';
import { useRolesTexts } from './roles-texts.ts';
import { RowAction } from './row-action.tsx';
import { SearchedTable } from './searched-table.tsx';

/** The permissions there are; those that were added can be deleted again. */
export function PermissionsTable({ onDelete }: { onDelete: (permission: RolePermission) => void }) {
  const t = useRolesTexts();
  const list = useList(permissionsList);
  const query = useQuery(
    listQueryOf(rolePermissions, {
      query: {
        ...pageAsked(list),
        filter: list.filters.search,
      },
    }),
  );
  return (
    <SearchedTable
      of="permissions"
      label={t('roles.view.permissions')}
      list={list}
      query={query}
      columns={usePermissionColumns(onDelete)}
      card={usePermissionCard(onDelete)}
      nameOf={(it) => it.name}
    />
  );
}

type OnDelete = (permission: RolePermission) => void;

const pagesWith = ({ name }: RolePermission): Page[] =>
  allPages.filter((page) => (page.permissions as readonly string[]).includes(name));

/** Whether it is the product's own, or was added. */
function Origin({ of: { inContract } }: { of: RolePermission }) {
  const t = useRolesTexts();
  return (
    <StatusText
      tone={inContract ? 'success' : 'neutral'}
      label={t(inContract ? 'permissions.product' : 'permissions.added')}
    />
  );
}

/** Those of the product stay. */
function Delete({ permission, onDelete }: { permission: RolePermission; onDelete: OnDelete }) {
  const t = useRolesTexts();
  if (permission.inContract) return null;
  return (
    <span className={styles.actions}>
      <RowAction
        title={t('permissions.delete')}
        name={t('permissions.delete.named', { permission: permission.name })}
        onClick={() => onDelete(permission)}
      >
        <IconTrash size={18} stroke={1.6} />
      </RowAction>
    </span>
  );
}

function usePermissionCard(onDelete: OnDelete): (permission: RolePermission) => CardParts {
  const t = useRolesTexts();
  const labelOf = usePageLabel();
  return (it) => ({
    title: <PermissionName name={it.name} />,
    text: pagesWith(it).map(labelOf).join(', ') || undefined,
    states: (
      <>
        <Origin of={it} />
        <span>{t('permissions.in-roles', { count: it.roleCount })}</span>
        <Delete permission={it} onDelete={onDelete} />
      </>
    ),
  });
}

function usePermissionColumns(onDelete: OnDelete): readonly Column<RolePermission>[] {
  const t = useRolesTexts();
  const labelOf = usePageLabel();
  return useMemo(
    () => [
      {
        id: 'permission',
        header: t('column.permission'),
        width: 260,
        sort: 'name',
        pinned: true,
        required: true,
        cell: (it) => <PermissionName name={it.name} />,
      },
      {
        id: 'pages',
        header: t('column.of-pages'),
        width: 320,
        priority: 2,
        cell: (it) => pagesWith(it).map(labelOf).join(', ') || <Dash />,
      },
      {
        id: 'origin',
        header: t('column.origin'),
        width: 140,
        cell: (it) => <Origin of={it} />,
      },
      {
        id: 'roles',
        header: t('column.in-roles'),
        width: 80,
        align: 'end',
        cell: (it) => formatCount(it.roleCount),
      },
      {
        id: 'actions',
        header: t('column.actions'),
        width: 90,
        align: 'end',
        required: true,
        screenOnly: true,
        cell: (it) => <Delete permission={it} onDelete={onDelete} />,
      },
    ],
    [t, labelOf, onDelete],
  );
}
