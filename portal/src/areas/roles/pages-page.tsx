import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { authorityPages, type Page } from '@tonle/contract/pages';
import type { PageOf } from '@tonle/contract/paging';
import { useMemo } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { usePageLabel } from '../../shell/menu.ts';
import { PageIcon } from '../../shell/page-icon.tsx';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { Dash } from '../../ui/dash.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tag } from '../../ui/status.tsx';
import { PermissionNames } from './permission-name.tsx';
import { allPages } from './role-choice.ts';
import styles from './roles.module.css';
import { pagesList } from './roles-lists.ts';
import { useRolesTexts } from './roles-texts.ts';

/** /pages: the pages of the contract, to read. */
export default function PagesPage() {
  const t = useRolesTexts();
  const labelOf = usePageLabel();
  const list = useList(pagesList);
  const wanted = (list.filters.search ?? '').trim().toLowerCase();
  const found = allPages.filter((it) =>
    [labelOf(it), it.url, ...it.permissions].some((text) => text.toLowerCase().includes(wanted)),
  );
  const rows = found.slice((list.page - 1) * list.size, list.page * list.size);
  // The contract is part of the portal, so nothing is asked of the server.
  const query = useQuery<PageOf<Page>, Error>({
    queryKey: ['roles', 'pages', wanted, list.page, list.size, labelOf],
    queryFn: () => ({ rows, total: found.length }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <PageHeader title={t('pages.title')} sentence={t('pages.sentence')} />
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={t('pages.search')} />
      </FilterBar>
      <DataTable
        label={t('pages.title')}
        list={list}
        query={query}
        columns={usePageColumns()}
        card={usePageCard()}
        rowKey={(it) => it.name}
        rowLabel={labelOf}
        emptyText={t('pages.empty')}
        noMatchTitle={t('pages.no-match')}
      />
    </>
  );
}

const authoritiesWith = (page: Page): string[] =>
  Object.entries(authorityPages)
    .filter(([, names]) => (names as readonly string[]).includes(page.name))
    .map(([authority]) => authority);

function usePageCard(): (page: Page) => CardParts {
  const shell = useShellTexts();
  const labelOf = usePageLabel();
  return (it) => ({
    tile: <PageIcon name={it.icon} />,
    title: labelOf(it),
    text: it.url,
    time: shell(`group.${it.group}`),
    states: (
      <>
        <PermissionNames names={it.permissions} />
        {authoritiesWith(it).map((authority) => (
          <Tag key={authority}>{authority}</Tag>
        ))}
      </>
    ),
  });
}

function usePageColumns(): readonly Column<Page>[] {
  const t = useRolesTexts();
  const shell = useShellTexts();
  const labelOf = usePageLabel();
  return useMemo(
    () => [
      {
        id: 'page',
        header: t('column.page'),
        width: 240,
        pinned: true,
        required: true,
        cell: (it) => (
          <span className={styles.page}>
            <PageIcon name={it.icon} />
            {labelOf(it)}
          </span>
        ),
      },
      {
        id: 'group',
        header: t('column.group'),
        width: 130,
        priority: 3,
        cell: (it) => shell(`group.${it.group}`),
      },
      {
        id: 'address',
        header: t('column.address'),
        width: 220,
        cell: (it) => <span className={styles.code}>{it.url}</span>,
      },
      {
        id: 'permissions',
        header: t('column.permissions'),
        width: 280,
        cell: (it) => <PermissionNames names={it.permissions} />,
      },
      {
        id: 'authorities',
        header: t('column.authorities'),
        width: 190,
        priority: 2,
        cell: (it) => authoritiesWith(it).join(', ') || <Dash />,
      },
    ],
    [t, shell, labelOf],
  );
}
