import styles from './skeleton.module.css';

type SkeletonBarProps = {
  width: number | string;
  height?: number;
  top?: number;
  /** Waits out the second by itself; without it, whoever shows the bar does. */
  late?: boolean;
};

/** A grey bar in the place of what is still coming; shown only after a second (ui.md, rule 6). */
export const SkeletonBar = ({ width, height = 10, top = 0, late = false }: SkeletonBarProps) => (
  <span
    className={`${styles.bar} ${late ? styles.late : ''}`}
    style={{ width, height, marginTop: top, borderRadius: Math.min(height / 2, 8) }}
  />
);
