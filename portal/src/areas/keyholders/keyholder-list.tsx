import { IconKey } from '@tabler/icons-react';
import type { Keyholder } from '@tonle/contract/keyholders';
import { useId } from 'react';
import { useSession } from '../../session/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StatusBadge, Tag } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './keyholder-list.module.css';
import { useKeyholdersTexts } from './keyholders-texts.ts';

type KeyholderListProps = {
  keyholders: readonly Keyholder[];
  /** What happens next; left out once it has happened. */
  note?: string;
};

/** Beside the steps: who has submitted, live. */
export function KeyholderList({ keyholders, note }: KeyholderListProps) {
  const t = useKeyholdersTexts();
  const { user } = useSession();
  const titleId = useId();
  const count = keyholders.filter((it) => it.status).length;
  return (
    <section className={`tn-card ${styles.card}`} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {t('list.title')}
        </h2>
        <span className={styles.count} role="status">
          {t('list.count', { count, total: keyholders.length })}
        </span>
      </div>
      <div className={styles.parts} aria-hidden="true">
        {keyholders.map((it, index) => (
          <span key={it.username} className={index < count ? styles.filled : undefined} />
        ))}
      </div>
      <ul className={styles.list}>
        {keyholders.map((it) => (
          <li key={it.username}>
            <Avatar name={it.fullName || it.username} size={36} />
            <span className={styles.person}>
              <span className={styles.name}>
                {it.fullName || it.username}
                {it.username === user.login && <Tag>{t('list.you')}</Tag>}
              </span>
              <span className={styles.below}>
                {it.status && it.submittedAt ? <DateTime value={it.submittedAt} /> : it.username}
              </span>
            </span>
            <StatusBadge
              tone={it.status ? 'success' : 'neutral'}
              label={it.status ? t('list.submitted') : t('list.waiting')}
            />
          </li>
        ))}
      </ul>
      {note !== undefined && (
        <p className={styles.note}>
          <IconKey size={18} stroke={1.6} aria-hidden="true" />
          {note}
        </p>
      )}
    </section>
  );
}
