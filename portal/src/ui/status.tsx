import type { ReactNode } from 'react';
import type { Tone } from '../theme/tokens.ts';
import { Dash } from './dash.tsx';
import styles from './status.module.css';

/** The shape of a tone: ring, half disc, disc, diamond, cross. A state never speaks by colour alone. */
export function ToneShape({ tone, size = 9 }: { tone: Tone; size?: number }) {
  return (
    <svg
      className={`${styles.shape} ${styles[tone]}`}
      width={size}
      height={size}
      viewBox="0 0 10 10"
      aria-hidden="true"
    >
      {tone === 'neutral' && (
        <circle cx="5" cy="5" r="3.6" fill="none" stroke="var(--shape)" strokeWidth="1.7" />
      )}
      {tone === 'progress' && (
        <>
          <circle cx="5" cy="5" r="3.9" fill="none" stroke="var(--shape)" strokeWidth="1.6" />
          <path d="M5 2.2a2.8 2.8 0 0 1 0 5.6z" fill="var(--shape)" />
        </>
      )}
      {tone === 'success' && <circle cx="5" cy="5" r="4.4" fill="var(--shape)" />}
      {tone === 'warning' && <path d="M5 .3 9.7 5 5 9.7.3 5z" fill="var(--shape)" />}
      {tone === 'failure' && (
        <path
          d="M1.6 1.6l6.8 6.8M8.4 1.6 1.6 8.4"
          stroke="var(--shape)"
          strokeWidth="2.1"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}

type StateProps = {
  tone: Tone;
  /** The state in words; without it, its raw code is the text. */
  label?: ReactNode;
  /** The raw code, within reach as a title (ui.md, rule 12). */
  code?: string;
};

/** A state as a tinted badge: one per row. */
export const StatusBadge = ({ tone, label, code }: StateProps) => (
  <span className={`${styles.badge} ${styles[tone]}`} title={code}>
    <ToneShape tone={tone} />
    {label ?? code}
  </span>
);

/** A state as shape and text without tint: for the second state of a row. */
export const StatusText = ({ tone, label, code }: StateProps) =>
  code === undefined && label === undefined ? (
    <Dash />
  ) : (
    <span className={styles.text} title={code}>
      <ToneShape tone={tone} />
      <span className={styles.words}>{label ?? code}</span>
    </span>
  );

/** A grey tag for codes: KHR, CHKT. */
export const Tag = ({ children }: { children: ReactNode }) => <span className={styles.tag}>{children}</span>;

/** The raw code after its label, in details. */
export const RawCode = ({ code }: { code: string }) => <span className={styles.raw}>{code}</span>;
