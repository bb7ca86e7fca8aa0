import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useQuery } from '@tanstack/react-query';
import { reportStates } from '@tonle/contract/report-states';
import { type ReportJob, reportJobs } from '@tonle/contract/reports';
import { useMemo, useState } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { pageAsked } from '../../table/asked.ts';
import { CodesFilter } from '../../table/code-filters.tsx';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { DatesFilter } from '../../table/dates-filter.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DateTime } from '../../ui/values.tsx';
import { downloadList } from './download-list.ts';
import styles from './download-page.module.css';
import { EndedReports } from './ended-reports.tsx';
import { ReportActions } from './report-actions.tsx';
import {
  ReportExpiry,
  ReportFile,
  ReportFilters,
  ReportName,
  ReportStatus,
  sizeText,
  useReportState,
} from './report-row.tsx';
import { useReportsTexts } from './reports-texts.ts';

/** The list asks again so often while it is looked at (2-console.md section 9). */
const refreshMs = 5_000;
const searchDebounceMs = 1_000;

/** /download: the reports that one has asked for. */
export default function DownloadPage() {
  const t = useReportsTexts();
  const state = useReportState();
  const list = useList(downloadList);
  const [refreshes, setRefreshes] = useState(true);
  const { filter, from, to, status } = list.filters;
  const input = {
    query: {
      ...pageAsked(list),
      filter,
      from,
      to,
      status: status && [...status],
    },
  };
  const query = useQuery(listQueryOf(reportJobs, input));
  useQuery({
    ...listQueryOf(reportJobs, input, { background: true }),
    enabled: refreshes,
    refetchInterval: refreshMs,
  });
  const columns = useReportColumns();
  const card = useReportCard();
  return (
    <>
      <PageHeader
        title={t('download.title')}
        sentence={t('download.sentence')}
        actions={
          <Checkbox
            label={t('auto-refresh')}
            checked={refreshes}
            onChange={(event) => setRefreshes(event.currentTarget.checked)}
          />
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="filter" placeholder={t('search.placeholder')} debounceMs={searchDebounceMs} />
        <DatesFilter from="from" to="to" label={t('column.requested')} />
        <CodesFilter name="status" label={t('column.status')} options={reportStates.map(state)} />
      </FilterBar>
      <DataTable
        label={t('download.title')}
        list={list}
        query={query}
        columns={columns}
        card={card}
        paging="steps"
        rowKey={(it) => it.id}
        rowLabel={(it) => it.fileName ?? it.reportType}
        emptyText={t('download.empty')}
        noMatchTitle={t('no-match')}
      />
      <EndedReports jobs={query.data?.rows} />
    </>
  );
}

function useReportColumns(): readonly Column<ReportJob>[] {
  const t = useReportsTexts();
  return useMemo(
    () => [
      {
        id: 'report',
        header: t('column.report'),
        width: 180,
        pinned: true,
        required: true,
        cell: (it) => <ReportName job={it} />,
      },
      { id: 'status', header: t('column.status'), width: 124, cell: (it) => <ReportStatus job={it} /> },
      {
        id: 'file',
        header: t('column.file'),
        width: 250,
        cell: (it) => <ReportFile job={it} />,
      },
      {
        id: 'filters',
        header: t('column.filters'),
        width: 230,
        priority: 3,
        cell: (it) => <ReportFilters job={it} />,
      },
      {
        id: 'requested',
        header: t('column.requested'),
        width: 156,
        sort: 'createdAt',
        cell: (it) => <DateTime value={it.createdAt} />,
      },
      {
        id: 'completed',
        header: t('column.completed'),
        width: 156,
        priority: 3,
        cell: (it) => <DateTime value={it.completedAt} />,
      },
      {
        id: 'size',
        header: t('column.size'),
        width: 84,
        align: 'end',
        priority: 2,
        cell: (it) =>
          it.fileBytes === null ? <Dash /> : <span className={styles.size}>{sizeText(it.fileBytes)}</span>,
      },
      {
        id: 'expires',
        header: t('column.expires'),
        width: 156,
        priority: 2,
        cell: (it) => <ReportExpiry job={it} />,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        width: 140,
        required: true,
        screenOnly: true,
        cell: (it) => <ReportActions job={it} />,
      },
    ],
    [t],
  );
}

/** A report as a card on narrow screens. */
function useReportCard(): (it: ReportJob) => CardParts {
  return (it) => ({
    title: <ReportName job={it} />,
    amount: <ReportActions job={it} />,
    text: it.fileBytes === null ? <ReportFilters job={it} /> : `${it.fileName} · ${sizeText(it.fileBytes)}`,
    time: <DateTime value={it.createdAt} />,
    states: (
      <>
        <ReportStatus job={it} />
        {it.status !== 'SUCCESS' && <ReportFile job={it} />}
      </>
    ),
  });
}
