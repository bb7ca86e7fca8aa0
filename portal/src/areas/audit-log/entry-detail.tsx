import type { AuditEntry } from '@tonle/contract/audit-log';
import { Dash } from '../../ui/dash.tsx';
import { StatusText } from '../../ui/status.tsx';
import { Copyable } from '../../ui/values.tsx';
import styles from './audit-log.module.css';
import { useAuditLogTexts } from './audit-log-texts.ts';

/** What an entry unfolds to: each value before and after, and where it came from. */
export function EntryDetail({ entry }: { entry: AuditEntry }) {
  const t = useAuditLogTexts();
  const { oldValues, newValues } = entry;
  const names = [...new Set([...Object.keys(oldValues ?? {}), ...Object.keys(newValues ?? {})])];
  return (
    <div className={styles.detail}>
      {/* As it was sealed, whatever the language of the page. */}
      <p lang="en">{entry.description}</p>
      {names.length === 0 ? (
        <p className={styles.login}>{t('detail.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('detail.field')}</th>
              <th scope="col">{t('detail.old')}</th>
              <th scope="col">{t('detail.new')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <td lang="en">{name}</td>
                <td>
                  <Value it={oldValues?.[name]} />
                </td>
                <td>
                  <Value it={newValues?.[name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={styles.facts}>
        <Fact name={t('detail.roles')}>{entry.roles.join(', ') || <Dash />}</Fact>
        <Fact name={t('detail.address')}>{entry.address ?? <Dash />}</Fact>
        <Fact name={t('detail.reference')}>
          {entry.reference === null ? (
            <Dash />
          ) : (
            <Copyable value={entry.reference} name={t('detail.reference.copy')} />
          )}
        </Fact>
        <Fact name={t('detail.seal')}>
          <StatusText
            tone={entry.sealed ? 'success' : 'progress'}
            label={t(entry.sealed ? 'detail.sealed' : 'detail.unsealed')}
          />
        </Fact>
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A value as people read it: a list one a line, anything deeper as it was written. */
function Value({ it }: { it: unknown }) {
  if (it === undefined || it === null || it === '') return <Dash />;
  if (Array.isArray(it)) return it.length === 0 ? <Dash /> : it.map(textOf).join('\n');
  return textOf(it);
}

const textOf = (it: unknown): string => (typeof it === 'string' ? it : JSON.stringify(it));
