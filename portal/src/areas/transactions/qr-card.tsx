import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveQrPng } from '../../ui/save-qr.ts';
import styles from './transaction-detail.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

const QrImage = lazy(() => import('../../ui/qr-image.tsx'));

const imageSizePx = 1024;

/** The QR code that was paid, drawn and as text. */
export function QrCard({ text, name }: { text: string; name: string }) {
  const t = useTransactionsTexts();
  const frame = useRef<HTMLDivElement>(null);
  const save = () => {
    const svg = frame.current?.querySelector('svg');
    if (svg) saveQrPng(svg, `${name}.png`, imageSizePx);
  };
  return (
    <Card
      title={t('section.qr')}
      aside={
        <ActionIcon
          className="tn-screen-only"
          size={28}
          aria-label={t('qr.download')}
          title={t('qr.download')}
          onClick={save}
        >
          <IconDownload size={16} stroke={1.6} />
        </ActionIcon>
      }
    >
      <div ref={frame} className={styles.qr}>
        <Suspense>
          <QrImage text={text} label={t('qr.image')} fallback={t('qr.failed')} />
        </Suspense>
      </div>
      <div className={styles.qrText}>
        <span title={text}>{text}</span>
        <CopyButton value={text} name={t('qr.text')} />
      </div>
    </Card>
  );
}
