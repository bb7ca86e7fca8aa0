import styles from './values.module.css';

/** What stands where there is nothing. */
export const Dash = () => <span className={styles.empty}>—</span>;
