import { Button } from '@mantine/core';
import { descriptionLengthMax } from '@tonle/contract/main-account';
import type { Currency } from '@tonle/money';
import type { UseFormReturn } from 'react-hook-form';
import { AmountField } from '../../form/amount-field.tsx';
import { FieldRow, FormSection, FormShell } from '../../form/form-shell.tsx';
import { PhoneField } from '../../form/phone-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Money } from '../../ui/money.tsx';
import { useMainAccountTexts } from './main-account-texts.ts';
import type { MainBalance } from './main-balance.ts';
import { RecipientField } from './recipient-field.tsx';
import type { TransferDraft } from './transfer-draft.ts';
import type { RecipientCheck } from './use-recipient.ts';

type TransferFormProps = {
  form: UseFormReturn<TransferDraft, unknown, TransferDraft>;
  balance: MainBalance;
  recipient: RecipientCheck;
  onClear: () => void;
  /** Everything that can be judged here is right. */
  onContinue: () => Promise<void>;
};

/** Step one: whom, how much, what for, where from (1-portal.md sections 3 and 5). */
export function TransferForm({ form, balance, recipient, onClear, onContinue }: TransferFormProps) {
  const t = useMainAccountTexts();
  const shell = useShellTexts();
  const currency: Currency = form.watch('currency');
  const isRiel = currency === 'KHR';
  const available = balance.amounts?.[currency];
  return (
    <FormShell
      form={form}
      label={t('transfer.form')}
      onSubmit={onContinue}
      note={t('form.nothing-sent')}
      actions={
        <>
          <Button variant="default" size="md" onClick={onClear}>
            {shell('clear')}
          </Button>
          <Button type="submit" size="md" loading={form.formState.isSubmitting}>
            {t('form.continue')}
          </Button>
        </>
      }
    >
      <FormSection title={t('recipient')} help={t('recipient.help')}>
        <RecipientField
          found={recipient.found}
          fault={recipient.fault}
          checking={recipient.checking}
          onCheck={() => void recipient.check()}
        />
      </FormSection>
      <FormSection title={t('amount')} help={t('amount.help')}>
        <AmountField
          name="amount"
          label={isRiel ? t('amount.in-riel') : t('amount.in-dollar')}
          currency={currency}
          onCurrency={(next) => form.setValue('currency', next, { shouldDirty: true })}
          help={isRiel ? t('amount.whole-riel') : t('amount.cents')}
          available={
            available !== undefined &&
            t.rich('amount.available', {
              amount: <Money key="amount" amount={available} currency={currency} />,
            })
          }
        />
      </FormSection>
      <FormSection title={t('details')} help={t('details.help')}>
        <FieldRow shares="minmax(0, 1.36fr) minmax(0, 1fr)">
          <TextField
            name="description"
            label={t('description')}
            optional
            counter={descriptionLengthMax}
            autoComplete="off"
          />
          <TextField name="extRef" label={t('ext-ref')} optional autoComplete="off" />
        </FieldRow>
      </FormSection>
      <FormSection title={t('source')} help={t('source.help')}>
        <FieldRow>
          <TextField name="fromName" label={t('source.name')} autoComplete="off" />
          <PhoneField name="fromPhone" label={t('source.phone')} />
        </FieldRow>
      </FormSection>
    </FormShell>
  );
}
