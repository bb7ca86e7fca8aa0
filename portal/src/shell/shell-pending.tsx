import { PagePending } from './page-pending.tsx';
import styles from './shell-pending.module.css';

/** Stands for the whole of it while the server takes longer than a second to say what its person may do. */
export const ShellPending = () => (
  <div className={styles.frame}>
    <div className={styles.side} />
    <div className={styles.top} />
    <div className={styles.page}>
      <PagePending />
    </div>
  </div>
);
