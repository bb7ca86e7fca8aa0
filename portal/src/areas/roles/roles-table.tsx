import { IconCopyPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Role, roles } from '@tonle/contract/roles';
import { useMemo } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { formatCount } from '../../i18n/time.ts';
import { usePageLabel } from '../../shell/menu.ts';
import { pageAsked } from '../../table/asked.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { DateTime } from '../../ui/values.tsx';
import { chosenOf } from './role-choice.ts';
import type { RoleTask } from './role-dialog.tsx';
import styles from './roles.module.css';
import { rolesList } from './roles-lists.ts';
import { useRolesTexts } from './roles-texts.ts';
import { RowAction } from './row-action.tsx';
import { SearchedTable } from './searched-table.tsx';

type RolesTableProps = { onTask: (task: RoleTask) => void; onDelete: (role: Role) => void };

export function RolesTable({ onTask, onDelete }: RolesTableProps) {
  const t = useRolesTexts();
  const list = useList(rolesList);
  const query = useQuery(
    listQueryOf(roles, {
      query: {
        ...pageAsked(list),
        filter: list.filters.search,
      },
    }),
  );
  return (
    <SearchedTable
      of="roles"
      label={t('roles.title')}
      list={list}
      query={query}
      columns={useRoleColumns({ onTask, onDelete })}
      card={useRoleCard({ onTask, onDelete })}
      nameOf={(it) => it.name}
    />
  );
}

function useRoleColumns({ onTask, onDelete }: RolesTableProps): readonly Column<Role>[] {
  const t = useRolesTexts();
  const opens = useOpens();
  return useMemo(
    () => [
      {
        id: 'role',
        header: t('column.role'),
        width: 180,
        sort: 'name',
        pinned: true,
        required: true,
        cell: (it) => (
          <span className={`${styles.name} tn-cut`} title={it.name}>
            {it.name}
          </span>
        ),
      },
      {
        id: 'opens',
        header: t('column.opens'),
        width: 330,
        priority: 2,
        cell: (it) => <Cut text={opens(it)} />,
      },
      {
        id: 'pages',
        header: t('column.pages'),
        width: 64,
        align: 'end',
        cell: (it) => formatCount(pagesOf(it).length),
      },
      {
        id: 'permissions',
        header: t('column.permissions'),
        width: 100,
        align: 'end',
        cell: (it) => formatCount(it.permissions.length),
      },
      {
        id: 'users',
        header: t('column.users'),
        width: 76,
        align: 'end',
        sort: 'userCount',
        cell: (it) => formatCount(it.userCount),
      },
      {
        id: 'changed',
        header: t('column.changed'),
        width: 160,
        sort: 'changed',
        priority: 3,
        cell: (it) => <DateTime value={it.changed} />,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        width: 120,
        align: 'end',
        required: true,
        screenOnly: true,
        cell: (it) => <Actions role={it} onTask={onTask} onDelete={onDelete} />,
      },
    ],
    [t, opens, onTask, onDelete],
  );
}

function useRoleCard({ onTask, onDelete }: RolesTableProps): (role: Role) => CardParts {
  const t = useRolesTexts();
  const opens = useOpens();
  return (it) => ({
    title: it.name,
    text: opens(it),
    time: <DateTime value={it.changed} />,
    states: (
      <>
        <span>{t('role.count', { pages: pagesOf(it).length, permissions: it.permissions.length })}</span>
        <span>{t('role.users', { count: it.userCount })}</span>
        <Actions role={it} onTask={onTask} onDelete={onDelete} />
      </>
    ),
  });
}

function Actions({ role, onTask, onDelete }: RolesTableProps & { role: Role }) {
  const t = useRolesTexts();
  return (
    <span className={styles.actions}>
      <RowAction
        title={t('roles.edit')}
        name={t('roles.edit.named', { role: role.name })}
        onClick={() => onTask({ kind: 'edit', role })}
      >
        <IconPencil size={18} stroke={1.6} />
      </RowAction>
      <RowAction
        title={t('roles.clone')}
        name={t('roles.clone.named', { role: role.name })}
        onClick={() => onTask({ kind: 'clone', role })}
      >
        <IconCopyPlus size={18} stroke={1.6} />
      </RowAction>
      <RowAction
        title={t('roles.delete')}
        name={t('roles.delete.named', { role: role.name })}
        onClick={() => onDelete(role)}
      >
        <IconTrash size={18} stroke={1.6} />
      </RowAction>
    </span>
  );
}

const pagesOf = (role: Role) => chosenOf(new Set(role.permissions)).selected;

/** The pages that a role opens, in a line; empty where it opens none. */
function useOpens() {
  const labelOf = usePageLabel();
  return useMemo(() => (it: Role) => pagesOf(it).map(labelOf).join(', '), [labelOf]);
}

/** A text that is cut where it does not fit, and whole in its tip. */
const Cut = ({ text }: { text: string }) =>
  text === '' ? (
    <Dash />
  ) : (
    <span className="tn-cut" title={text}>
      {text}
    </span>
  );
