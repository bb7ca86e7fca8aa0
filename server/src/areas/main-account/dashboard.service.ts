import {
  type Dashboard,
  type DashboardDay,
  dashboardDays,
  dashboardRows,
  type Flow,
} from '@tonle/contract/dashboard';
import type { Permission } from '@tonle/contract/permissions';
import { addDays, dayOf, lookBackFrom } from '@tonle/contract/phnom-penh-day';
import { readAccount } from '@tonle/ledger';
import { assetOf, type Currency, formatAmount } from '@tonle/money';
import { type Db, inTransaction, rawTx } from '../../db/tx.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { newestOfHistory, undecidedDeposits } from '../transactions/transactions.public.ts';
import { type DayFlow, dayFlows } from './dashboard.store.ts';

/**
 * What a manager sees first. Balances and rollups are written in the batch that moves the money, and one snapshot is read
 * here, so the figures are the lists' own of the same moment, and the balances' past is exact. Figures are the dashboard's;
 * single transactions are their lists' and go to whoever may see those (decision 126).
 */
export function readDashboard(db: Db, now: Date, permissions: ReadonlySet<Permission>): Promise<Dashboard> {
  const today = dayOf(now);
  const from = lookBackFrom(today, dashboardDays);
  return inTransaction(
    db,
    async (tx) => {
      const { mainAccountId } = await ownBank(tx);
      const main = await readAccount(rawTx(tx), mainAccountId);
      const flows = await dayFlows(tx, ['INCOMING', 'OUTGOING', mainAccountId], from);
      const inCurrency = (currency: Currency) =>
        daysOf(currency, {
          flows: flows.filter((it) => it.currency === currency),
          mainAccountId,
          balanceMinor: main?.balancesMinor[assetOf(currency)] ?? 0n,
          today,
        });
      const waiting = await undecidedDeposits(tx, dashboardRows);
      return {
        time: now.toISOString(),
        currencies: { KHR: inCurrency('KHR'), USD: inCurrency('USD') },
        waiting: {
          count: waiting.total,
          sums: waiting.sums ?? { KHR: '0', USD: '0.00' },
          rows: permissions.has('transactions.incoming') ? waiting.rows : [],
        },
        recent: permissions.has('transactions.history') ? await newestOfHistory(tx, dashboardRows) : [],
      };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

type Known = { flows: readonly DayFlow[]; mainAccountId: string; balanceMinor: bigint; today: string };

/** The days backwards from the balance now: each one's end is the next one's less what moved in that one. */
function daysOf(
  currency: Currency,
  { flows, mainAccountId, balanceMinor, today }: Known,
): Dashboard['currencies'][Currency] {
  const found = new Map(flows.map((it) => [`${it.list} ${it.day}`, it]));
  const flowOf = (list: string, day: string): Flow => {
    const { count, sumMinor } = found.get(`${list} ${day}`) ?? { count: 0, sumMinor: 0n };
    return { count, amount: formatAmount(sumMinor, currency) };
  };
  // A book whose clock has gone ahead of this server's counts on a later day already.
  let endMinor = balanceMinor - netAfter(flows, mainAccountId, today);
  const days: DashboardDay[] = [];
  for (let back = 0; back < dashboardDays; back += 1) {
    const day = addDays(today, -back);
    days.unshift({
      day,
      balance: formatAmount(back === 0 ? balanceMinor : endMinor, currency),
      incoming: flowOf('INCOMING', day),
      outgoing: flowOf('OUTGOING', day),
    });
    endMinor -= found.get(`${mainAccountId} ${day}`)?.netMinor ?? 0n;
  }
  return {
    balance: formatAmount(balanceMinor, currency),
    openingBalance: formatAmount(endMinor, currency),
    days,
  };
}

const netAfter = (flows: readonly DayFlow[], list: string, day: string): bigint =>
  flows.filter((it) => it.list === list && it.day > day).reduce((sum, it) => sum + it.netMinor, 0n);
