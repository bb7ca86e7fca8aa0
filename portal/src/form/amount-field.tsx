import { type Currency, currencies, symbolOf } from '@tonle/money';
import { type ChangeEvent, type CSSProperties, type ReactNode, useId } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Segments } from '../ui/segments.tsx';
import styles from './form.module.css';
import { formatTypedAmount, readTypedAmount, settledAmount } from './typed-amount.ts';
import { useField } from './use-field.ts';
import { useKeptCaret } from './use-kept-caret.ts';

type AmountFieldProps = {
  name: string;
  /** "Amount in Riel". */
  label: ReactNode;
  currency: Currency;
  /** Without it there is no switch. */
  onCurrency?: (currency: Currency) => void;
  help?: ReactNode;
  /** At the end of the line below: "Available ៛8,412,650,300". */
  available?: ReactNode;
  disabled?: boolean;
};

/**
 * An amount with its symbol and the switch of currency, grouped while it is typed. The form holds the plain decimal.
 * No sign and no leading zeros; too many decimals are refused in words (1-portal.md section 5).
 */
export function AmountField({
  name,
  label,
  currency,
  onCurrency,
  help,
  available,
  disabled,
}: AmountFieldProps) {
  const t = useShellTexts();
  const id = useId();
  const { field, error } = useField(name);
  const shown = formatTypedAmount(field.value);
  const { box, keep } = useKeptCaret(shown, /[\s,]/);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    const { inputType, data } = event.nativeEvent as InputEvent;
    const isPasted = inputType !== 'insertText';
    // While the value has no comma of its own, those that are shown are the field's grouping.
    const ownCommas =
      !(field.value as string).includes(',') &&
      (isPasted ? inputType?.startsWith('delete') === true : data?.includes(',') !== true);
    const read = readTypedAmount(value, currency, isPasted, ownCommas);
    if (!read.includes(',')) keep(event);
    field.onChange(read);
  };
  return (
    <div className={styles.amountField}>
      <label className="tn-label" htmlFor={id}>
        {label}
      </label>
      <div className={styles.amount} style={{ '--length': Math.max(shown.length, 1) } as CSSProperties}>
        <span className={`${styles.symbol} ${currency === 'KHR' ? 'tn-riel' : ''}`} aria-hidden="true">
          {symbolOf(currency)}
        </span>
        <input
          id={id}
          ref={(element) => {
            box.current = element;
            field.ref(element);
          }}
          name={field.name}
          value={shown}
          onChange={change}
          onBlur={() => {
            field.onChange(settledAmount(field.value));
            field.onBlur();
          }}
          inputMode={currency === 'KHR' ? 'numeric' : 'decimal'}
          autoComplete="off"
          placeholder="0"
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-below`}
        />
        {onCurrency && (
          <Segments
            label={t('amount.currency')}
            value={currency}
            onChange={onCurrency}
            disabled={disabled}
            choices={currencies.map((it) => ({ value: it, label: it }))}
          />
        )}
      </div>
      <div id={`${id}-below`} className={styles.below}>
        <span>
          {error !== undefined && <span className={styles.error}>{error}</span>}
          {error === undefined && help}
        </span>
        {available !== undefined && <span>{available}</span>}
      </div>
    </div>
  );
}
