import { dayOf, type InstantLike, timeOf } from '../i18n/time.ts';
import { CopyButton } from './copy-button.tsx';
import { Dash } from './dash.tsx';
import { Tooltip } from './tooltip.tsx';
import styles from './values.module.css';

/** An account id: the bank's part after the @ is lighter. */
export function AccountId({
  id,
  copy = false,
  copyName,
}: {
  id: string | null | undefined;
  copy?: boolean;
  copyName?: string;
}) {
  if (!id) return <Dash />;
  const at = id.indexOf('@');
  const text = (
    <span className={styles.account}>
      {at < 0 ? id : id.slice(0, at)}
      {at >= 0 && <span className={styles.bank}>{id.slice(at)}</span>}
    </span>
  );
  return copy ? <Copyable value={id} name={copyName ?? id} text={text} /> : text;
}

export const shortHash = (hash: string): string =>
  hash.length <= 13 ? hash : `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** A hash, short, the whole of it on hover and focus; or the whole with a copy button. */
export function Hash({
  value,
  full = false,
  copyName,
}: {
  value: string | null | undefined;
  full?: boolean;
  copyName?: string;
}) {
  if (!value) return <Dash />;
  if (full) {
    const text = <span className={`${styles.identifier} ${styles.full}`}>{value}</span>;
    return copyName === undefined ? text : <Copyable value={value} name={copyName} text={text} />;
  }
  return (
    <Tooltip label={value} describes>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole hash is shown on focus too (ui.md, Table). */}
      <span className={`${styles.identifier} ${styles.hash}`} tabIndex={0}>
        {shortHash(value)}
      </span>
    </Tooltip>
  );
}

/** A value with a copy button beside it. */
export function Copyable({ value, name, text }: { value: string; name: string; text?: React.ReactNode }) {
  return (
    <span className={styles.withCopy}>
      {text ?? <span className={styles.full}>{value}</span>}
      <CopyButton value={value} name={name} />
    </span>
  );
}

function Hyphenated({ text }: { text: string }) {
  const [first, ...others] = text.split('-');
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a date never change their order.
        <span key={index}>
          <span className="tn-hyphen">-</span>
          {part}
        </span>
      ))}
    </>
  );
}

/** A Phnom Penh moment, date and lighter time: "2026-11-27 14:32:08". */
export function DateTime({
  value,
  part = 'both',
}: {
  value: InstantLike | null | undefined;
  part?: 'both' | 'day' | 'time';
}) {
  const day = value === null || value === undefined ? '' : dayOf(value);
  if (value === null || value === undefined || day === '') return <Dash />;
  return (
    <time className={styles.moment} dateTime={new Date(value).toISOString()}>
      {part !== 'time' && <Hyphenated text={day} />}
      {part === 'both' && ' '}
      {part !== 'day' && <span className={part === 'both' ? styles.clock : undefined}>{timeOf(value)}</span>}
    </time>
  );
}
