import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { PageOf } from '@tonle/contract/paging';
import type { TransactionRow } from '@tonle/contract/transactions';
import { type ReactNode, useEffect } from 'react';
import { paths, type TransactionView } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { DataTable } from '../../table/data-table.tsx';
import type { List } from '../../table/use-list.ts';
import { shortHash } from '../../ui/values.tsx';
import { rememberList } from './list-return.ts';
import { useTransactionCard, useTransactionColumns } from './transaction-columns.tsx';
import { useTransactionsTexts } from './transactions-texts.ts';
import { useNewTransactions } from './use-new-transactions.ts';

type TransactionTableProps = {
  view: TransactionView;
  title: string;
  list: List;
  query: UseQueryResult<PageOf<TransactionRow>, Error>;
  /** What appears here one day, said while there is nothing yet. */
  emptyText: ReactNode;
};

/** The table of incoming, outgoing and history: one set of columns, Prev and Next. */
export function TransactionTable({ view, title, list, query, emptyText }: TransactionTableProps) {
  const t = useTransactionsTexts();
  const columns = useTransactionColumns(query.data);
  const card = useTransactionCard();
  const newRows = useNewTransactions(view, list, query);
  const { pathname, searchStr } = useLocation();
  // The detail's way back leads here as the list stands now.
  useEffect(() => rememberList(view, pathname, searchStr), [view, pathname, searchStr]);
  return (
    <DataTable
      label={title}
      list={list}
      query={query}
      columns={columns}
      card={card}
      paging="steps"
      withSums={getConfig().extensions}
      newRows={getConfig().extensions ? newRows : undefined}
      rowKey={(it) => it.transactionHash}
      rowLabel={(it) => shortHash(it.transactionHash)}
      rowLink={(it) => paths.transaction(view, it.sourceAccountId, it.fiTransactionId)}
      emptyText={emptyText}
      noMatchTitle={t('no-match')}
    />
  );
}
