import { Button } from '@mantine/core';
import { IconCheck, IconMessage, IconUserCheck, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChannelAccountType, permissionFor } from '@tonle/contract/channel-permissions';
import type { WaitingKind } from '@tonle/contract/events';
import { type mobileRequests, requestsOf, type VerificationRow } from '@tonle/contract/verification';
import { useMemo, useState } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { useWaitingCounts } from '../../events/live.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { useMay } from '../../session/session.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { writeSort } from '../../table/list-definition.ts';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExportButton } from '../reports/reports.public.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { useOfferedLimits } from './limit-choice.ts';
import { type RowActs, useRequestCard, useRequestColumns } from './request-columns.tsx';
import { requestLists } from './request-lists.ts';
import { type Decision, useAfterDecision, useDecision } from './use-decisions.ts';
import { useVerificationTexts } from './verification-texts.ts';

const exportOf = {
  MOBILE: 'exportMobileRequests',
  DESKTOP: 'exportDesktopRequests',
  WEB: 'exportWebRequests',
} as const;

export const MobileWaiting = () => <WaitingPage accountType="MOBILE" />;
export const DesktopWaiting = () => <WaitingPage accountType="DESKTOP" />;
export const WebWaiting = () => <WaitingPage accountType="WEB" />;

const noRows: readonly VerificationRow[] = [];

/** /waiting_for_approval/mobile, desktop and web. */
function WaitingPage({ accountType }: { accountType: ChannelAccountType }) {
  const t = useVerificationTexts();
  const list = useList(requestLists[accountType]);
  const isRejected = list.filters.kyc === 'REJECTED';
  const query = useQuery(
    listQueryOf<typeof mobileRequests>(requestsOf[accountType] as typeof mobileRequests, {
      query: {
        page: list.page - 1,
        size: list.size,
        sort: list.sort && writeSort(list.sort),
        filter: list.filters.filter,
        kyc: isRejected ? 'REJECTED' : undefined,
      },
    }),
  );
  const { acts, dialogs } = useRowActs(accountType);
  const columns = useRequestColumns(accountType, acts);
  const card = useRequestCard(acts);
  const batch = useBatchSelection(acts);
  const newRows = useNewRequests(accountType, query.data?.total, () => list.setPage(1));
  const title = t('list.title', { channel: t(`channel.${accountType}`) });
  const offersNew = getConfig().extensions && !isRejected && list.setCount === 0 && query.data !== undefined;
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('list.sentence')}
        actions={
          <ExportButton
            report={exportOf[accountType]}
            permission={permissionFor('verification.export', accountType)}
            input={{
              query: {
                unpaged: 'true',
                sort: list.sort && writeSort(list.sort),
                filter: list.filters.filter,
                kyc: isRejected ? 'REJECTED' : undefined,
              },
            }}
          />
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="filter" placeholder={t('list.search')} />
        <CodeFilter
          name="kyc"
          label={t('filter.kyc')}
          allLabel={t('filter.waiting')}
          options={[{ code: 'REJECTED', label: t('filter.rejected'), tone: 'failure' }]}
        />
      </FilterBar>
      <DataTable
        label={title}
        list={list}
        query={query}
        columns={columns}
        card={card}
        rowKey={(it) => it.verificationId}
        rowLabel={(it) => it.name}
        rowLink={(it) => paths.review(it.verificationId)}
        emptyIcon={<IconUserCheck size={20} stroke={1.6} />}
        emptyText={t('list.empty')}
        noMatchTitle={t('list.no-match')}
        newRows={offersNew ? newRows : undefined}
        selection={acts.mayDecide && !isRejected ? batch.selection(query.data?.rows ?? noRows) : undefined}
      />
      {dialogs}
      {batch.dialog}
    </>
  );
}

/** What waits beyond what is shown: offered, while the rows stay where they are (ui.md, rule 30). */
function useNewRequests(accountType: ChannelAccountType, total: number | undefined, toFirst: () => void) {
  const queries = useQueryClient();
  const kind = `verification.${accountType.toLowerCase()}` as WaitingKind;
  const count = useWaitingCounts()[kind];
  const more = count === undefined || total === undefined ? 0 : Math.max(0, count - total);
  return {
    count: more,
    more: false,
    show: () => {
      toFirst();
      void queries.invalidateQueries({ queryKey: [requestsOf[accountType].area] });
    },
  };
}

