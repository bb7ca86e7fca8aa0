import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountSummary, type SummaryScope } from '@tonle/contract/domain-accounts';
import { balanceInquiry } from '@tonle/contract/main-account';
import { type Currency, currencies } from '@tonle/money';
import { useEffect, useRef } from 'react';
import { queryOf } from '../../api/query.ts';
import { useLive } from '../../events/live.ts';
import { useSession } from '../../session/session.ts';

export type Sums = { count?: number; amounts: Readonly<Record<Currency, string>> };

const inCurrencies = (assets: { 'khr#nbc': string; 'usd#nbc': string }): Sums['amounts'] => ({
  KHR: assets['khr#nbc'],
  USD: assets['usd#nbc'],
});

/** All here is read again by itself when money has moved, which is no activity of the person's. */
export const background = { background: true } as const;

/** What the parts of the domain hold, by the specification's calls (2-console.md section 7). */
export function useTotals() {
  const part = (branch: SummaryScope) =>
    queryOf(accountSummary, { query: { type: 'ALL', branch } }, background);
  const domain = useQuery(part('DOMAIN'));
  const direct = useQuery(part('DIRECT_ACCOUNT'));
  const branch = useQuery(part('BRANCH'));
  const indirect = useQuery(part('CUSTOMER'));
  const { participantCode } = useSession().user;
  const main = useQuery(queryOf(balanceInquiry, { params: { id: participantCode } }, background));
  const all = [domain, direct, branch, indirect, main];
  const sums = ({ data }: typeof domain): Sums | undefined =>
    data && { count: data.totalAccount, amounts: inCurrencies(data.totalAmounts) };
  return {
    domain: sums(domain),
    direct: sums(direct),
    branch: sums(branch),
    indirect: sums(indirect),
    main: main.data && { amounts: inCurrencies(main.data.assets) },
    error: all.find((it) => it.error)?.error ?? null,
    isFetching: all.some((it) => it.isFetching),
    refetch: () => Promise.all(all.map((it) => it.refetch())),
  };
}

export const shownCurrencies = currencies;

/** Money that moves is read again here no more often than this. */
const quietMs = 3_000;

/** Reads the balances again when money has moved; the rows stay where they are, since no order goes by balance. */
export function useFreshBalances(): void {
  const queries = useQueryClient();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useLive((event) => {
    if ((event.type !== 'transactions' && event.type !== 'reload') || timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: [accountSummary.area] });
      void queries.invalidateQueries({ queryKey: [balanceInquiry.area, balanceInquiry.name] });
    }, quietMs);
  });
}
