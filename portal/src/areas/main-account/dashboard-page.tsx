import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { incomingToday, outgoingToday } from '@tonle/contract/transactions';
import { currencies } from '@tonle/money';
import { listQueryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { formatCount, formatLongDay, today } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { linkTo, paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { BalanceCards } from './balance-cards.tsx';
import styles from './dashboard.module.css';
import { BalanceCard } from './dashboard-balance-card.tsx';
import { FlowsCard } from './dashboard-flows.tsx';
import { RecentCard, WaitingCard } from './dashboard-lists.tsx';
import { useDashboardTexts } from './dashboard-texts.ts';
import { useMainAccountTexts } from './main-account-texts.ts';
import { useMainBalance } from './main-balance.ts';
import { RefreshButton, Updated } from './refresh-button.tsx';
import { useDashboard } from './use-dashboard.ts';

/** /dashboard: where a manager lands. A server of the specifications alone tells less (decision 106). */
export default function DashboardPage() {
  return getConfig().extensions ? <Whole /> : <Plain />;
}

type HeadProps = { updated: string | Date | undefined; refreshing: boolean; refresh: () => void };

function Head({ updated, refreshing, refresh }: HeadProps) {
  const t = useDashboardTexts();
  const account = useMainAccountTexts();
  const shell = useShellTexts();
  const { language } = useLanguage();
  const mayTransfer = mayOpenPage(useSession(), 'manage-main-account');
  return (
    <PageHeader
      title={shell('page.dashboard')}
      sentence={t('sentence', { day: formatLongDay(today(), language) })}
      actions={
        <>
          <Updated at={updated} />
          <RefreshButton onRefresh={refresh} running={refreshing} />
          {mayTransfer && (
            <Button
              component={Link}
              to={paths.manageMainAccount()}
              leftSection={<IconSend size={16} stroke={1.6} />}
            >
              {account('transfer-money')}
            </Button>
          )}
        </>
      }
    />
  );
}

function Whole() {
  const query = useDashboard();
  const refresh = () => void query.refetch();
  return (
    <>
      <Head updated={query.data?.time} refreshing={query.isFetching} refresh={refresh} />
      <Figures query={query} refresh={refresh} />
    </>
  );
}

function Figures({ query, refresh }: { query: ReturnType<typeof useDashboard>; refresh: () => void }) {
  const t = useDashboardTexts();
  const { detail } = useErrorText()(query.error);
  const maySeeHistory = useSession().permissions.has('transactions.history');
  const { data } = query;
  if (query.error && !data) {
    return (
      <section className="tn-card" role="alert">
        <FailedState error={query.error} title={t('failed')} onRetry={refresh} retrying={query.isFetching} />
      </section>
    );
  }
  // By their keys, what stands in a skeleton's place is where that was, and nothing seems to move.
  if (!data) {
    return (
      <div className={`${styles.page} ${styles.late}`} aria-busy="true">
        <div key="cards" className={styles.cards}>
          {currencies.map((currency) => (
            <section key={currency} className={`tn-card ${styles.balance} ${styles.outline}`}>
              <SkeletonBar width={220} height={22} />
            </section>
          ))}
        </div>
        <div key="middle" className={styles.middle}>
          {['flows', 'waiting'].map((card) => (
            <section key={card} className={`tn-card ${styles.outline}`}>
              <SkeletonBar width="40%" height={14} />
              <SkeletonBar width="100%" height={280} top={16} />
            </section>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      {query.error && (
        <Banner tone="failure" announce title={t('stale')}>
          {detail}
        </Banner>
      )}
      <div key="cards" className={styles.cards}>
        {currencies.map((currency) => (
          <BalanceCard key={currency} currency={currency} figures={data.currencies[currency]} />
        ))}
      </div>
      <div key="middle" className={styles.middle}>
        <FlowsCard figures={data.currencies} />
        <WaitingCard waiting={data.waiting} />
      </div>
      {maySeeHistory && <RecentCard recent={data.recent} />}
    </div>
  );
}

/** What the specification's own calls can say: the balances, and how much the two lists have today. */
function Plain() {
  const t = useDashboardTexts();
  const session = useSession();
  const balance = useMainBalance();
  const incoming = useQuery({
    ...listQueryOf(incomingToday, { query: { size: 5 } }),
    enabled: mayOpenPage(session, 'incoming-transactions'),
  });
  const outgoing = useQuery({
    ...listQueryOf(outgoingToday, { query: { size: 5 } }),
    enabled: mayOpenPage(session, 'outgoing-transactions'),
  });
  const lines = [
    ['incoming', incoming.data],
    ['outgoing', outgoing.data],
  ] as const;
  return (
    <>
      <Head updated={balance.updated} refreshing={balance.refreshing} refresh={balance.refresh} />
      <div className={styles.page}>
        <BalanceCards balance={balance} />
        <Card title={t('counts.today')}>
          <FieldRows
            rows={lines.map(([way, page]) => ({
              label: t(`today.${way}`),
              value: page && <Link {...linkTo(paths.day(way, today()))}>{formatCount(page.total)}</Link>,
            }))}
          />
        </Card>
      </div>
    </>
  );
}
