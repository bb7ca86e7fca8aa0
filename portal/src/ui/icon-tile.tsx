import type { ReactNode } from 'react';
import type { Tone } from '../theme/tokens.ts';
import styles from './surfaces.module.css';

export type TileTone = Tone | 'primary';

/** An icon on a tinted square: in dialogs, empty states and detail titles. */
export const IconTile = ({
  tone = 'neutral',
  size = 40,
  children,
}: {
  tone?: TileTone;
  size?: 24 | 32 | 40;
  children: ReactNode;
}) => (
  <span
    className={`${styles.tile} ${styles[`${tone}Tile`]}`}
    style={{ width: size, height: size, borderRadius: size === 24 ? 6 : 10 }}
    aria-hidden="true"
  >
    {children}
  </span>
);
