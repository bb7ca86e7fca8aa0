import type { KycLimit } from '@tonle/contract/kyc-limits';
import { useId } from 'react';
import styles from './verification.module.css';

type LimitSelectProps = {
  label: string;
  limits: readonly KycLimit[];
  value: string;
  onChange: (limitId: string) => void;
  disabled?: boolean;
  /** Shows the label above; otherwise it only names the choice. */
  shown?: boolean;
};

/** One of the limits that are offered: the browser's own choice, which a row can hold and a keyboard knows. */
export function LimitSelect({ label, limits, value, onChange, disabled, shown = false }: LimitSelectProps) {
  const id = useId();
  const select = (
    <select
      id={id}
      className={styles.limit}
      aria-label={shown ? undefined : label}
      title={shown ? undefined : limits.find((it) => it.id === value)?.limitName}
      value={value}
      disabled={disabled === true || limits.length === 0}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {limits.map((it) => (
        <option key={it.id} value={it.id}>
          {it.limitName}
        </option>
      ))}
    </select>
  );
  if (!shown) return select;
  return (
    <div className={styles.limitField}>
      <label className="tn-label" htmlFor={id}>
        {label}
      </label>
      {select}
    </div>
  );
}
