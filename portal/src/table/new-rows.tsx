import { IconArrowUp, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import styles from './new-rows.module.css';

/** What has come since the rows were loaded: how many, whether there are more than counted, and the way to see them. */
export type NewRows = {
  count: number;
  more: boolean;
  /** Rows have come, gone or moved, wherever in the list. */
  changed?: boolean;
  show: () => void;
};

/** Screen readers hear of new rows no more often than this. */
const quietMs = 15_000;

/**
 * "3 new" above a table. Its place is always kept, so that nothing moves when it comes or goes (ui.md, rule 30); the rows
 * change only when it is pressed.
 */
export function NewRowsButton({ count, more, changed = false, show }: NewRows) {
  const t = useShellTexts();
  const none = changed ? t('table.changed') : t('table.new-rows.some');
  const label = count === 0 ? none : t(more ? 'table.new-rows.many' : 'table.new-rows', { count });
  const isOffered = count > 0 || more || changed;
  const Icon = changed ? IconRefresh : IconArrowUp;
  return (
    <span className={`${styles.place} tn-screen-only`}>
      {isOffered && (
        <button
          type="button"
          className={styles.button}
          title={t(changed ? 'table.changed.show' : 'table.new-rows.show')}
          onClick={show}
        >
          <Icon size={16} stroke={1.6} aria-hidden="true" />
          {label}
        </button>
      )}
      <Announcement text={isOffered ? label : ''} />
    </span>
  );
}

function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState({ text: '', at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (text === said.text) return undefined;
    const say = () => setSaid({ text, at: performance.now() });
    const timer = window.setTimeout(
      say,
      text === '' ? 0 : Math.max(0, said.at + quietMs - performance.now()),
    );
    return () => window.clearTimeout(timer);
  }, [text, said]);
  return (
    <span className="tn-visually-hidden" role="status">
      {said.text}
    </span>
  );
}
