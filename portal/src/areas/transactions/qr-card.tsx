import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './transaction-detail.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

const QrImage = lazy(() => import('../../ui/qr-image.tsx'));

const imageSizePx = 1024;

/** Draws the shown code large and hands it to the browser as a PNG. */
function saveImage(svg: SVGSVGElement, fileName: string): void {
  const image = new Image();
  const source = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  const address = URL.createObjectURL(source);
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = imageSizePx;
    canvas.height = imageSizePx;
    canvas.getContext('2d')?.drawImage(image, 0, 0, imageSizePx, imageSizePx);
    URL.revokeObjectURL(address);
    canvas.toBlob((png) => {
      if (!png) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(png);
      link.download = fileName;
      link.click();
      URL.revokeObjectURL(link.href);
    }, 'image/png');
  };
  image.src = address;
}

/** The QR code that was paid, drawn and as text. */
export function QrCard({ text, name }: { text: string; name: string }) {
  const t = useTransactionsTexts();
  const frame = useRef<HTMLDivElement>(null);
  const save = () => {
    const svg = frame.current?.querySelector('svg');
    if (svg) saveImage(svg, `${name}.png`);
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
