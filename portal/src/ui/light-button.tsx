import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './light-button.module.css';

/**
 * Buttons without Mantine, for what the sign-in page and the error boundary load: they look like the others and
 * weigh nothing.
 */
type LightButtonProps = {
  ref?: Ref<HTMLButtonElement>;
  primary?: boolean;
  /** 42 px high, as on the sign-in page. */
  tall?: boolean;
  /** Shows a spinner in the text's place; clicks do nothing meanwhile. */
  running?: boolean;
  children: ReactNode;
} & ButtonHTMLAttributes<HTMLButtonElement>;

export function LightButton({
  primary = false,
  tall = false,
  running = false,
  children,
  ...button
}: LightButtonProps) {
  const look = `${styles.button} ${primary ? styles.primary : ''} ${tall ? styles.tall : ''}`;
  return (
    <button
      type="button"
      {...button}
      className={look}
      aria-busy={running}
      onClick={running ? (event) => event.preventDefault() : button.onClick}
    >
      <span className={`${styles.content} ${running ? styles.hidden : ''}`}>{children}</span>
      {running && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}

type LightIconButtonProps = {
  /** 28 px, or 32 in fields. */
  size?: 28 | 32;
} & ButtonHTMLAttributes<HTMLButtonElement>;

/** A button that is an icon; `aria-label` names it. */
export const LightIconButton = ({ size = 28, className = '', ...button }: LightIconButtonProps) => (
  <button
    type="button"
    {...button}
    className={`${styles.icon} ${className}`}
    style={{ width: size, height: size }}
  />
);
