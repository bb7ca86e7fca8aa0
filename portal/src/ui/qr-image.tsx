import { create } from 'qrcode';
import { useMemo } from 'react';
import styles from './qr-image.module.css';

/** Modules of white around the code, as readers need them. */
const quietZone = 4;

/** The code's dark modules as one path; undefined for a text that fits into no QR code. */
export function qrPath(text: string): { path: string; size: number } | undefined {
  try {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    let path = '';
    for (let y = 0; y < modules.size; y += 1) {
      for (let x = 0; x < modules.size; x += 1) {
        if (modules.get(y, x)) path += `M${x + quietZone} ${y + quietZone}h1v1h-1z`;
      }
    }
    return { path, size: modules.size + 2 * quietZone };
  } catch {
    return undefined;
  }
}

type QrImageProps = {
  text: string;
  /** What the code is, for screen readers. */
  label: string;
  /** Stands in where the text fits into no QR code. */
  fallback: string;
};

/** A QR code, on white in both themes: cameras want dark on light. Load it lazily; it brings the encoder. */
export default function QrImage({ text, label, fallback }: QrImageProps) {
  const code = useMemo(() => qrPath(text), [text]);
  if (!code) return <p className="tn-muted">{fallback}</p>;
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#16202a" />
    </svg>
  );
}
