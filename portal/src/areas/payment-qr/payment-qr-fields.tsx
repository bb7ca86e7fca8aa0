import { Button } from '@mantine/core';
import { billNumberLengthMax, type PaymentQrForm, qrDescriptionLengthMax } from '@tonle/contract/payment-qr';
import type { Currency } from '@tonle/money';
import { type ReactNode, useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { AmountField } from '../../form/amount-field.tsx';
import { FormFrame } from '../../form/form-frame.tsx';
import { FieldRow } from '../../form/form-shell.tsx';
import { TextField } from '../../form/text-field.tsx';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AccountId } from '../../ui/values.tsx';
import styles from './payment-qr.module.css';
import { usePaymentQrTexts } from './payment-qr-texts.ts';

/** What stands in the fields. */
export type TypedQr = {
  accountId: string;
  wallet: Currency;
  amount: string;
  billNumber: string;
  description: string;
  merchantCategory: string;
  validMinutes: string;
};

type PaymentQrFieldsProps = {
  icon: ReactNode;
  form: UseFormReturn<TypedQr, unknown, PaymentQrForm>;
  onClose: () => void;
  onMade: (form: PaymentQrForm) => void;
};

export function PaymentQrFields({ icon, form, onClose, onMade }: PaymentQrFieldsProps) {
  const t = usePaymentQrTexts();
  const shell = useShellTexts();
  const formId = useId();
  const wallet = form.watch('wallet');
  const fault = form.formState.errors.accountId;
  return (
    <Dialog
      opened
      onClose={onClose}
      icon={icon}
      title={t('title')}
      width={480}
      footer={
        <>
          <Button variant="default" size="md" onClick={onClose}>
            {shell('cancel')}
          </Button>
          <Button type="submit" form={formId} size="md">
            {t('generate')}
          </Button>
        </>
      }
    >
      <p>{t.rich('text', { account: <AccountId key="account" id={form.getValues('accountId')} /> })}</p>
      <FormFrame form={form} id={formId} className={styles.fields} onSubmit={onMade}>
        {/* It is given; it has a field only where it cannot be carried, so that this is said. */}
        {fault && <TextField name="accountId" label={t('recipient')} readOnly />}
        <AmountField
          name="amount"
          label={`${t('wallet')} · ${t(wallet === 'KHR' ? 'amount.KHR' : 'amount.USD')}`}
          help={t('amount.help')}
          currency={wallet}
          onCurrency={(currency) => {
            form.setValue('wallet', currency);
            if (form.formState.touchedFields.amount) void form.trigger('amount');
          }}
        />
        <TextField name="billNumber" label={t('bill-number')} optional counter={billNumberLengthMax} />
        <TextField name="description" label={t('description')} optional counter={qrDescriptionLengthMax} />
        <FieldRow>
          <TextField name="merchantCategory" label={t('merchant-category')} inputMode="numeric" />
          <TextField name="validMinutes" label={t('valid-minutes')} inputMode="numeric" />
        </FieldRow>
      </FormFrame>
    </Dialog>
  );
}
