import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { accountWindowFault } from '@tonle/contract/report-window';
import { transactionTypeFilters } from '@tonle/contract/transaction-states';
import { accountTransactions } from '@tonle/contract/transactions';
import { useEffect, useRef } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { useGoOn } from '../../form/use-go-on.ts';
import { today } from '../../i18n/time.ts';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { pageAsked } from '../../table/asked.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { DatesFilter } from '../../table/dates-filter.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { writeSort } from '../../table/list-definition.ts';
import { useList } from '../../table/use-list.ts';
import { shortHash } from '../../ui/values.tsx';
import { ExportButton } from '../reports/reports.public.tsx';
import { rememberAccount } from './list-return.ts';
import { useTransactionCard, useTransactionColumns } from './transaction-columns.tsx';
import styles from './transaction-detail.module.css';
import { accountTransactionsList } from './transaction-lists.ts';
import { useTransactionsTexts } from './transactions-texts.ts';

const types = transactionTypeFilters.filter((it) => it !== 'ALL');

type AccountTransactionListProps = {
  accountId: string;
  /** Called when the rows were read anew, so that what stands above them is of the same moment. */
  onRead: () => void;
};

/** The transactions of one account: by date range and type, without a search box (1-portal.md section 2). */
export function AccountTransactionList({ accountId, onRead }: AccountTransactionListProps) {
  const t = useTransactionsTexts();
  const goOn = useGoOn();
  const list = useList(accountTransactionsList);
  const { from, to, type } = list.filters;
  const wantedType = type === 'ALL' ? undefined : [type];
  const query = useQuery(
    listQueryOf(accountTransactions, {
      params: { id: accountId },
      query: {
        ...pageAsked(list),
        cursor: getConfig().extensions ? list.cursor : undefined,
        type: wantedType,
        from,
        to,
      },
    }),
  );
  const columns = useTransactionColumns(query.data, 'account');
  const card = useTransactionCard(accountId);
  const { searchStr } = useLocation();
  useEffect(() => rememberAccount(accountId, searchStr), [accountId, searchStr]);
  useReadAgain(query.dataUpdatedAt, onRead);
  return (
    <div className={styles.below}>
      <div className={styles.belowHead}>
        <h2>{t('account.transactions')}</h2>
        <ExportButton
          report="exportAccountDetails"
          permission="transactions.account-detail.export"
          input={{
            query: { accountId, from, to, type: wantedType, sort: list.sort && writeSort(list.sort) },
          }}
          // Without days the server takes the six months that it reaches.
          fault={from === undefined && to === undefined ? undefined : accountWindowFault(from, today())}
          toDownloads={() => goOn(paths.download)}
        />
      </div>
      <FilterBar list={list}>
        <DatesFilter from="from" to="to" />
        <CodeFilter
          name="type"
          label={t('column.type')}
          options={types.map((code) => ({ code, label: t(`type-filter.${code}`) }))}
        />
      </FilterBar>
      <DataTable
        label={t('account.transactions')}
        list={list}
        query={query}
        columns={columns}
        card={card}
        paging="steps"
        withSums={getConfig().extensions}
        rowKey={(it) => it.transactionHash}
        rowLabel={(it) => shortHash(it.transactionHash)}
        rowLink={(it) => paths.accountTransaction(accountId, it.fiTransactionId)}
        emptyText={t('account.empty')}
        noMatchTitle={t('no-match')}
      />
    </div>
  );
}

/** Calls back when an answer has come, but for the first, which comes with the page. */
function useReadAgain(readAt: number, onRead: () => void): void {
  const before = useRef(0);
  useEffect(() => {
    if (before.current > 0 && readAt > before.current) onRead();
    if (readAt > 0) before.current = readAt;
  }, [readAt, onRead]);
}
