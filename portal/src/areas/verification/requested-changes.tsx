import { IconArrowRight } from '@tabler/icons-react';
import type { VerificationDetail } from '@tonle/contract/verification';
import { Card } from '../../ui/card.tsx';
import { FieldName, FieldValue } from '../customers/customers.public.tsx';
import styles from './verification.module.css';
import { useVerificationTexts } from './verification-texts.ts';

/** What would change, old and new side by side. */
export function RequestedChanges({ request }: { request: VerificationDetail }) {
  const t = useVerificationTexts();
  const { changes } = request;
  return (
    <Card
      title={t('changes.title')}
      aside={changes.length > 0 && <span className={styles.count}>{changes.length}</span>}
    >
      {changes.length === 0 && <p className={styles.hint}>{t('changes.none')}</p>}
      <dl className={styles.changes}>
        {changes.map((it) => (
          <div key={it.fieldName}>
            <dt>
              <FieldName of={it} />
            </dt>
            <dd className={styles.old}>
              <span className="tn-visually-hidden">{t('changes.from')}: </span>
              {it.oldValue === null || it.oldValue === '' ? (
                t('changes.empty')
              ) : (
                <FieldValue of={it} value={it.oldValue} />
              )}
            </dd>
            <dd className={styles.arrow} aria-hidden="true">
              <IconArrowRight size={16} stroke={1.6} />
            </dd>
            <dd className={styles.new}>
              <span className="tn-visually-hidden">{t('changes.to')}: </span>
              {it.newValue === null || it.newValue === '' ? (
                t('changes.empty')
              ) : (
                <FieldValue of={it} value={it.newValue} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
