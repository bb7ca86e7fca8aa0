import { useLocation } from '@tanstack/react-router';
import type { TransactionView } from '../../paths.ts';
import { paths } from '../../paths.ts';

const listPaths: Readonly<Record<TransactionView, string>> = {
  incoming: paths.incoming,
  outgoing: paths.outgoing,
  history: paths.history,
  audit: paths.auditorHistory,
};

const storageKey = (view: TransactionView) => `tonle.list.${view}`;

/** Keeps where a list stood when one of its rows was opened, in this tab. */
export function rememberList(view: TransactionView, search: string): void {
  sessionStorage.setItem(storageKey(view), search);
}

/** The list that a detail belongs to, with the filters and the page it was left with. */
export function listAddress(view: TransactionView): string {
  return `${listPaths[view]}${sessionStorage.getItem(storageKey(view)) ?? ''}`;
}

/** Remembers the list's address as it stands; for the click that opens a row. */
export function useRememberList(view: TransactionView): () => void {
  const { searchStr } = useLocation();
  return () => rememberList(view, searchStr);
}
