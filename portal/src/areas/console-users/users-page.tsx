import { ActionIcon, Button } from '@mantine/core';
import { IconLock, IconLockOpen, IconPencil, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ConsoleUser, consoleUsers } from '@tonle/contract/console-users';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { pageAsked } from '../../table/asked.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { openLoaded } from '../../ui/open-loaded.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tag } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import { BlockDialog } from './block-dialog.tsx';
import styles from './console-users.module.css';
import { usersList } from './console-users-list.ts';
import { useConsoleUsersTexts } from './console-users-texts.ts';
import { UserState } from './user-state.tsx';

const loadDialog = () => import('./user-dialog.tsx');
const UserDialog = lazy(loadDialog);

/** /users: the people of the console. */
export default function UsersPage() {
  const t = useConsoleUsersTexts();
  const list = useList(usersList);
  const [edited, setEdited] = useState<ConsoleUser | 'new'>();
  const edit = useCallback((it: ConsoleUser | 'new') => openLoaded(loadDialog, () => setEdited(it))(), []);
  const [blocking, setBlocking] = useState<ConsoleUser>();
  const query = useQuery(
    listQueryOf(consoleUsers, {
      query: {
        ...pageAsked(list),
        filter: list.filters.search,
      },
    }),
  );
  const card = useCard(edit, setBlocking);
  return (
    <>
      <PageHeader
        title={t('users.title')}
        sentence={t('users.sentence')}
        actions={
          <Button leftSection={<IconUserPlus size={16} stroke={1.6} />} onClick={() => edit('new')}>
            {t('users.add')}
          </Button>
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={t('users.search')} debounceMs={1000} />
      </FilterBar>
      <DataTable
        label={t('users.title')}
        list={list}
        query={query}
        columns={useUserColumns(edit, setBlocking)}
        rowKey={(it) => it.id}
        rowLabel={(it) => it.login}
        card={card}
        // What somebody can do is told by our server alone.
        rowLink={getConfig().extensions ? (it) => paths.userAccess(it.id) : undefined}
        emptyText={t('users.empty')}
        noMatchTitle={t('users.no-match')}
      />
      <Suspense fallback={null}>
        {edited && (
          <UserDialog user={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
      {blocking && <BlockDialog user={blocking} onClose={() => setBlocking(undefined)} />}
    </>
  );
}

type Act = (user: ConsoleUser) => void;

function useUserColumns(onEdit: Act, onBlock: Act): readonly Column<ConsoleUser>[] {
  const t = useConsoleUsersTexts();
  const own = useSession().user.login;
  return useMemo(
    () => [
      {
        id: 'login',
        header: t('column.login'),
        width: 130,
        sort: 'login',
        pinned: true,
        required: true,
        cell: (it) => (
          <span className={`${styles.login} tn-cut`} title={it.login}>
            {it.login}
          </span>
        ),
      },
      {
        id: 'name',
        header: t('column.name'),
        width: 170,
        sort: 'fullName',
        cell: (it) => (
          <span className="tn-cut" title={`${it.firstName} ${it.lastName}`}>
            {it.firstName} {it.lastName}
          </span>
        ),
      },
      {
        id: 'email',
        header: t('column.email'),
        width: 220,
        sort: 'email',
        priority: 3,
        cell: (it) =>
          it.email === null ? (
            <Dash />
          ) : (
            <span className="tn-cut" title={it.email}>
              {it.email}
            </span>
          ),
      },
      { id: 'rights', header: t('column.rights'), width: 240, cell: (it) => <Rights user={it} /> },
      {
        id: 'state',
        header: t('column.state'),
        width: 130,
        cell: (it) => <UserState user={it} />,
      },
      {
        id: 'changed',
        header: t('column.changed'),
        width: 160,
        sort: 'changed',
        priority: 2,
        cell: (it) => <DateTime value={it.changed} />,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        width: 96,
        align: 'end',
        required: true,
        screenOnly: true,
        cell: (it) => <Actions user={it} isOwn={it.login === own} onEdit={onEdit} onBlock={onBlock} />,
      },
    ],
    [t, own, onEdit, onBlock],
  );
}

function useCard(onEdit: Act, onBlock: Act): (user: ConsoleUser) => CardParts {
  const own = useSession().user.login;
  return (it) => ({
    title: `${it.firstName} ${it.lastName}`,
    text: it.email === null ? it.login : `${it.login} · ${it.email}`,
    time: <DateTime value={it.changed} />,
    states: (
      <>
        <UserState user={it} />
        <Rights user={it} />
        <Actions user={it} isOwn={it.login === own} onEdit={onEdit} onBlock={onBlock} />
      </>
    ),
  });
}

function Rights({ user }: { user: ConsoleUser }) {
  const t = useConsoleUsersTexts();
  const names = [...user.authorities.map((it) => t(`authority.${it}`)), ...user.roles.map((it) => it.name)];
  return (
    <span className={styles.rights}>
      {names.map((it) => (
        <Tag key={it}>{it}</Tag>
      ))}
    </span>
  );
}

type ActionsProps = { user: ConsoleUser; isOwn: boolean; onEdit: Act; onBlock: Act };

/** One's own block is somebody else's to decide on, so there is no button for it. */
function Actions({ user, isOwn, onEdit, onBlock }: ActionsProps) {
  const t = useConsoleUsersTexts();
  const { login } = user;
  const isOut = user.blocked || user.locked;
  return (
    <span className={styles.actions}>
      <ActionIcon
        size={28}
        aria-label={t('users.edit.named', { login })}
        title={t('users.edit')}
        onClick={() => onEdit(user)}
      >
        <IconPencil size={18} stroke={1.6} />
      </ActionIcon>
      {!isOwn && (
        <ActionIcon
          size={28}
          aria-label={t(isOut ? 'users.unblock.named' : 'users.block.named', { login })}
          title={t(isOut ? 'users.unblock' : 'users.block')}
          onClick={() => onBlock(user)}
        >
          {isOut ? <IconLockOpen size={18} stroke={1.6} /> : <IconLock size={18} stroke={1.6} />}
        </ActionIcon>
      )}
    </span>
  );
}
