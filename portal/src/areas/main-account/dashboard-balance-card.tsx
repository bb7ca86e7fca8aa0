import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Dashboard, Flow } from '@tonle/contract/dashboard';
import { type Currency, formatAmount, moneyText } from '@tonle/money';
import { formatCount, formatDay } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { linkTo, paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Money } from '../../ui/money.tsx';
import { Tag } from '../../ui/status.tsx';
import { AccountId } from '../../ui/values.tsx';
import { extentOf, minorOf, shareOf } from './chart-scale.ts';
import styles from './dashboard.module.css';
import { useDashboardTexts } from './dashboard-texts.ts';
import { useMainAccountTexts } from './main-account-texts.ts';

type InCurrency = Dashboard['currencies'][Currency];
type CardProps = { currency: Currency; figures: InCurrency };

/** What the main account holds, how that came in 30 days, and what the two lists count today. */
export function BalanceCard({ currency, figures }: CardProps) {
  const t = useDashboardTexts();
  const account = useMainAccountTexts();
  const { accountId } = useSession().user;
  const title = account(currency === 'KHR' ? 'riel-account' : 'dollar-account');
  const change = minorOf(figures.balance, currency) - minorOf(figures.openingBalance, currency);
  const today = figures.days.at(-1);
  return (
    <section className={`tn-card ${styles.balance}`} aria-label={title}>
      <div className={styles.balanceHead}>
        <div>
          <h2 className={styles.account}>
            {title} <Tag>{currency}</Tag>
          </h2>
          <p className={styles.amount}>
            <Money amount={figures.balance} currency={currency} size="title" />
          </p>
          <p className={styles.id}>
            <AccountId id={accountId} copy copyName={account('account-id')} />
          </p>
        </div>
        <div className={styles.past}>
          <BalanceLine currency={currency} figures={figures} />
          <p className={styles.change} data-change={change > 0n ? 'up' : undefined}>
            {t.rich('history.change', {
              amount: <Money key="amount" amount={change} currency={currency} sign="always" size="inline" />,
            })}
          </p>
        </div>
      </div>
      {today && (
        <div className={styles.today}>
          <TodayFlow way="incoming" currency={currency} flow={today.incoming} day={today.day} />
          <TodayFlow way="outgoing" currency={currency} flow={today.outgoing} day={today.day} />
        </div>
      )}
    </section>
  );
}

const pages = { incoming: 'incoming-transactions', outgoing: 'outgoing-transactions' } as const;

type TodayProps = { way: 'incoming' | 'outgoing'; currency: Currency; flow: Flow; day: string };

/** What a list counts today; it leads there where the person may go there. */
function TodayFlow({ way, currency, flow, day }: TodayProps) {
  const t = useDashboardTexts();
  const session = useSession();
  const Icon = way === 'incoming' ? IconArrowDownLeft : IconArrowUpRight;
  const content = (
    <>
      <IconTile tone={way === 'incoming' ? 'primary' : 'neutral'} size={24}>
        <Icon size={16} stroke={1.6} />
      </IconTile>
      <span className={styles.todayName}>{t(`today.${way}`)}</span>
      <Tag>{formatCount(flow.count)}</Tag>
      <span className={styles.todayAmount}>
        <Money amount={flow.amount} currency={currency} size="strong" />
      </span>
    </>
  );
  const title = t('today.what', { list: t(way), currency });
  return mayOpenPage(session, pages[way]) ? (
    <Link {...linkTo(paths.day(way, day))} className={styles.todayFlow} title={title}>
      {content}
    </Link>
  ) : (
    <div className={styles.todayFlow} title={title}>
      {content}
    </div>
  );
}

const [width, height] = [200, 48];

/** The balance at the end of each day as a line between its least and its most; a table says the same. */
function BalanceLine({ currency, figures: { days } }: CardProps) {
  const t = useDashboardTexts();
  const { language } = useLanguage();
  const balances = days.map((it) => minorOf(it.balance, currency));
  const { leastMinor, mostMinor } = extentOf(balances);
  const points = balances.map((it, index) => {
    const share = mostMinor === leastMinor ? 0.5 : shareOf(it - leastMinor, mostMinor - leastMinor);
    return [(index / Math.max(1, balances.length - 1)) * width, 3 + (1 - share) * (height - 6)] as const;
  });
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [, lastY] = points.at(-1) ?? [width, height / 2];
  return (
    <>
      <div className={styles.line} aria-hidden="true">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <polygon points={`0,${height} ${line} ${width},${height}`} />
          <polyline points={line} />
        </svg>
        <span className={styles.lineEnd} style={{ top: `${(lastY / height) * 100}%` }} />
      </div>
      <div className="tn-visually-hidden">
        <table>
          <caption>{t('history.table', { currency })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('history.day')}</th>
              <th scope="col">{t('history.balance')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((it) => (
              <tr key={it.day}>
                <th scope="row">{formatDay(it.day, language)}</th>
                <td>
                  {moneyText(formatAmount(minorOf(it.balance, currency), currency), currency, { code: true })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
