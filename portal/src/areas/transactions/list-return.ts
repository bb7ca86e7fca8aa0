import { paths, type TransactionView } from '../../paths.ts';

const listPaths: Readonly<Record<TransactionView, string>> = {
  incoming: paths.incoming,
  outgoing: paths.outgoing,
  history: paths.history,
  audit: paths.auditorHistory,
};

const storageKey = (view: TransactionView) => `tonle.list.${view}`;

/** Keeps where a list stands, in this tab, for the way back from one of its rows; another page's address is none. */
export function rememberList(view: TransactionView, path: string, search: string): void {
  if (path === listPaths[view]) sessionStorage.setItem(storageKey(view), search);
}

/** The same for the details of one account. */
export const rememberAccount = (accountId: string, search: string): void =>
  sessionStorage.setItem(`tonle.list.account.${accountId}`, search);

export const accountAddress = (accountId: string): string =>
  `${paths.accountDetail(accountId)}${sessionStorage.getItem(`tonle.list.account.${accountId}`) ?? ''}`;

/** The list that a detail belongs to, with the filters and the page it was left with. */
export const listAddress = (view: TransactionView): string =>
  `${listPaths[view]}${sessionStorage.getItem(storageKey(view)) ?? ''}`;
