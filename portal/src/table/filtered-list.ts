import { createContext, use } from 'react';
import type { List } from './use-list.ts';

export const ListContext = createContext<List | undefined>(undefined);

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
