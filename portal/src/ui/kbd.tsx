import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** A key, as it is printed on the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={styles.kbd}>{children}</kbd>;
