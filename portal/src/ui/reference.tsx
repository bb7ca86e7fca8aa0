import { useShellTexts } from '../i18n/shell-texts.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './surfaces.module.css';

/** A request's reference, to be told to support. */
export function Reference({ value }: { value: string }) {
  const t = useShellTexts();
  return (
    <span className={styles.referenceLine}>
      <span>{t('reference')}</span> <b>{value}</b>
      <CopyButton value={value} name={t('reference')} />
    </span>
  );
}
