import type { ReactNode } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import styles from './form.module.css';

type FieldLabelProps = { label: ReactNode; optional?: boolean };

/** A field's label; what need not be filled in says so, instead of stars on what must. */
export function FieldLabel({ label, optional = false }: FieldLabelProps) {
  const t = useShellTexts();
  return (
    <>
      {label}
      {optional && <span className={styles.optional}> {t('optional')}</span>}
    </>
  );
}

/** How many characters there are of how many, counted as people do. */
export function Counter({ value, max }: { value: string; max: number }) {
  const t = useShellTexts();
  const count = [...value].length;
  return (
    <span className={`${styles.counter} ${count > max ? styles.over : ''}`}>
      {t('form.characters', { count, max })}
    </span>
  );
}

/** A label with a counter at the end of its line. */
export const LabelLine = ({ children, end }: { children: ReactNode; end: ReactNode }) => (
  <span className={styles.labelLine}>
    <span>{children}</span>
    {end}
  </span>
);
