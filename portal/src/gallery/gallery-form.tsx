import { Button } from '@mantine/core';
import { Phone } from '@tonle/contract/phone';
import { text } from '@tonle/contract/text';
import { type Currency, currencies } from '@tonle/money';
import { z } from 'zod';
import { AmountField } from '../form/amount-field.tsx';
import { useSchemaForm } from '../form/form.ts';
import { FieldRow, FormSection, FormShell } from '../form/form-shell.tsx';
import { PasswordField } from '../form/password-field.tsx';
import { PhoneField } from '../form/phone-field.tsx';
import { SelectField } from '../form/select-field.tsx';
import { TextAreaField } from '../form/text-area-field.tsx';
import { TextField } from '../form/text-field.tsx';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { toast } from '../ui/messages.ts';
import { Money } from '../ui/money.tsx';

const Sample = z.object({
  name: text(70).pipe(z.string().min(1, 'source-of-funds.name-required')),
  amount: z.string().min(1, 'amount.required').max(64, 'amount.not-a-number'),
  currency: z.enum(currencies),
  phone: z.union([z.literal(''), Phone]),
  reason: text(255),
  limit: z.string().min(1, 'field.required').max(10, 'field.invalid'),
  secret: z.string().max(64, 'field.too-long'),
});

/** A form with each kind of field. */
export function GalleryForm() {
  const form = useSchemaForm<z.input<typeof Sample>, z.output<typeof Sample>>(Sample, {
    defaultValues: { name: '', amount: '', currency: 'KHR', phone: '', reason: '', limit: '', secret: '' },
  });
  const currency: Currency = form.watch('currency');
  return (
    <>
      <UnsavedGuard when={form.formState.isDirty} />
      <FormShell
        form={form}
        label="Sample form"
        onSubmit={(values) => void toast.success('Read', { text: JSON.stringify(values) })}
        note="Nothing is sent."
        actions={
          <>
            <Button size="md" variant="default" onClick={() => form.reset()}>
              Clear
            </Button>
            <Button size="md" type="submit">
              Continue
            </Button>
          </>
        }
      >
        <FormSection title="Amount" help="Sent from the account in the same currency.">
          <AmountField
            name="amount"
            label="Amount"
            currency={currency}
            onCurrency={(it) => form.setValue('currency', it)}
            help="Whole Riel only."
            available={<Money amount="8412650300" currency="KHR" />}
          />
        </FormSection>
        <FormSection title="Details" help="Each kind of field.">
          <FieldRow>
            <TextField name="name" label="Name" counter={70} />
            <PhoneField name="phone" label="Phone number" optional />
          </FieldRow>
          <SelectField
            name="limit"
            label="Limit"
            options={[
              { value: 'full', label: 'Full KYC mobile' },
              { value: 'partial', label: 'Partial KYC mobile' },
            ]}
          />
          <TextAreaField name="reason" label="Reason" optional counter={255} />
          <PasswordField name="secret" label="Secret key" autoComplete="off" />
        </FormSection>
      </FormShell>
    </>
  );
}
