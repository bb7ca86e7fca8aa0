import { type Currency, currencies, formatAmount, groupDigits, parseAmount, symbolOf } from '@tonle/money';
import type { CSSProperties } from 'react';
import styles from './values.module.css';

/** An amount as the wire carries it ("15000", "0.30"), or in minor units. */
export type Amount = string | bigint;
type Sign = 'auto' | 'always' | '+' | '-';

type Parts = { sign: string; symbol: string; digits: string };

const signs = { '+': '+', '-': '−', auto: '', always: '' } as const;

/**
 * Splits an amount for people; an amount that is none stays as it came. Another server may name a currency that is
 * neither of ours: its decimals are not known, so the figure stays as it was sent, without a symbol.
 */
function partsOf(amount: Amount, currency: Currency, sign: Sign): Parts {
  if (!currencies.includes(currency)) {
    return { sign: signs[sign], symbol: '', digits: groupDigits(String(amount)) };
  }
  const minor = typeof amount === 'bigint' ? amount : parseAmount(amount, currency);
  if (typeof minor !== 'bigint') return { sign: '', symbol: symbolOf(currency), digits: String(amount) };
  const negative = sign === '-' || (sign !== '+' && minor < 0n);
  const positive = sign === '+' || (sign === 'always' && minor > 0n);
  return {
    sign: negative ? '−' : positive ? '+' : '',
    symbol: symbolOf(currency),
    digits: groupDigits(formatAmount(minor < 0n ? -minor : minor, currency)),
  };
}

/** The same as text: "៛1,000,000 KHR". For buttons' names, titles and announcements. */
export function moneyText(
  amount: Amount,
  currency: Currency,
  options: { sign?: Sign; code?: boolean } = {},
): string {
  const { sign, symbol, digits } = partsOf(amount, currency, options.sign ?? 'auto');
  return `${sign}${symbol}${digits}${options.code ? ` ${currency}` : ''}`;
}

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
  const parts = partsOf(amount, currency, sign);
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
