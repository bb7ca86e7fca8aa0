import type { Currency } from '@tonle/money';
import { useSession } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/status.tsx';
import { AccountId } from '../../ui/values.tsx';
import styles from './balance.module.css';
import { useMainAccountTexts } from './main-account-texts.ts';
import type { MainBalance } from './main-balance.ts';

/** A card for Riel and one for Dollar, or why there are none. */
export function BalanceCards({ balance }: { balance: MainBalance }) {
  const t = useMainAccountTexts();
  const { detail } = useErrorText()(balance.error);
  if (balance.error && !balance.amounts) {
    return (
      <section className="tn-card" role="alert">
        <FailedState
          error={balance.error}
          title={t('balance.failed')}
          onRetry={balance.refresh}
          retrying={balance.refreshing}
        />
      </section>
    );
  }
  return (
    <>
      {balance.error && (
        <div className={styles.stale}>
          <Banner tone="failure" announce title={t('balance.stale')}>
            {detail}
          </Banner>
        </div>
      )}
      <div className={styles.cards}>
        <BalanceCard currency="KHR" title={t('riel-account')} balance={balance} />
        <BalanceCard currency="USD" title={t('dollar-account')} balance={balance} />
      </div>
    </>
  );
}

type BalanceCardProps = { currency: Currency; title: string; balance: MainBalance };

function BalanceCard({ currency, title, balance }: BalanceCardProps) {
  const t = useMainAccountTexts();
  const { accountId } = useSession().user;
  return (
    <section className={`tn-card ${styles.card}`} aria-label={title} aria-busy={!balance.amounts}>
      <h2 className={styles.account}>
        {title} <Tag>{currency}</Tag>
      </h2>
      {balance.amounts ? (
        <p className={styles.amount}>
          <Money amount={balance.amounts[currency]} currency={currency} size="title" />
        </p>
      ) : (
        <p className={styles.late}>
          <SkeletonBar width={220} height={22} top={8} />
        </p>
      )}
      <p className={styles.id}>
        <AccountId id={accountId} copy copyName={t('account-id')} />
      </p>
    </section>
  );
}
