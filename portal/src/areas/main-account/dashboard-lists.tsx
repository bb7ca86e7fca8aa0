import { IconArrowDownLeft, IconArrowRight, IconArrowsExchange, IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '@tonle/contract/dashboard';
import type { TransactionRow } from '@tonle/contract/transactions';
import { currencies } from '@tonle/money';
import type { ReactNode } from 'react';
import { formatCount } from '../../i18n/time.ts';
import { linkTo, paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { NewRowsButton } from '../../table/new-rows.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Money } from '../../ui/money.tsx';
import { AccountId, DateTime } from '../../ui/values.tsx';
import {
  BusinessStatus,
  directionOf,
  signOf,
  TransactionStatus,
} from '../transactions/transactions.public.tsx';
import styles from './dashboard.module.css';
import { useDashboardTexts } from './dashboard-texts.ts';
import { useHeldRows } from './use-dashboard.ts';

const amountOf = (it: TransactionRow): string => it.transactionContent.commandList[0]?.amount ?? '';

/** A link where the person may open what it leads to, else its text. */
function Leading({
  to,
  children,
  className,
}: {
  to: string | undefined;
  children: ReactNode;
  className?: string | undefined;
}) {
  return to === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <Link {...linkTo(to)} className={className}>
      {children}
    </Link>
  );
}

/** Deposits that nobody has decided on: how many, what they come to, and the oldest of them. */
export function WaitingCard({ waiting }: { waiting: Dashboard['waiting'] }) {
  const t = useDashboardTexts();
  const session = useSession();
  const mayOpen = mayOpenPage(session, 'incoming-transactions');
  // Without it there are the figures alone (decision 126).
  const maySee = session.permissions.has('transactions.incoming');
  const text = maySee ? 'waiting.text' : 'waiting.undecided';
  const { rows, newRows } = useHeldRows(waiting.rows);
  return (
    <section className={`tn-card ${styles.waiting}`} aria-labelledby="waiting-title">
      <div className={styles.listHead}>
        <h2 id="waiting-title" className={styles.cardTitle}>
          {t('waiting.title')}{' '}
          {waiting.count > 0 && <span className={styles.badge}>{formatCount(waiting.count)}</span>}
        </h2>
        {mayOpen && waiting.count > 0 && (
          <Link {...linkTo(paths.incomingWaiting)} className={styles.more}>
            {t('waiting.all')} <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />
          </Link>
        )}
      </div>
      <div className={styles.waitingText}>
        <p className={styles.muted}>{t(waiting.count === 0 ? 'waiting.none' : text)}</p>
        <NewRowsButton {...newRows} />
      </div>
      <ul className={maySee ? styles.waitingRows : undefined}>
        {rows.map((it) => (
          <li key={it.transactionHash}>
            <Leading
              to={mayOpen ? paths.transaction('incoming', it.sourceAccountId, it.fiTransactionId) : undefined}
              className={styles.waitingRow}
            >
              <Money amount={amountOf(it)} currency={it.currencyName} code size="strong" />
              <DateTime value={it.transactionCreatedTime} part="time" />
              <AccountId id={it.sourceAccountId} />
              <span className={styles.muted}>
                <DateTime value={it.transactionCreatedTime} part="day" />
              </span>
            </Leading>
          </li>
        ))}
      </ul>
      {waiting.count > 0 && (
        <p className={styles.waitingSum}>
          <span>{t('waiting.sum')}</span>
          {currencies.map((currency) => (
            <Money key={currency} amount={waiting.sums[currency]} currency={currency} code />
          ))}
        </p>
      )}
    </section>
  );
}

const icons = { in: IconArrowDownLeft, out: IconArrowUpRight, within: IconArrowsExchange };

/** The newest transactions of the history. */
export function RecentCard({ recent }: { recent: Dashboard['recent'] }) {
  const t = useDashboardTexts();
  const mayOpen = mayOpenPage(useSession(), 'history');
  const { rows, newRows } = useHeldRows(recent);
  return (
    <section className={`tn-card ${styles.recent}`} aria-labelledby="recent-title">
      <div className={styles.listHead}>
        <h2 id="recent-title" className={styles.cardTitle}>
          {t('recent.title')}
        </h2>
        <NewRowsButton {...newRows} />
        {mayOpen && (
          <Link {...linkTo(paths.history)} className={styles.more}>
            {t('recent.all')} <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />
          </Link>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={styles.muted}>{t('recent.none')}</p>
      ) : (
        <div className={styles.recentFrame}>
          <table className={styles.recentTable} aria-labelledby="recent-title">
            <thead className="tn-visually-hidden">
              <tr>
                {(['time', 'direction', 'account', 'state', 'amount'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`recent.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((it) => (
                <RecentRow key={it.transactionHash} of={it} mayOpen={mayOpen} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function RecentRow({ of: it, mayOpen }: { of: TransactionRow; mayOpen: boolean }) {
  const t = useDashboardTexts();
  const own = useSession().user.accountId;
  const direction = directionOf(it, own);
  const Icon = icons[direction];
  return (
    <tr>
      <td>
        <Leading
          to={mayOpen ? paths.transaction('history', it.sourceAccountId, it.fiTransactionId) : undefined}
        >
          <DateTime value={it.transactionCreatedTime} />
        </Leading>
      </td>
      <td>
        <span className={styles.direction}>
          <IconTile tone={direction === 'in' ? 'primary' : 'neutral'} size={24}>
            <Icon size={16} stroke={1.6} />
          </IconTile>
          {t(`direction.${direction}`)}
        </span>
      </td>
      <td>
        <AccountId id={direction === 'in' ? it.sourceAccountId : it.destinationAccountId} />
      </td>
      <td>
        {it.businessStatus === null ? (
          <TransactionStatus code={it.status} />
        ) : (
          <BusinessStatus code={it.businessStatus} />
        )}
      </td>
      <td>
        <Money amount={amountOf(it)} currency={it.currencyName} sign={signOf(direction)} code />
      </td>
    </tr>
  );
}
