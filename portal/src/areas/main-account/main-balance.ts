import { useQuery } from '@tanstack/react-query';
import { balanceInquiry } from '@tonle/contract/main-account';
import { type Currency, parseAmount } from '@tonle/money';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';

export type MainBalance = {
  /** In minor units; undefined until the first answer. */
  amounts: Readonly<Record<Currency, bigint>> | undefined;
  /** When the server told them. */
  updated: Date | undefined;
  refreshing: boolean;
  /** Why the last attempt brought nothing; older amounts stay meanwhile. */
  error: Error | null;
  refresh: () => void;
};

/** An amount that cannot be read is no balance to send from. */
const read = (amount: string, currency: Currency): bigint => {
  const minor = parseAmount(amount, currency);
  return typeof minor === 'bigint' ? minor : 0n;
};

/** What the main account holds, by the bank's participant code (decisions section 12). */
export function useMainBalance(): MainBalance {
  const { participantCode } = useSession().user;
  const query = useQuery(queryOf(balanceInquiry, { params: { id: participantCode } }));
  const assets = query.data?.assets;
  return {
    amounts: assets && { KHR: read(assets['khr#nbc'], 'KHR'), USD: read(assets['usd#nbc'], 'USD') },
    updated: query.data === undefined ? undefined : new Date(query.dataUpdatedAt),
    refreshing: query.isFetching,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}
