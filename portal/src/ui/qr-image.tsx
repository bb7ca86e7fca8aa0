import { create } from 'qrcode';
import { useMemo } from 'react';
import styles from './qr-image.module.css';

/** Modules of white around the code, as readers need them. */
const quietZone = 4;

/** The code's dark modules as one path; undefined for a text that fits into no QR code. */
export function qrPath(text: string, level: 'M' | 'Q' = 'M'): { path: string; size: number } | undefined {
  try {
    const { modules } = create(text, { errorCorrectionLevel: level });
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
  /** Stands in the middle of the code, which then carries more to make up for what it hides. */
  logo?: string | undefined;
};

/** A QR code, on white in both themes: cameras want dark on light. Load it lazily; it brings the encoder. */
export default function QrImage({ text, label, fallback, logo }: QrImageProps) {
  const level = logo === undefined ? 'M' : 'Q';
  const code = useMemo(() => qrPath(text, level), [text, level]);
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
      {logo !== undefined && <Logo address={logo} size={code.size} />}
    </svg>
  );
}

/** Of the code's width; a fifth hides a twenty-fifth of it, where a quarter of what it says may be lost. */
const logoShare = 0.2;

function Logo({ address, size }: { address: string; size: number }) {
  const side = Math.round((size - 2 * quietZone) * logoShare);
  const at = (size - side) / 2;
  const inner = { x: at + 0.5, y: at + 0.5, width: side - 1, height: side - 1 };
  return (
    <>
      <rect x={at} y={at} width={side} height={side} rx={1} fill="#fff" />
      <image href={address} {...inner} preserveAspectRatio="xMidYMid meet" />
    </>
  );
}
