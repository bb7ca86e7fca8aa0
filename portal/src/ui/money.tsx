import { type Amount, type Currency, moneyParts, type Sign } from '@tonle/money';
import type { CSSProperties } from 'react';
import styles from './values.module.css';

type MoneyProps = {
  amount: Amount;
  currency: Currency;
  /** Shows the currency's code after the amount: on totals, buttons and confirmations (ui.md, rule 11). */
  code?: boolean;
  sign?: Sign;
  /** `inline` takes over the text it stands in. */
  size?: 'row' | 'strong' | 'card' | 'title' | 'inline';
};

/** An amount with its symbol, tabular figures, and its code where asked. */
export function Money({ amount, currency, code = false, sign = 'auto', size = 'row' }: MoneyProps) {
  const parts = moneyParts(amount, currency, sign);
  const length = `${parts.sign}${parts.symbol}${parts.digits}`.length + (code ? 3 : 0);
  return (
    <span
      className={`${styles.money} ${styles[size] ?? ''}`}
      style={size === 'title' ? ({ '--length': length } as CSSProperties) : undefined}
    >
      {parts.sign}
      {parts.symbol !== '' && (
        <span className={`${currency === 'KHR' ? 'tn-riel' : ''} ${styles.symbol}`}>{parts.symbol}</span>
      )}
      {parts.digits}
      {(code || parts.symbol === '') && (
        <>
          {' '}
          <span className={styles.code}>{currency}</span>
        </>
      )}
    </span>
  );
}
