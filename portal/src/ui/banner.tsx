import type { ReactNode } from 'react';
import type { Tone } from '../theme/tokens.ts';
import { ToneShape } from './status.tsx';
import styles from './surfaces.module.css';

type BannerProps = {
  tone: Tone;
  /** The sentence that matters, in bold. */
  title: ReactNode;
  /** More after it. */
  children?: ReactNode;
  /** Stands in for the tone's shape. */
  icon?: ReactNode;
  /** At the end: a waiting time, a button, a reference. */
  end?: ReactNode;
  /** Announces the banner when it appears: politely, or at once for a failure. */
  announce?: boolean;
};

/** A tinted line without a border: a page's state, or the decision that is waiting. */
export function Banner({ tone, title, children, icon, end, announce = false }: BannerProps) {
  const role = announce ? (tone === 'failure' ? 'alert' : 'status') : undefined;
  return (
    <div className={`${styles.banner} ${styles[`${tone}Tile`]}`} role={role}>
      <span className={styles.bannerIcon}>{icon ?? <ToneShape tone={tone} size={11} />}</span>
      <span className={styles.bannerText}>
        <b>{title}</b>
        {children !== undefined && <> {children}</>}
      </span>
      {end !== undefined && <span className={styles.bannerEnd}>{end}</span>}
    </div>
  );
}
