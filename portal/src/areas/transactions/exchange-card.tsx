import { IconArrowRight } from '@tabler/icons-react';
import type { TransactionDetail } from '@tonle/contract/transactions';
import { currencies, groupDigits, symbolOf } from '@tonle/money';
import type { ReactNode } from 'react';
import { isDay } from '../../i18n/time.ts';
import { Card } from '../../ui/card.tsx';
import { Dash } from '../../ui/dash.tsx';
import { Money } from '../../ui/money.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './transaction-detail.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

type Exchange = NonNullable<TransactionDetail['currencyExchangeRate']>;

const knownCurrency = (code: string) => currencies.find((it) => it === code);

/** An amount of the exchange; one in a currency that the bank does not keep stays as it came, with its code. */
function ExchangeAmount({
  amount,
  currency,
  code = true,
}: {
  amount: string;
  currency: string;
  code?: boolean;
}) {
  const known = knownCurrency(currency);
  if (known) return <Money amount={amount} currency={known} code={code} size={code ? 'strong' : 'row'} />;
  return <span className="tn-figures">{`${groupDigits(amount)} ${currency}`}</span>;
}

/** One side of the rate. Rates have decimals that amounts have not, so the digits stay as they came. */
function RateSide({ digits, currency }: { digits: string; currency: string }) {
  const known = knownCurrency(currency);
  return (
    <>
      {known && <span className={known === 'KHR' ? 'tn-riel' : styles.symbol}>{symbolOf(known)}</span>}
      {groupDigits(digits)}
      {!known && ` ${currency}`}
    </>
  );
}

/** "$1 = ៛4,100": the base is the currency that the rate is of, or how many units of the source it is for. */
function Rate({ exchange }: { exchange: Exchange }) {
  const { sourceCurrency, targetCurrency, exchangeRate, exchangeRateBase: base } = exchange;
  const isCount = /^\d+(\.\d+)?$/.test(base);
  const of = isCount || base === '' ? sourceCurrency : base;
  return (
    <b className="tn-figures">
      <RateSide digits={isCount ? base : '1'} currency={of} />
      {' = '}
      <RateSide digits={exchangeRate} currency={of === sourceCurrency ? targetCurrency : sourceCurrency} />
    </b>
  );
}

/** What was given for what, at which rate (1-portal.md section 3). */
export function ExchangeCard({ exchange }: { exchange: Exchange }) {
  const t = useTransactionsTexts();
  const { sourceCurrency, targetCurrency, minSourceValue, minTargetAmount } = exchange;
  const minimum = [
    minSourceValue === null ? undefined : { amount: minSourceValue, currency: sourceCurrency },
    minTargetAmount === null ? undefined : { amount: minTargetAmount, currency: targetCurrency },
  ].filter((it) => it !== undefined);
  return (
    <Card title={t('section.exchange')}>
      <dl className={styles.exchange}>
        <Fact label={t('exchange.sent')}>
          <ExchangeAmount amount={exchange.sourceAmount} currency={sourceCurrency} />
        </Fact>
        <IconArrowRight size={16} stroke={1.6} aria-hidden="true" className={styles.exchangeArrow} />
        <Fact label={t('exchange.received')}>
          <ExchangeAmount amount={exchange.targetAmount} currency={targetCurrency} />
        </Fact>
        <span className={styles.divider} />
        <Fact label={t('exchange.rate')}>
          <Rate exchange={exchange} />
        </Fact>
        <Fact label={t('exchange.quoted')}>
          <DateTime
            value={exchange.quotationDate || undefined}
            part={isDay(exchange.quotationDate) ? 'day' : 'both'}
          />
        </Fact>
        <Fact label={t('exchange.minimum')}>
          {minimum.length === 0 ? (
            <Dash />
          ) : (
            minimum.map((it, index) => (
              <span key={it.currency}>
                {index > 0 && ' / '}
                <ExchangeAmount {...it} code={false} />
              </span>
            ))
          )}
        </Fact>
      </dl>
    </Card>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
