import { TextInput } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ConsoleUserAccess, consoleUserAccess } from '@tonle/contract/console-users';
import { type PageName, pageOf } from '@tonle/contract/pages';
import type { Authority } from '@tonle/contract/permissions';
import { type ReactNode, useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { paths } from '../../paths.ts';
import { usePageLabel } from '../../shell/menu.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Dash } from '../../ui/dash.tsx';
import { DetailState } from '../../ui/detail-state.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { Tag } from '../../ui/status.tsx';
import styles from './console-users.module.css';
import { useConsoleUsersTexts } from './console-users-texts.ts';
import { UserState } from './user-state.tsx';

/** /users/{id}: what this person can do, and through which authority or role. */
export default function UserAccessPage() {
  const t = useConsoleUsersTexts();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const access = useQuery(queryOf(consoleUserAccess, { params: { id } }));
  const { error, data } = access;
  const name = data && `${data.user.firstName} ${data.user.lastName}`;
  const crumbs = [{ label: t('users.title'), to: paths.users }, { label: data?.user.login ?? id }];
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={name === undefined ? t('users.title') : t('access.title', { name })}
        sentence={t('access.sentence')}
      />
      {data === undefined ? (
        <DetailState
          query={access}
          absent={{ icon: <IconUserQuestion size={20} stroke={1.6} />, title: t('access.lost') }}
          failed={t('access.failed')}
        />
      ) : (
        <>
          {error && <FailedBanner query={access} title={t('access.failed')} />}
          <Access access={data} />
        </>
      )}
    </>
  );
}

function Access({ access }: { access: ConsoleUserAccess }) {
  const t = useConsoleUsersTexts();
  const labelOf = usePageLabel();
  const open = useShellTexts();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const matches = (...texts: string[]) => texts.some((it) => it.toLowerCase().includes(wanted));
  const pages = access.pages
    .map((it) => ({ ...it, of: pageOf(it.page as PageName) }))
    .filter((it) => matches(labelOf(it.of), it.of.url, ...it.sources.map((one) => one.name)));
  const permissions = [...access.permissions, ...access.inert].filter((it) =>
    matches(it.permission, ...it.sources.map((one) => one.name)),
  );
  const { user } = access;
  return (
    <>
      {user.blocked && (
        <Banner tone="warning" title={t('access.blocked', { name: `${user.firstName} ${user.lastName}` })} />
      )}
      <TextInput
        className={styles.find}
        aria-label={t('access.find')}
        placeholder={t('access.find')}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <DetailColumns
        main={
          <>
            <Sources
              title={t('access.pages')}
              head={t('access.column.page')}
              none={t('access.pages.none')}
              rows={pages.map((it) => ({
                key: it.page,
                what: (
                  <>
                    {open(`group.${it.of.group}`)} · <b>{labelOf(it.of)}</b>
                  </>
                ),
                sources: it.sources,
              }))}
            />
            <Sources
              title={t('access.permissions')}
              head={t('access.column.permission')}
              none={t('access.permissions.none')}
              rows={permissions.map((it) => ({
                key: it.permission,
                what: (
                  <>
                    {it.permission}
                    {access.inert.some((one) => one.permission === it.permission) && (
                      <span className={styles.lighter}> · {t('access.inert')}</span>
                    )}
                  </>
                ),
                sources: it.sources,
              }))}
            />
          </>
        }
        side={<Person access={access} />}
      />
    </>
  );
}

function Person({ access: { user } }: { access: ConsoleUserAccess }) {
  const t = useConsoleUsersTexts();
  const tags = (names: readonly string[]) =>
    names.length === 0 ? (
      <Dash />
    ) : (
      <span className={styles.sources}>
        {names.map((it) => (
          <Tag key={it}>{it}</Tag>
        ))}
      </span>
    );
  return (
    <Card title={t('access.person')}>
      <FieldRows
        rows={[
          { label: t('column.login'), value: user.login },
          { label: t('column.name'), value: `${user.firstName} ${user.lastName}` },
          { label: t('column.email'), value: user.email ?? <Dash /> },
          { label: t('column.state'), value: <UserState user={user} /> },
          { label: t('field.authorities'), value: tags(user.authorities.map((it) => t(`authority.${it}`))) },
          { label: t('field.roles'), value: tags(user.roles.map((it) => it.name)) },
        ]}
      />
    </Card>
  );
}

type Row = { key: string; what: ReactNode; sources: ConsoleUserAccess['pages'][number]['sources'] };
type SourcesProps = { title: string; head: string; none: string; rows: readonly Row[] };

/** Rows of what somebody has, each with where it comes from. */
function Sources({ title, head, none, rows }: SourcesProps) {
  const t = useConsoleUsersTexts();
  const nameOf = ({ kind, name }: Row['sources'][number]) =>
    kind === 'AUTHORITY' ? t(`authority.${name as Authority}`) : name;
  return (
    <section className="tn-card" aria-label={title}>
      <h2 className={styles.head}>
        {title} <span className={styles.lighter}>{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{t('access.through')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((it) => (
              <tr key={it.key}>
                <td>{it.what}</td>
                <td>
                  <span className={styles.sources}>
                    {it.sources.map((source) => (
                      <Tag key={`${source.kind}${source.name}`}>{nameOf(source)}</Tag>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
