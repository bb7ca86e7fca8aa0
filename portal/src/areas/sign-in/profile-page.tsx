import { useQuery } from '@tanstack/react-query';
import { userInfo } from '@tonle/contract/sign-in';
import { queryOf } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Dash } from '../../ui/dash.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tag } from '../../ui/status.tsx';
import styles from './account.module.css';
import { useAccountTexts } from './account-texts.ts';
import { SessionsCard } from './sessions-card.tsx';

/** /settings/profile: who one is, by authorities and role names, and where one is signed in. */
export default function ProfilePage() {
  const t = useAccountTexts();
  return (
    <>
      <PageHeader
        title={t('profile.title')}
        sentence={t('profile.sentence')}
        crumbs={[{ label: t('settings.title'), to: paths.settings }, { label: t('profile.title') }]}
      />
      <div className={styles.stack}>
        <UserInformation />
        {getConfig().extensions && <SessionsCard />}
      </div>
    </>
  );
}

function UserInformation() {
  const t = useAccountTexts();
  const { user, authorities } = useSession();
  const info = useQuery(queryOf(userInfo, { params: { login: user.login } }));
  const person = info.data?.userAccountDTO;
  const { firstName, lastName } = person ?? user;
  const roles = [
    ...(person?.authorities ?? authorities).map((it) => roleName(it, t)),
    ...(person?.roles.map(({ name }) => name) ?? user.roles),
  ];
  return (
    <Card title={t('profile.info')}>
      <FailedBanner query={info} title={t('profile.failed')} />
      <FieldRows
        rows={[
          {
            label: t('profile.roles'),
            value:
              roles.length === 0 ? (
                t('profile.no-roles')
              ) : (
                <span className={styles.tags}>
                  {roles.map((it) => (
                    <Tag key={it}>{it}</Tag>
                  ))}
                </span>
              ),
          },
          { label: t('profile.login'), value: person?.login ?? user.login },
          { label: t('profile.name'), value: `${firstName} ${lastName}`.trim() || <Dash /> },
          { label: t('profile.email'), value: person?.email || <Dash /> },
        ]}
      />
    </Card>
  );
}

const known = [
  'ROLE_ADMINISTRATOR',
  'ROLE_MANAGER',
  'ROLE_AUTHORIZER',
  'ROLE_AUDITOR',
  'ROLE_ACCESS_MANAGER',
  'ROLE_INPUTTER',
  'ROLE_SENDER',
  'ROLE_KEYHOLDER',
] as const;

/** An authority in words; one that another server has made up stays the code it is. */
function roleName(authority: string, t: ReturnType<typeof useAccountTexts>): string {
  const name = known.find((it) => it === authority);
  return name === undefined ? authority : t(`role.${name}`);
}
