import { Button } from '@mantine/core';
import { Children, isValidElement, type ReactNode } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import styles from './filter-bar.module.css';
import { ListContext } from './filtered-list.ts';
import { SearchFilter } from './search-filter.tsx';
import type { List } from './use-list.ts';

type FilterBarProps = {
  list: List;
  /** `SearchFilter`, `CodesFilter`, `CodeFilter`, `DatesFilter` in their order. */
  children: ReactNode;
};

/** One row of search and chips above a table; "Clear filters" only where something is set. */
export function FilterBar({ list, children }: FilterBarProps) {
  const t = useShellTexts();
  const parts = Children.toArray(children);
  const isSearch = (it: ReactNode) => isValidElement(it) && it.type === SearchFilter;
  return (
    <ListContext value={list}>
      <search className={styles.bar}>
        {parts.filter(isSearch)}
        <div className={styles.chips}>
          {parts.filter((it) => !isSearch(it))}
          {list.setCount > 0 && (
            <Button className="tn-screen-only" variant="subtle" onClick={list.clear}>
              {t('filter.clear-all')}
            </Button>
          )}
        </div>
      </search>
    </ListContext>
  );
}
