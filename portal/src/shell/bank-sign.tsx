import { useBankLogo } from '../api/bank-logo.ts';
import { BankMark } from './marks.tsx';
import styles from './shell.module.css';

/** The bank's logo; the emblem while it has given none. The name stands beside it. */
export function BankSign() {
  const logo = useBankLogo();
  if (logo === undefined) return <span className={styles.logo} />;
  return logo === null ? <BankMark /> : <img className={styles.logo} src={logo} alt="" />;
}
