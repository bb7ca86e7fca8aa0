import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import {
  type Authorizer,
  type AuthorizerChange,
  listAuthorizerChanges,
  listAuthorizers,
  listNotAuthorizers,
} from '@tonle/contract/authorizers';
import { useMemo, useState } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { linkTo, paths } from '../../paths.ts';
import { pageAsked } from '../../table/asked.ts';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { DropZone } from '../../table/drop-zone.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useFollowedList } from '../../table/use-followed-list.ts';
import { useList } from '../../table/use-list.ts';
import { ActorName } from '../../ui/actor-name.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import { authorizerList, changeList, otherList } from './authorizer-lists.ts';
import styles from './authorizers.module.css';
import { useAuthorizersTexts } from './authorizers-texts.ts';
import { ChangeState, ChangeStatus } from './change-state.tsx';
import { type Act, useChange } from './use-change.ts';

/** /manage_authorizers/{accountId}: who signs for a desktop account, who could, and what was changed. */
export default function ManageAuthorizersPage() {
  const t = useAuthorizersTexts();
  const shell = useShellTexts();
  const { accountId = '' } = useParams({ strict: false }) as { accountId?: string };
  const change = useChange(accountId);
  return (
    <>
      <PageHeader
        title={t('title')}
        sentence={t.rich('sentence', { account: <AccountId key="account" id={accountId} /> })}
        crumbs={[
          { label: shell('page.desktop-users'), to: paths.desktopUsers },
          { label: accountId, to: paths.kycInfo(accountId) },
          { label: t('title') },
        ]}
      />
      <div className={styles.tables}>
        <Accounts kind="current" accountId={accountId} change={change} />
        <Accounts kind="others" accountId={accountId} change={change} />
      </div>
      <History accountId={accountId} isPaused={change.isSettling} />
    </>
  );
}

type Kind = 'current' | 'others';
const kinds = {
  current: { list: authorizerList, endpoint: listAuthorizers, act: 'remove', takes: 'others', taking: 'add' },
  others: { list: otherList, endpoint: listNotAuthorizers, act: 'add', takes: 'current', taking: 'remove' },
} as const satisfies Record<Kind, { act: Act; taking: Act; takes: Kind; list: unknown; endpoint: unknown }>;

const accountOf = (it: Authorizer) => it.accountId;

const accountCard = (it: Authorizer): CardParts => ({
  title: <AccountId id={it.accountId} />,
  text: it.organizationName,
});

type AccountsProps = { kind: Kind; accountId: string; change: ReturnType<typeof useChange> };

/** One of the two tables; rows go to the other by dragging or by the button. */
function Accounts({ kind, accountId, change }: AccountsProps) {
  const t = useAuthorizersTexts();
  const { list: definition, endpoint, act, takes, taking } = kinds[kind];
  const list = useList(definition);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { query, newRows } = useFollowedList<typeof listAuthorizers, Authorizer>(
    endpoint as typeof listAuthorizers,
    {
      query: {
        accountName: accountId,
        ...pageAsked(list),
        filter: list.filters.filter,
      },
    },
    { rowKey: accountOf, isChosen: chosen.size > 0, isPaused: change.isSettling },
  );
  const rows = query.data?.rows ?? [];
  // What has gone to the other table, or to another page, is not chosen any more.
  const selected = new Set(rows.map(accountOf).filter((it) => chosen.has(it)));
  const columns = useAccountColumns();
  const run = async () => {
    const done = await change.ask(act, [...selected]);
    setChosen((now) => new Set([...now].filter((id) => !done.has(id))));
  };
  return (
    <section>
      <h2 className={styles.title}>{t(kind)}</h2>
      <DropZone takes={takes} action={t(taking)} onDrop={(ids) => void change.ask(taking, ids)}>
        <FilterBar list={list}>
          <SearchFilter name="filter" placeholder={t(`${kind}.search`)} />
        </FilterBar>
        <DataTable
          label={t(kind)}
          list={list}
          query={query}
          columns={columns}
          card={accountCard}
          rowKey={accountOf}
          newRows={newRows}
          rowLabel={(it) => it.accountId}
          rowLink={(it) => paths.kycInfo(it.accountId)}
          emptyText={t(`${kind}.empty`)}
          noMatchTitle={t('no-match')}
          selection={{
            selected,
            onChange: setChosen,
            dragName: kind,
            actions: () => (
              <Button
                variant="default"
                color={act === 'remove' ? 'red' : undefined}
                loading={change.running === act}
                disabled={change.running === taking}
                onClick={() => void run()}
              >
                {t(act)}
              </Button>
            ),
          }}
        />
      </DropZone>
    </section>
  );
}

function useAccountColumns(): readonly Column<Authorizer>[] {
  const t = useAuthorizersTexts();
  return useMemo(
    () => [
      {
        id: 'account',
        header: t('column.account'),
        cell: (it) => <AccountId id={it.accountId} />,
        sort: 'accountId',
        width: 200,
        pinned: true,
        required: true,
      },
      {
        id: 'organization',
        header: t('column.organization'),
        cell: (it) => it.organizationName,
        sort: 'organizationName',
        width: 220,
      },
    ],
    [t],
  );
}

const changeKey = (it: AuthorizerChange) => it.id;

const changeCard = (it: AuthorizerChange, direction: string): CardParts => ({
  title: <AccountId id={it.accountName} />,
  amount: direction,
  text: <ActorName of={it.changeMadeBy} />,
  time: <DateTime value={it.createDate} />,
  states: <ChangeStatus change={it} />,
  reason: it.reason && <ReasonText of={it.reason} />,
});

function History({ accountId, isPaused }: { accountId: string; isPaused: boolean }) {
  const t = useAuthorizersTexts();
  const list = useList(changeList);
  const { query, newRows } = useFollowedList<typeof listAuthorizerChanges, AuthorizerChange>(
    listAuthorizerChanges,
    {
      query: {
        accountName: accountId,
        ...pageAsked(list),
      },
    },
    { rowKey: changeKey, isPaused },
  );
  const columns = useHistoryColumns();
  return (
    <section className={styles.history}>
      <h2 className={styles.title}>{t('history')}</h2>
      <DataTable
        label={t('history')}
        list={list}
        query={query}
        columns={columns}
        card={(it) => changeCard(it, t(`direction.${it.direction}`))}
        rowKey={changeKey}
        rowLabel={(it) => t('history.row', { account: it.accountName })}
        rowLink={(it) => paths.authorizerChange(accountId, it.id)}
        newRows={newRows}
        emptyText={t('history.empty')}
      />
    </section>
  );
}

function useHistoryColumns(): readonly Column<AuthorizerChange>[] {
  const t = useAuthorizersTexts();
  return useMemo(
    () => [
      {
        id: 'date',
        header: t('history.date'),
        cell: (it) => <DateTime value={it.createDate} />,
        sort: 'createDate',
        width: 180,
        required: true,
      },
      {
        id: 'account',
        header: t('history.account'),
        cell: (it) => (
          <Link {...linkTo(paths.kycInfo(it.accountName))}>
            <AccountId id={it.accountName} />
          </Link>
        ),
        width: 220,
      },
      {
        id: 'direction',
        header: t('history.direction'),
        cell: (it) => t(`direction.${it.direction}`),
        width: 130,
      },
      {
        id: 'status',
        header: t('history.status'),
        cell: (it) => <ChangeState change={it} />,
        width: 240,
      },
      {
        id: 'by',
        header: t('history.by'),
        cell: (it) => <ActorName of={it.changeMadeBy} />,
        width: 180,
        priority: 2,
      },
    ],
    [t],
  );
}
