import { Button } from '@mantine/core';
import { IconCheck, IconMessage, IconUserCheck, IconX } from '@tabler/icons-react';
import { type ChannelAccountType, permissionFor } from '@tonle/contract/channel-permissions';
import { type mobileRequests, requestsOf, type VerificationRow } from '@tonle/contract/verification';
import { useMemo, useState } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/session.ts';
import { allAsked, pageAsked } from '../../table/asked.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useFollowedList } from '../../table/use-followed-list.ts';
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
const rowKey = (it: VerificationRow) => it.verificationId;

/** /waiting_for_approval/mobile, desktop and web. */
function WaitingPage({ accountType }: { accountType: ChannelAccountType }) {
  const t = useVerificationTexts();
  const list = useList(requestLists[accountType]);
  const isRejected = list.filters.kyc === 'REJECTED';
  const batch = useBatchSelection();
  const { query, newRows } = useFollowedList<typeof mobileRequests, VerificationRow>(
    requestsOf[accountType] as typeof mobileRequests,
    {
      query: {
        ...pageAsked(list),
        filter: list.filters.filter,
        kyc: isRejected ? 'REJECTED' : undefined,
      },
    },
    { rowKey, isChosen: batch.isChosen },
  );
  const rows = query.data?.rows ?? noRows;
  const { acts, dialogs } = useRowActs(accountType, rows);
  const columns = useRequestColumns(accountType, acts);
  const card = useRequestCard(acts);
  const title = t('list.title', { channel: t(`channel.${accountType}`) });
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
                ...allAsked(list),
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
        rowKey={rowKey}
        rowLabel={(it) => it.name}
        rowLink={(it) => paths.review(it.verificationId)}
        emptyIcon={<IconUserCheck size={20} stroke={1.6} />}
        emptyText={t('list.empty')}
        noMatchTitle={t('list.no-match')}
        newRows={newRows}
        selection={acts.mayDecide && !isRejected ? batch.selection(rows) : undefined}
      />
      {dialogs}
      {batch.dialog(acts.limits)}
    </>
  );
}

type Asked = { row: VerificationRow; what: 'approve' | 'reject' | 'reason' };

/** What a row's buttons do, and the dialogs that they open. */
function useRowActs(accountType: ChannelAccountType, rows: readonly VerificationRow[]) {
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
    // What was typed stays where nothing came of it.
    if ((await run(row, decision)) !== undefined) setAsked(undefined);
  };
  const cancel = () => setAsked(undefined);
  const limit = asked && acts.limitOf(asked.row);
  // Of what was decided or changed by somebody else, which the list says by now, there is nothing to ask.
  const isThere =
    asked !== undefined &&
    rows.some((it) => rowKey(it) === rowKey(asked.row) && it.revision === asked.row.revision);
  const dialogs = isThere && (
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
function useBatchSelection() {
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
  const dialog = (limits: RowActs['limits']) =>
    asked && (
      <BatchDialog
        act={asked.act}
        rows={asked.rows}
        limits={limits}
        onDecided={() => void after()}
        onClose={(isDecided) => {
          setAsked(undefined);
          if (isDecided) setSelected(new Set());
        }}
      />
    );
  return { selection, dialog, isChosen: selected.size > 0 };
}
