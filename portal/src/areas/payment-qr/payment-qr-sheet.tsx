import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { type PaymentQr, type PaymentQrForm, qrFileName } from '@tonle/contract/payment-qr';
import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useBankLogo } from '../../api/bank-logo.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import QrImage from '../../ui/qr-image.tsx';
import { saveQrPng, saveQrSvg } from '../../ui/save-qr.ts';
import { AccountId, DateTime } from '../../ui/values.tsx';
import styles from './payment-qr.module.css';
import type { QrRecipient } from './payment-qr.public.tsx';
import { usePaymentQrTexts } from './payment-qr-texts.ts';

/** The image's width and height (2-console.md section 9). */
const imageSizePx = 256;

type PaymentQrSheetProps = {
  icon: ReactNode;
  recipient: QrRecipient;
  form: PaymentQrForm;
  code: PaymentQr;
  onChange: () => void;
  onClose: () => void;
};

/** The code with what it says; as PNG, as SVG, and on paper. */
export function PaymentQrSheet(props: PaymentQrSheetProps) {
  const { icon, form, code, onChange, onClose } = props;
  const t = usePaymentQrTexts();
  const frame = useRef<HTMLDivElement>(null);
  const save = (kind: 'png' | 'svg') => {
    const svg = frame.current?.querySelector('svg');
    const name = qrFileName(form, code.amount, kind);
    if (svg && kind === 'png') saveQrPng(svg, name, imageSizePx);
    else if (svg) saveQrSvg(svg, name);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      icon={icon}
      title={t('title')}
      width={480}
      footer={
        <>
          <Button variant="default" size="md" onClick={onChange}>
            {t('change')}
          </Button>
          <Button variant="default" size="md" onClick={onClose}>
            {t('close')}
          </Button>
          <Button
            size="md"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={() => save('png')}
            data-autofocus
          >
            {t('download')}
          </Button>
        </>
      }
    >
      <div ref={frame}>
        <Code {...props} />
      </div>
      <div className={styles.ways}>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          onClick={() => save('svg')}
        >
          {t('download.svg')}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconPrinter size={16} stroke={1.6} />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
        <CopyButton value={code.text} name={t('code-text')} />
      </div>
      {createPortal(
        <div className="tn-print-sheet">
          <Code {...props} />
        </div>,
        document.body,
      )}
    </Dialog>
  );
}

function Code({ recipient, form, code }: PaymentQrSheetProps) {
  const t = usePaymentQrTexts();
  const logo = useBankLogo() ?? undefined;
  return (
    <figure className={styles.figure}>
      <div className={styles.image}>
        <QrImage
          text={code.text}
          label={t('image', { name: recipient.name })}
          fallback={t('failed')}
          logo={logo}
        />
      </div>
      <figcaption>
        <b>{recipient.name}</b>
        <span>
          <AccountId id={form.accountId} />
        </span>
        <span>
          {form.amountMinor > 0n ? (
            <Money amount={form.amountMinor} currency={form.wallet} code size="strong" />
          ) : (
            t('any-amount')
          )}
        </span>
        <span className={styles.meta}>
          {code.expiresAt === undefined
            ? t('static')
            : t.rich('expires', { time: <DateTime key="time" value={code.expiresAt} /> })}
        </span>
      </figcaption>
    </figure>
  );
}
