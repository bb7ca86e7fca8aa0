import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { openLoaded } from '../../ui/open-loaded.ts';
import { usePaymentQrTexts } from './payment-qr-texts.ts';

const loadDialog = () => import('./payment-qr-dialog.tsx');
const PaymentQrDialog = lazy(loadDialog);

export type QrRecipient = {
  accountId: string;
  /** As the payer's app shows it. */
  name: string;
};

/** "Generate QR code" for an account, with its dialog; the form and the encoder load when it is opened. */
export function PaymentQrButton({ recipient, disabled }: { recipient: QrRecipient; disabled?: boolean }) {
  const t = usePaymentQrTexts();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={16} stroke={1.6} />}
        disabled={disabled}
        onClick={openLoaded(loadDialog, () => setOpened(true))}
      >
        {t('button')}
      </Button>
      {opened && (
        <Suspense>
          <PaymentQrDialog recipient={recipient} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