type Asked = { row: VerificationRow; what: 'approve' | 'reject' | 'reason' };

/** What a row's buttons do, and the dialogs that they open. */
function useRowActs(accountType: ChannelAccountType) {
  const mayDecide = useMay(permissionFor('verification.decide', accountType));
  const limits = useOfferedLimits(accountType);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [asked, setAsked] = useState<Asked>();
  const { run, running } = useDecision();
  const acts = useMemo<RowActs>(
    () => ({
      limits,
      limitOf: (row) => limits.find((it) => it.id === chosen.get(row.verificationId)) ?? limits[0],
      choose: (row, limitId) => setChosen((before) => new Map(before).set(row.verificationId, limitId)),
      onApprove: (row) => setAsked({ row, what: 'approve' }),
      onReject: (row) => setAsked({ row, what: 'reject' }),
      onReason: (row) => setAsked({ row, what: 'reason' }),
      mayDecide,
    }),
    [limits, chosen, mayDecide],
  );
  const decideOn = async (row: VerificationRow, decision: Decision) => {
    await run(row, decision);
    setAsked(undefined);
  };
  const cancel = () => setAsked(undefined);
  const limit = asked && acts.limitOf(asked.row);
  const dialogs = asked && (
    <>
      {limit && (
        <ApproveDialog
          opened={asked.what === 'approve'}
          name={asked.row.name}
          limit={limit}
          running={running === 'approve'}
          onCancel={cancel}
          onConfirm={() => void decideOn(asked.row, { act: 'approve', limitId: limit.id })}
        />
      )}
      <RejectDialog
        opened={asked.what === 'reject'}
        name={asked.row.name}
        running={running === 'reject'}
        onCancel={cancel}
        onReject={(reason) => void decideOn(asked.row, { act: 'reject', reason })}
      />
      <ReasonDialog opened={asked.what === 'reason'} reason={asked.row.remarks} onClose={cancel} />
    </>
  );
  return { acts, dialogs };
}

function ReasonDialog({
  opened,
  reason,
  onClose,
}: {
  opened: boolean;
  reason: string | null;
  onClose: () => void;
}) {
  const t = useVerificationTexts();
  const shell = useShellTexts();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      icon={<IconMessage size={20} stroke={1.6} />}
      title={t('reason.title')}
      footer={
        <Button size="md" data-autofocus onClick={onClose}>
          {shell('close')}
        </Button>
      }
    >
      <p style={{ whiteSpace: 'pre-wrap' }}>{reason === null || reason === '' ? t('reason.none') : reason}</p>
    </Dialog>
  );
}

/** Rows that are chosen, and deciding on all of them. */
function useBatchSelection({ limits }: RowActs) {
  const t = useVerificationTexts();
  const after = useAfterDecision();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ act: Decision['act']; rows: readonly VerificationRow[] }>();
  const selection = (rows: readonly VerificationRow[]) => {
    const known = new Set(rows.map((it) => it.verificationId));
    return {
      // Those of other pages, and those decided on meanwhile, are chosen no more.
      selected: new Set([...selected].filter((id) => known.has(id))),
      onChange: setSelected,
      actions: (of: readonly VerificationRow[]) => (
        <>
          <Button
            variant="default"
            leftSection={<IconX size={16} stroke={1.6} />}
            onClick={() => setAsked({ act: 'reject', rows: of })}
          >
            {t('act.reject')}
          </Button>
          <Button
            leftSection={<IconCheck size={16} stroke={1.6} />}
            onClick={() => setAsked({ act: 'approve', rows: of })}
          >
            {t('act.approve')}
          </Button>
        </>
      ),
    };
  };
  const dialog = asked && (
    <BatchDialog
      act={asked.act}
      rows={asked.rows}
      limits={limits}
      onDecided={() => void after()}
      onClose={() => {
        setAsked(undefined);
        setSelected(new Set());
      }}
    />
  );
  return { selection, dialog };
}
