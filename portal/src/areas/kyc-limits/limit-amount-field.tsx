import { TextInput } from '@mantine/core';
import { judgeDayLimit } from '@tonle/contract/kyc-limits';
import { type Currency, formatAmount, symbolOf } from '@tonle/money';
import type { FormEvent } from 'react';
import { useField } from '../../form/use-field.ts';
import { Money } from '../../ui/money.tsx';
import { useKycLimitsTexts } from './kyc-limits-texts.ts';
import { mayBeTyped, readTypedWhole } from './typed-whole.ts';

type LimitAmountFieldProps = { name: string; currency: Currency; disabled?: boolean };

/** An amount a day: whole numbers, read back grouped below the field. */
export function LimitAmountField({ name, currency, disabled = false }: LimitAmountFieldProps) {
  const t = useKycLimitsTexts();
  const { field, error } = useField(name);
  const judged = judgeDayLimit(field.value, currency);
  const guard = (event: FormEvent<HTMLInputElement>) => {
    const { data } = event.nativeEvent as InputEvent;
    if (data?.length === 1 && !mayBeTyped(data)) event.preventDefault();
  };
  return (
    <TextInput
      {...field}
      label={currency === 'KHR' ? t('field.khr') : t('field.usd')}
      description={
        typeof judged === 'bigint'
          ? t.rich('field.per-day', {
              amount: <Money key="amount" amount={formatAmount(judged, currency)} currency={currency} code />,
            })
          : ' '
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={
        <span className={currency === 'KHR' ? 'tn-riel' : undefined} aria-hidden="true">
          {symbolOf(currency)}
        </span>
      }
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled}
      error={error}
      onBeforeInput={guard}
      onChange={(event) => field.onChange(readTypedWhole(event.currentTarget.value))}
    />
  );
}
