import { IconPassword, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './account.module.css';
import { useAccountTexts } from './account-texts.ts';

/** /settings: the way to one's profile and password. */
export default function SettingsPage() {
  const t = useAccountTexts();
  return (
    <>
      <PageHeader title={t('settings.title')} sentence={t('settings.sentence')} />
      <div className={styles.settings}>
        <Setting
          to={paths.profile}
          icon={<IconUser size={18} stroke={1.6} />}
          title={t('profile.title')}
          text={t('settings.profile.text')}
        />
        <Setting
          to={paths.changePassword}
          icon={<IconPassword size={18} stroke={1.6} />}
          title={t('password.title')}
          text={t('settings.password.text')}
        />
      </div>
    </>
  );
}

type SettingProps = { to: string; icon: ReactNode; title: string; text: string };

const Setting = ({ to, icon, title, text }: SettingProps) => (
  <Link to={to} className={styles.setting}>
    <IconTile tone="primary" size={32}>
      {icon}
    </IconTile>
    <b>{title}</b>
    <span>{text}</span>
  </Link>
);
