import { type ReactNode, useId } from 'react';
import styles from './segments.module.css';

export type Segment<Value extends string> = { value: Value; label: ReactNode; name?: string; lang?: string };

type SegmentsProps<Value extends string> = {
  /** What is chosen here, for screen readers. */
  label: string;
  value: Value;
  choices: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
};

/** One of a few, all in sight: language, currency, row height. A radio group underneath. */
export function Segments<Value extends string>({
  label,
  value,
  choices,
  onChange,
  disabled,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className={styles.root} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice} lang={choice.lang} title={choice.name}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={disabled}
            aria-label={choice.name}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
