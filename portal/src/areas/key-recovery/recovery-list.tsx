import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import {
  type RecoveryRow,
  recoveryRequests,
  recoveryRequestsToAuthorize,
} from '@tonle/contract/key-recovery';
import { useMemo } from 'react';
import { paths } from '../../paths.ts';
import { pageAsked } from '../../table/asked.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useFollowedList } from '../../table/use-followed-list.ts';
import { type List, useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { AccountId, DateTime, Hash } from '../../ui/values.tsx';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';
import { RecoveryActions, type Side } from './recovery-actions.tsx';
import { adminRecoveryList, authorizerRecoveryList } from './recovery-lists.ts';
import { NotCreated, RecoveryState, TrxState, useStatusOptions } from './recovery-states.tsx';
import { useRecoveryModal } from './use-recovery-modal.tsx';

const definitions = { admin: adminRecoveryList, authorizer: authorizerRecoveryList } as const;
const viewOf = { admin: paths.keyRecoveryInfo, authorizer: paths.recoveryInfo } as const;

const millis = (seconds: number): number => seconds * 1_000;

type ListInput = Parameters<typeof useFollowedList<typeof recoveryRequests, RecoveryRow>>[1];
type FollowedRecoveries = ReturnType<typeof useFollowedList<typeof recoveryRequests, RecoveryRow>>;

const rowKey = (it: RecoveryRow) => it.id;

/** Each side asks in its own way for the same rows. */
function useRecoveries(side: Side, list: List<typeof adminRecoveryList.filters>): FollowedRecoveries {
  const { search, status } = list.filters;
  const paging = { ...pageAsked(list) };
  const input =
    side === 'admin'
      ? { query: { ...paging, filter: search, status } }
      : { query: paging, body: { status: status === 'ALL' ? undefined : status, filter: search } };
  const endpoint = side === 'admin' ? recoveryRequests : recoveryRequestsToAuthorize;
  return useFollowedList(endpoint as typeof recoveryRequests, input as ListInput, { rowKey });
}

type Complete = ReturnType<typeof useRecoveryModal>['open'];

function useColumns(side: Side, onComplete: Complete): readonly Column<RecoveryRow>[] {
  const t = useKeyRecoveryTexts();
  return useMemo(
    () => [
      {
        id: 'status',
        header: t('column.status'),
        width: 132,
        required: true,
        cell: (it) => <RecoveryState request={it} />,
      },
      {
        id: 'account',
        header: t('column.account'),
        width: 168,
        sort: 'accountId',
        required: true,
        cell: (it) => (
          <span title={it.accountId}>
            <AccountId id={it.accountId} />
          </span>
        ),
      },
      {
        id: 'name',
        header: t('column.name'),
        width: 130,
        cell: (it) => <span title={it.name}>{it.name}</span>,
      },
      {
        id: 'hash',
        header: t('column.hash'),
        width: 116,
        priority: 3,
        cell: (it) => (it.trxHash === null ? <NotCreated /> : <Hash value={it.trxHash} />),
      },
      {
        id: 'trx',
        header: t('column.trx'),
        width: 104,
        priority: 3,
        cell: (it) => <TrxState status={it.trxStatus} />,
      },
      {
        id: 'date',
        header: t('column.date'),
        width: 156,
        priority: 2,
        sort: 'date',
        cell: (it) => <DateTime value={millis(it.date)} />,
      },
      {
        id: 'update',
        header: t('column.update'),
        width: 156,
        sort: 'updateTime',
        priority: 3,
        cell: (it) => <DateTime value={millis(it.updateTime)} />,
      },
      {
        id: 'reason',
        header: t('column.reason'),
        width: 114,
        priority: 2,
        cell: (it) => (it.comment === null ? <Dash /> : <ReasonText of={it.comment} />),
      },
      {
        id: 'actions',
        header: t('column.actions'),
        // "Complete request" and "Cancel" beside each other.
        width: 232,
        required: true,
        screenOnly: true,
        cell: (it) => <RecoveryActions side={side} request={it} onComplete={onComplete} />,
      },
    ],
    [t, side, onComplete],
  );
}

/** /key_recovery_requests and /recovery-requests (2-console.md section 2). */
export function RecoveryList({ side }: { side: Side }) {
  const t = useKeyRecoveryTexts();
  const list = useList(definitions[side]) as List<typeof adminRecoveryList.filters>;
  const { query, newRows } = useRecoveries(side, list);
  const { open, modal } = useRecoveryModal();
  const columns = useColumns(side, open);
  const options = useStatusOptions();
  return (
    <>
      <PageHeader
        title={t('list.title')}
        sentence={t(`list.sentence.${side}`)}
        actions={
          side === 'admin' ? (
            <Button onClick={() => open({ accountId: '', name: '', step: 'prepare' })}>
              {t('list.new')}
            </Button>
          ) : undefined
        }
      />
      <FilterBar list={list as unknown as List}>
        <SearchFilter name="search" placeholder={t('list.search')} />
        <CodeFilter name="status" label={t('filter.status')} options={options} />
      </FilterBar>
      <DataTable<RecoveryRow>
        label={t('list.title')}
        list={list as unknown as List}
        query={query}
        columns={columns}
        rowKey={rowKey}
        newRows={newRows}
        rowLabel={(it) => t('row.label', { account: it.accountId })}
        rowLink={(it) => viewOf[side](it.id)}
        card={(it) => cardOf(it, side, open)}
        emptyText={t('list.empty')}
        emptyIcon={<IconKey size={20} stroke={1.6} />}
        noMatchTitle={t('list.no-match')}
      />
      {modal}
    </>
  );
}

const cardOf = (it: RecoveryRow, side: Side, onComplete: Complete): CardParts => ({
  title: it.name,
  text: <AccountId id={it.accountId} />,
  time: <DateTime value={millis(it.date)} />,
  states: (
    <>
      <RecoveryState request={it} />
      <RecoveryActions side={side} request={it} onComplete={onComplete} />
    </>
  ),
  reason: it.comment && <ReasonText of={it.comment} />,
});
