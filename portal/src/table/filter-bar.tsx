import { Button } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import styles from './filter-bar.module.css';
import type { List } from './use-list.ts';

const ListContext = createContext<List | undefined>(undefined);

/** The list a chip belongs to. */
export function useFilteredList(): List {
  const list = use(ListContext);
  if (!list) throw new Error('A filter stands outside of a FilterBar');
  return list;
}

/** One filter's value and setter, typed by the caller, whose definition decides what it is. */
export function useFilter<Value>(name: string): [Value | undefined, (value: Value | undefined) => void] {
  const list = useFilteredList();
  return [list.filters[name] as Value | undefined, (value) => list.set({ [name]: value as never })];
}

type FilterBarProps = {
  list: List;
  /** `SearchFilter`, `CodesFilter`, `CodeFilter`, `DatesFilter` in their order. */
  children: ReactNode;
};

/** One row of search and chips above a table; "Clear filters" only where something is set. */
export function FilterBar({ list, children }: FilterBarProps) {
  const t = useShellTexts();
  return (
    <ListContext value={list}>
      <search className={styles.bar}>
        {children}
        {list.setCount > 0 && (
          <Button className="tn-screen-only" variant="subtle" onClick={list.clear}>
            {t('filter.clear-all')}
          </Button>
        )}
      </search>
    </ListContext>
  );
}
