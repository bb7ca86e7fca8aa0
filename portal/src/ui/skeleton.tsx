import styles from './skeleton.module.css';

type SkeletonBarProps = { width: number | string; height?: number; top?: number };

/** A grey bar in the place of what is still coming; shown only after a second (ui.md, rule 6). */
export const SkeletonBar = ({ width, height = 10, top = 0 }: SkeletonBarProps) => (
  <span
    className={styles.bar}
    style={{ width, height, marginTop: top, borderRadius: Math.min(height / 2, 8) }}
  />
);
