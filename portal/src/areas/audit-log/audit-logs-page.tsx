import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useQuery } from '@tanstack/react-query';
import {
  type Activity,
  type AuditEntry,
  auditActivities,
  auditLogs,
  activities as known,
} from '@tonle/contract/audit-log';
import { roleAuthorities } from '@tonle/contract/console-users';
import { useMemo, useState } from 'react';
import { listQueryOf, queryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { pageAsked } from '../../table/asked.ts';
import { CodesFilter } from '../../table/code-filters.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { DatesFilter } from '../../table/dates-filter.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { ActorName } from '../../ui/actor-name.tsx';
import { actorSearch } from '../../ui/actor-search.ts';
import { Dash } from '../../ui/dash.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DateTime } from '../../ui/values.tsx';
import { auditList } from './audit-list.ts';
import styles from './audit-log.module.css';
import { useAuditLogTexts } from './audit-log-texts.ts';
import { EntryDetail } from './entry-detail.tsx';

/** The list asks again so often while it is looked at (2-console.md section 9). */
const refreshMs = 5_000;
const nothingOpen: ReadonlySet<string> = new Set();

/** /audit-logs: who did what, and what it was before. */
export default function AuditLogsPage() {
  const t = useAuditLogTexts();
  const shell = useShellTexts();
  const list = useList(auditList);
  const [refreshes, setRefreshes] = useState(true);
  const [open, setOpen] = useState(nothingOpen);
  const { q, dateFrom, dateTo, roles, activities } = list.filters;
  const input = {
    query: {
      ...pageAsked(list),
      q: q && actorSearch(q, shell),
      dateFrom,
      dateTo,
      roles: roles && [...roles],
      activities: activities && ([...activities] as Activity[]),
    },
  };
  const query = useQuery(listQueryOf(auditLogs, input));
  // Nothing moves under somebody who reads a row (ui.md, rule 30).
  const isPaused = open.size > 0;
  useQuery({
    ...listQueryOf(auditLogs, input, { background: true }),
    enabled: refreshes && !isPaused,
    refetchInterval: refreshMs,
  });
  const roleNames = useQuery(queryOf(roleAuthorities, {}));
  const activityNames = useQuery(queryOf(auditActivities, {}));
  return (
    <>
      <PageHeader
        title={t('title')}
        sentence={t('sentence')}
        actions={
          <div className={styles.refresh}>
            <Checkbox
              label={t('auto-refresh')}
              checked={refreshes}
              onChange={(event) => setRefreshes(event.currentTarget.checked)}
            />
            {refreshes && isPaused && <span className={styles.paused}>{t('auto-refresh.paused')}</span>}
          </div>
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="q" placeholder={t('search')} debounceMs={1000} />
        <DatesFilter from="dateFrom" to="dateTo" label={t('column.time')} />
        <CodesFilter
          name="roles"
          label={t('column.roles')}
          options={(roleNames.data ?? roles ?? []).map((code) => ({ code, label: code }))}
        />
        <CodesFilter
          name="activities"
          label={t('column.activity')}
          options={(activityNames.data ?? activities ?? []).map((code) => ({
            code,
            label: activityName(t, code),
          }))}
        />
      </FilterBar>
      <DataTable
        label={t('title')}
        list={list}
        query={query}
        columns={useEntryColumns()}
        rowKey={(it) => it.id}
        rowLabel={(it) => it.description}
        card={(it) => ({
          title: activityName(t, it.activity),
          time: <DateTime value={it.logDateTime * 1000} />,
          text: (
            <>
              {it.fullName === null ? t('person.none') : <ActorName of={it.fullName} />}
              {it.username !== null && <span className={styles.login}> {it.username}</span>}
            </>
          ),
          states: <span lang="en">{it.description}</span>,
        })}
        unfolding={{ open, onChange: setOpen, content: (entry) => <EntryDetail entry={entry} /> }}
        emptyText={t('empty')}
        noMatchTitle={t('no-match')}
      />
    </>
  );
}

/** ROLE_CHANGED as people say it; what another server's log has beyond what is known here, in the words of its code. */
function activityName(t: ReturnType<typeof useAuditLogTexts>, code: string): string {
  const it = known.find((each) => each === code);
  return it ? t(`activity.${it}`) : code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}

function useEntryColumns(): readonly Column<AuditEntry>[] {
  const t = useAuditLogTexts();
  return useMemo(
    () => [
      {
        id: 'time',
        header: t('column.time'),
        width: 160,
        sort: 'logDateTime',
        pinned: true,
        required: true,
        cell: (it) => <DateTime value={it.logDateTime * 1000} />,
      },
      {
        id: 'person',
        header: t('column.person'),
        width: 190,
        cell: (it) => (
          <span className="tn-cut" title={it.username ?? undefined}>
            {it.fullName === null ? t('person.none') : <ActorName of={it.fullName} />}
            {it.username !== null && <span className={styles.login}> {it.username}</span>}
          </span>
        ),
      },
      {
        id: 'activity',
        header: t('column.activity'),
        width: 180,
        cell: (it) => (
          <span className={`${styles.activity} tn-cut`} title={it.activity}>
            {activityName(t, it.activity)}
          </span>
        ),
      },
      {
        id: 'description',
        header: t('column.description'),
        width: 300,
        cell: (it) => (
          <span className="tn-cut" lang="en" title={it.description}>
            {it.description}
          </span>
        ),
      },
      {
        id: 'subject',
        header: t('column.subject'),
        width: 160,
        priority: 2,
        cell: (it) =>
          it.subject === null ? (
            <Dash />
          ) : (
            <span className="tn-cut" title={it.subject}>
              {it.subject}
            </span>
          ),
      },
      {
        id: 'roles',
        header: t('column.roles'),
        width: 170,
        priority: 3,
        cell: (it) =>
          it.roles.length === 0 ? (
            <Dash />
          ) : (
            <span className="tn-cut" title={it.roles.join(', ')}>
              {it.roles.join(', ')}
            </span>
          ),
      },
    ],
    [t],
  );
}
