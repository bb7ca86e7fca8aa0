import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountTypeFilter } from '../table/code-filters.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { DropZone } from '../table/drop-zone.tsx';
import { FilterBar } from '../table/filter-bar.tsx';
import { SearchFilter } from '../table/search-filter.tsx';
import { type List, useList } from '../table/use-list.ts';
import { AccountId } from '../ui/values.tsx';
import { type GalleryFilters, galleryLists } from './gallery-list-definitions.ts';

type Account = { id: string; kind: 'MOBILE' | 'DESKTOP' | 'WEB' };

const kinds = ['MOBILE', 'DESKTOP', 'WEB'] as const;
const accounts: readonly Account[] = Array.from({ length: 137 }, (_, index) => ({
  id: `customer_${index + 1}@chkt`,
  kind: kinds[index % kinds.length] ?? 'MOBILE',
}));

const columns: readonly Column<Account>[] = [
  {
    id: 'id',
    header: 'Account ID',
    width: 200,
    sort: 'id',
    pinned: true,
    required: true,
    cell: (it) => <AccountId id={it.id} />,
  },
  { id: 'kind', header: 'Type', width: 120, priority: 2, cell: (it) => it.kind },
];

const lists = galleryLists();

/** Answers as a server would, from the accounts at hand. */
function pageFor(list: List<GalleryFilters>, rows: readonly Account[]) {
  const { search = '', type } = list.filters;
  const found = rows.filter((it) => it.id.includes(search) && (type === 'ALL' || it.kind === type));
  const sorted = list.sort?.direction === 'desc' ? found.toReversed() : found;
  return { rows: sorted.slice((list.page - 1) * list.size, list.page * list.size), total: found.length };
}

/** Two generic lists on one page, with rows that go from one to the other by dragging or by a button. */
export function GalleryLists() {
  const [direct, setDirect] = useState<ReadonlySet<string>>(new Set());
  const move = (keys: readonly string[], toDirect: boolean) => {
    const next = new Set(direct);
    for (const key of keys) toDirect ? next.add(key) : next.delete(key);
    setDirect(next);
  };
  return (
    <>
      <MovableList
        name="direct"
        rows={accounts.filter((it) => direct.has(it.id))}
        onMove={(keys) => move(keys, false)}
        onTake={(keys) => move(keys, true)}
      />
      <MovableList
        name="indirect"
        rows={accounts.filter((it) => !direct.has(it.id))}
        onMove={(keys) => move(keys, true)}
        onTake={(keys) => move(keys, false)}
      />
    </>
  );
}

type MovableListProps = {
  name: 'direct' | 'indirect';
  rows: readonly Account[];
  onMove: (keys: readonly string[]) => void;
  onTake: (keys: readonly string[]) => void;
};

function MovableList({ name, rows, onMove, onTake }: MovableListProps) {
  const other = name === 'direct' ? 'indirect' : 'direct';
  const list = useList(lists[name]);
  const [chosen, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selected = new Set(rows.map((it) => it.id).filter((it) => chosen.has(it)));
  const query = useQuery({
    queryKey: ['gallery', name, rows.length, list.page, list.size, list.sort, list.filters],
    queryFn: async () => pageFor(list, rows),
  });
  const moveSelected = () => {
    onMove([...selected]);
    setSelected(new Set());
  };
  return (
    <DropZone takes={other} action={`Make ${name}`} onDrop={onTake}>
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={`Account, ${name}`} />
        <AccountTypeFilter />
      </FilterBar>
      <DataTable
        label={`Accounts, ${name}`}
        list={list}
        query={query}
        columns={columns}
        rowKey={(it) => it.id}
        rowLabel={(it) => it.id}
        selection={{
          selected,
          onChange: setSelected,
          dragName: name,
          actions: () => (
            <Button variant="default" onClick={moveSelected}>
              Make {other}
            </Button>
          ),
        }}
      />
    </DropZone>
  );
}
