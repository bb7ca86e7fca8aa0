import { IconAddressBook } from '@tabler/icons-react';
import { type ContactChange, listContactChanges } from '@tonle/contract/contact-changes';
import { useMemo } from 'react';
import { paths } from '../../paths.ts';
import { pageAsked } from '../../table/asked.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useFollowedList } from '../../table/use-followed-list.ts';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import { ContactChangeActions, type Side } from './contact-change-actions.tsx';
import { adminContactChangeList, authorizerContactChangeList } from './contact-change-lists.ts';
import { ContactChangeStanding, shownContact, useStatusOptions } from './contact-change-states.tsx';
import { useContactChangesTexts } from './contact-changes-texts.ts';

/** /change-phone-requests-admin */
export const AdminContactChanges = () => <ContactChangeList side="admin" />;

/** /change-phone-requests */
export const AuthorizerContactChanges = () => <ContactChangeList side="authorizer" />;

const definitions = { admin: adminContactChangeList, authorizer: authorizerContactChangeList } as const;

/** Typing has paused for so long before the list searches (2-console.md section 9). */
const searchDebounceMs = 1000;

function useColumns(side: Side): readonly Column<ContactChange>[] {
  const t = useContactChangesTexts();
  return useMemo(
    () => [
      {
        id: 'account',
        header: t('column.account'),
        width: 176,
        sort: 'accountId',
        pinned: true,
        required: true,
        cell: (it) => (
          <span title={it.accountId}>
            <AccountId id={it.accountId} />
          </span>
        ),
      },
      {
        id: 'contact',
        header: t('column.contact'),
        width: 160,
        cell: (it) => {
          const contact = shownContact(it.replacementMobilePrimaryContact);
          return <span title={contact}>{contact}</span>;
        },
      },
      { id: 'creator', header: t('column.creator'), width: 90, cell: (it) => it.creatorLogin },
      {
        id: 'status',
        header: t('column.status'),
        // A state and "Overdue" beside it.
        width: 180,
        cell: (it) => <ContactChangeStanding request={it} />,
      },
      {
        id: 'reason',
        header: t('column.reason'),
        width: 136,
        priority: 2,
        cell: (it) => (it.rejectReason === null ? <Dash /> : <ReasonText of={it.rejectReason} />),
      },
      {
        id: 'actions',
        header: t('column.actions'),
        width: side === 'admin' ? 330 : 190,
        required: true,
        screenOnly: true,
        cell: (it) => <ContactChangeActions side={side} request={it} />,
      },
    ],
    [t, side],
  );
}

const rowKey = (it: ContactChange) => it.id;

/** The requests, with what waits for this side at first (2-console.md section 4). */
function ContactChangeList({ side }: { side: Side }) {
  const t = useContactChangesTexts();
  const list = useList(definitions[side]);
  const { search, status } = list.filters;
  const { query, newRows } = useFollowedList<typeof listContactChanges, ContactChange>(
    listContactChanges,
    {
      query: { ...pageAsked(list) },
      body: { status: status === 'ALL' ? undefined : status, searchFilter: search },
    },
    { rowKey },
  );
  const columns = useColumns(side);
  const options = useStatusOptions();
  return (
    <>
      <PageHeader title={t('list.title')} sentence={t(`list.sentence.${side}`)} />
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={t('list.search')} debounceMs={searchDebounceMs} />
        <CodeFilter name="status" label={t('filter.status')} options={options} />
      </FilterBar>
      <DataTable<ContactChange>
        label={t('list.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={rowKey}
        newRows={newRows}
        rowLabel={(it) => t('row.label', { account: it.accountId })}
        rowLink={(it) => paths.contactChange(side, it.id)}
        card={(it) => cardOf(it, side)}
        emptyText={t('list.empty')}
        emptyIcon={<IconAddressBook size={20} stroke={1.6} />}
        noMatchTitle={t('list.no-match')}
      />
    </>
  );
}

const cardOf = (it: ContactChange, side: Side): CardParts => ({
  title: <AccountId id={it.accountId} />,
  text: shownContact(it.replacementMobilePrimaryContact),
  time: <DateTime value={it.createdTime} />,
  states: (
    <>
      <ContactChangeStanding request={it} />
      <ContactChangeActions side={side} request={it} />
    </>
  ),
  reason: it.rejectReason && <ReasonText of={it.rejectReason} />,
});
