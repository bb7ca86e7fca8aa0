import type { UseQueryResult } from '@tanstack/react-query';
import type { PageOf } from '@tonle/contract/paging';
import type { CardParts, Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import type { List } from '../../table/use-list.ts';
import { useRolesTexts } from './roles-texts.ts';

type SearchedTableProps<Row extends object> = {
  /** Whose texts it has: what is searched for, nothing yet, no match. */
  of: 'roles' | 'permissions' | 'endpoints';
  label: string;
  list: List;
  query: UseQueryResult<PageOf<Row>, Error>;
  columns: readonly Column<Row>[];
  card: (row: Row) => CardParts;
  /** Names a row, and tells it from the others. */
  nameOf: (row: Row) => string;
};

/** A list of access administration with its one filter, the search. */
export function SearchedTable<Row extends object>(props: SearchedTableProps<Row>) {
  const t = useRolesTexts();
  const { of, label, list, query, columns, card, nameOf } = props;
  return (
    <>
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={t(`${of}.search`)} debounceMs={1000} />
      </FilterBar>
      <DataTable
        label={label}
        list={list}
        query={query}
        columns={columns}
        card={card}
        rowKey={nameOf}
        rowLabel={nameOf}
        emptyText={t(`${of}.empty`)}
        noMatchTitle={t(`${of}.no-match`)}
      />
    </>
  );
}
