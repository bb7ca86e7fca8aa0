import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageSizeDefault } from '@tonle/contract/page-sizes';
import { useCallback, useMemo } from 'react';
import {
  type Filters,
  type FilterValues,
  type ListDefinition,
  type ListState,
  nameIn,
  readList,
  type Search,
  type Sort,
  writeSort,
} from './list-definition.ts';
import { useTablePreferences } from './table-preferences.ts';

/** A list's state as the address tells it, and the ways to change it. Each change replaces the address (ui.md, rule 4). */
export type List<F extends Filters = Filters> = Omit<ListState<F>, 'size'> & {
  definition: ListDefinition<F>;
  size: number;
  /** Sets some filters, undefined for not given; goes to page 1. */
  set(values: Partial<{ [Name in keyof F]: FilterValues<F>[Name] | undefined }>): void;
  /** Goes to a page, with its opaque cursor where the answer named one. */
  setPage(page: number, cursor?: string): void;
  setSize(size: number): void;
  setSort(sort: Sort | undefined): void;
  /** Takes all filters away. */
  clear(): void;
};

type Texts = Record<string, string | undefined>;

/** The list of a definition. Its filters, page and sort live in the address; the page size also as a preference. */
export function useList<F extends Filters>(definition: ListDefinition<F>): List<F> {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [preferences, setPreferences] = useTablePreferences(definition.name);
  const state = useMemo(() => readList(definition, search), [definition, search]);

  const change = useCallback(
    (texts: Texts) => {
      const named = Object.entries(texts).map(([name, text]) => [nameIn(definition, name), text]);
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: (before: Search) => ({ ...before, ...Object.fromEntries(named) }),
      } as Parameters<typeof navigate>[0]);
    },
    [definition, navigate],
  );

  const changes = useMemo(() => {
    const fromStart = { page: undefined, cursor: undefined };
    const write = ([name, value]: [string, unknown]): [string, string | undefined] => [
      name,
      value === undefined ? undefined : definition.filters[name]?.write(value as never),
    ];
    return {
      set: (values: object) =>
        change({ ...fromStart, ...Object.fromEntries(Object.entries(values).map(write)) }),
      setPage: (page: number, cursor?: string) =>
        change({ page: page > 1 ? String(page) : undefined, cursor: page > 1 ? cursor : undefined }),
      setSort: (sort: Sort | undefined) => change({ ...fromStart, sort: sort && writeSort(sort) }),
      clear: () =>
        change({
          ...fromStart,
          ...Object.fromEntries(Object.keys(definition.filters).map((it) => [it, undefined])),
        }),
    };
  }, [change, definition]);

  const setSize = (size: number) => {
    setPreferences({ size });
    change({ page: undefined, cursor: undefined, size: size === definition.size ? undefined : String(size) });
  };
  const size = state.size ?? preferences.size ?? definition.size ?? pageSizeDefault;
  return { ...state, ...changes, definition, size, setSize };
}
