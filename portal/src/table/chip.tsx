import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Popover } from '../ui/popover.tsx';
import styles from './filter-bar.module.css';

type ChipProps = {
  /** What is filtered by. */
  label: string;
  /** The value in words; undefined while nothing is set. */
  value?: ReactNode;
  /** How many values more than the one named. */
  more?: number;
  icon?: ReactNode;
  /** The value alone says it, as a date range does. */
  hideLabel?: boolean;
  /** Takes the filter away; a filter that always has a value has none. */
  onRemove?: () => void;
  /** What opens below it; `close` shuts it. */
  children: (close: () => void) => ReactNode;
  menuClass?: string;
};

/** A filter as a chip: set with name, value, +n and ×; unset dashed with a plus. */
export function Chip({
  label,
  value,
  more = 0,
  icon,
  hideLabel = false,
  onRemove,
  children,
  menuClass,
}: ChipProps) {
  const t = useShellTexts();
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const isSet = value !== undefined;
  return (
    <div className={`${styles.chip} ${isSet ? '' : styles.unset}`}>
      <button
        ref={anchor}
        type="button"
        className={styles.chipButton}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        {isSet ? icon : <IconPlus size={16} stroke={1.6} aria-hidden="true" />}
        {hideLabel && isSet ? (
          <span className="tn-visually-hidden">{label}: </span>
        ) : (
          <span className={styles.chipName}>{label}</span>
        )}
        {isSet && <span className={styles.chipValue}>{value}</span>}
        {more > 0 && <span className={styles.more}>+{more}</span>}
        {isSet && !onRemove && (
          <IconChevronDown size={16} stroke={1.6} color="var(--tn-text-3)" aria-hidden="true" />
        )}
      </button>
      {isSet && onRemove && (
        <button
          type="button"
          className={`${styles.remove} tn-screen-only`}
          aria-label={t('filter.remove', { name: label })}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.6} />
        </button>
      )}
      {opened && (
        <Popover id={id} anchor={anchor} onClose={close} label={label} className={menuClass ?? styles.menu}>
          {children(close)}
        </Popover>
      )}
    </div>
  );
}
