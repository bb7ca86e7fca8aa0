import { IconCheck, IconX } from '@tabler/icons-react';
import type { Currency } from '@tonle/money';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import { useMainAccountTexts } from './main-account-texts.ts';
import type { MainBalance } from './main-balance.ts';
import { RefreshButton } from './refresh-button.tsx';
import styles from './side-panel.module.css';

type Tick = 'good' | 'bad' | 'open';
export type Checks = { recipient: Tick; amount: Tick; decimals: Tick; source: Tick | undefined };

type SidePanelProps = {
  balance: MainBalance;
  currency: Currency;
  /** The amount of this transfer, where it is one. */
  amountMinor: bigint | undefined;
  checks: Checks;
};

/** Beside the form: the balances, what the transfer makes of them, and what has been checked. */
export function SidePanel({ balance, currency, amountMinor, checks }: SidePanelProps) {
  const t = useMainAccountTexts();
  const others = { KHR: t('riel-account'), USD: t('dollar-account') };
  return (
    <>
      <Card
        title={t('side.balance')}
        aside={
          <span className={styles.aside}>
            {balance.updated && <DateTime value={balance.updated} part="time" />}
            <RefreshButton onRefresh={balance.refresh} running={balance.refreshing} />
          </span>
        }
      >
        {(['KHR', 'USD'] as const).map((it) => (
          <div key={it} className={styles.account}>
            <p className={styles.name}>
              {others[it]} <Tag>{it}</Tag>
            </p>
            <Held balance={balance} currency={it} chosen={it === currency} />
            {it === currency && <After balance={balance} currency={it} amountMinor={amountMinor} />}
          </div>
        ))}
      </Card>
      <CheckedForYou checks={checks} currency={currency} />
    </>
  );
}

function Held({ balance, currency, chosen }: { balance: MainBalance; currency: Currency; chosen: boolean }) {
  const t = useMainAccountTexts();
  if (balance.amounts) {
    return (
      <p className={chosen ? styles.chosen : styles.other}>
        <Money amount={balance.amounts[currency]} currency={currency} size="card" />
      </p>
    );
  }
  if (balance.error) return <p className={styles.failed}>{t('balance.failed')}</p>;
  return (
    <p className={styles.late}>
      <SkeletonBar width={160} height={16} top={4} />
    </p>
  );
}

function After({
  balance,
  currency,
  amountMinor,
}: {
  balance: MainBalance;
  currency: Currency;
  amountMinor: bigint | undefined;
}) {
  const t = useMainAccountTexts();
  const held = balance.amounts?.[currency];
  if (held === undefined || amountMinor === undefined) return null;
  const after = held - amountMinor;
  return (
    <dl className={`${styles.after} ${after < 0n ? styles.short : ''}`}>
      <div>
        <dt>{t('side.this-transfer')}</dt>
        <dd>
          <Money amount={amountMinor} currency={currency} sign="-" />
        </dd>
      </div>
      <div>
        <dt>{t('side.balance-after')}</dt>
        <dd>
          <Money amount={after} currency={currency} size="strong" />
        </dd>
      </div>
    </dl>
  );
}

function CheckedForYou({ checks, currency }: { checks: Checks; currency: Currency }) {
  const t = useMainAccountTexts();
  const lines: readonly [string, Tick | undefined][] = [
    [t('checks.recipient'), checks.recipient],
    [t(`checks.amount.${currency}`), checks.amount],
    [t(`checks.decimals.${currency}`), checks.decimals],
    [t('checks.source'), checks.source],
  ];
  return (
    <Card title={t('checks.title')}>
      <ul className={styles.checks}>
        {lines.map(
          ([text, tick]) =>
            tick && (
              <li key={text} className={styles[tick]}>
                <span className={styles.tick} aria-hidden="true">
                  {tick === 'good' && <IconCheck size={11} stroke={3} />}
                  {tick === 'bad' && <IconX size={11} stroke={3} />}
                </span>
                {text}
                <span className="tn-visually-hidden">, {t(`checks.state.${tick}`)}</span>
              </li>
            ),
        )}
      </ul>
    </Card>
  );
}
