import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Day, DecimalOut, InstantOut } from './text.ts';
import { TransactionRow } from './transactions.ts';

/** So many days the dashboard reaches back, today among them. */
export const dashboardDays = 30;
/** So many transactions each of its short lists has. */
export const dashboardRows = 5;

/** How many transactions a list has of a day, and their sum. */
const Flow = z.object({ count: z.number().int().min(0), amount: DecimalOut });
export type Flow = z.infer<typeof Flow>;

/** One day of one currency. The flows are the Incoming and Outgoing lists' own totals of that day. */
export const DashboardDay = z.object({
  day: Day,
  /** What the main account held at its end; today: holds now. */
  balance: DecimalOut,
  incoming: Flow,
  outgoing: Flow,
});
export type DashboardDay = z.infer<typeof DashboardDay>;

const InCurrency = z.object({
  balance: DecimalOut,
  /** What the main account held before the first of the days. */
  openingBalance: DecimalOut,
  /** The oldest first, today last. */
  days: z.array(DashboardDay).length(dashboardDays),
});

export const Dashboard = z.object({
  /** When it was read; all of it tells of this one moment. */
  time: InstantOut,
  currencies: z.object({ KHR: InCurrency, USD: InCurrency }),
  /** Deposits to the main account that nobody has decided on, whenever they came; to whoever may see that list, the oldest. */
  waiting: z.object({
    count: z.number().int().min(0),
    sums: z.object({ KHR: DecimalOut, USD: DecimalOut }),
    rows: z.array(TransactionRow).max(dashboardRows),
  }),
  /** The newest of the history, to whoever may see it. */
  recent: z.array(TransactionRow).max(dashboardRows),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const dashboard = endpoint({
  area: 'main-account',
  name: 'dashboard',
  summary:
    'The main account and the bank’s transactions of the last 30 days, of one moment: balances, flows by day, deposits that wait; to whoever may see their lists the oldest of these and the newest transactions. An extension.',
  method: 'GET',
  path: '/tps/api/dashboard',
  permission: 'main-account.dashboard',
  response: Dashboard,
});
