import { IconQrcode } from '@tabler/icons-react';
import {
  merchantCategoryDefault,
  type PaymentQr,
  PaymentQrForm,
  paymentQr,
  validMinutesDefault,
} from '@tonle/contract/payment-qr';
import { useState } from 'react';
import { useSchemaForm } from '../../form/form.ts';
import type { QrRecipient } from './payment-qr.public.tsx';
import { PaymentQrFields, type TypedQr } from './payment-qr-fields.tsx';
import { PaymentQrSheet } from './payment-qr-sheet.tsx';

/** Step 0 is the form, step 1 the code; going back finds the form as it was (2-console.md section 4). */
export default function PaymentQrDialog({
  recipient,
  onClose,
}: {
  recipient: QrRecipient;
  onClose: () => void;
}) {
  const [made, setMade] = useState<{ form: PaymentQrForm; code: PaymentQr }>();
  const form = useSchemaForm<TypedQr, PaymentQrForm>(PaymentQrForm, {
    defaultValues: {
      accountId: recipient.accountId,
      wallet: 'KHR',
      amount: '',
      billNumber: '',
      description: '',
      merchantCategory: merchantCategoryDefault,
      validMinutes: String(validMinutesDefault),
    },
  });
  const icon = <IconQrcode size={20} stroke={1.6} />;
  if (made) {
    return (
      <PaymentQrSheet
        icon={icon}
        recipient={recipient}
        form={made.form}
        code={made.code}
        onChange={() => setMade(undefined)}
        onClose={onClose}
      />
    );
  }
  return (
    <PaymentQrFields
      icon={icon}
      form={form}
      onClose={onClose}
      onMade={(read) => setMade({ form: read, code: paymentQr(read, recipient.name, new Date()) })}
    />
  );
}
