import { IconBook, IconChevronDown, IconLogout, IconPassword, IconUser } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { paths } from '../paths.ts';
import { useCurrentAction } from '../session/current-action.ts';
import { logOut } from '../session/log-out.ts';
import { hasScreen } from '../session/permitted.ts';
import { useSession } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';
import { useHelp } from './use-help.ts';
import menuStyles from './user-menu.module.css';

const icon = { size: 16, stroke: 1.6 };

/** Profile, Change Password, User manual, Logout (1-portal.md section 2); what has no page is left out. */
export function UserMenu() {
  const t = useShellTexts();
  const help = useHelp();
  const { user, userType } = useSession();
  // During a re-install there is nothing but the re-install (1-portal.md section 2).
  const isReinstalling = useCurrentAction() === 'reinstall';
  const name = `${user.firstName} ${user.lastName}`.trim() || user.login;
  const type = userType === 'CUSTOM' && user.roles.length > 0 ? user.roles.join(', ') : t(`type.${userType}`);
  return (
    <Menu
      label={t('header.user-menu')}
      width={224}
      above={
        <div className={menuStyles.who}>
          <b>{name}</b>
          <span>{user.login}</span>
        </div>
      }
      below={
        <>
          <MenuLine />
          <div className={menuStyles.switches}>
            <span>{t('theme.label')}</span>
            <ThemeSwitch />
          </div>
          <div className={`${menuStyles.switches} ${menuStyles.language}`}>
            <span>{t('language.label')}</span>
            <LanguageSwitch />
          </div>
        </>
      }
      button={(props) => (
        <button type="button" {...props} className={styles.user} title={t('header.user-menu')}>
          <Avatar name={name} size={28} />
          <span className={styles.userText}>
            <span className={styles.userName}>{name}</span>
            <span className={styles.userType}>{type}</span>
          </span>
          <IconChevronDown className={styles.chevron} size={16} stroke={1.6} color="var(--tn-text-3)" />
        </button>
      )}
    >
      {(close) => (
        <>
          {!isReinstalling && hasScreen(paths.profile) && (
            <MenuItem icon={<IconUser {...icon} />} to={paths.profile} onSelect={close}>
              {t('user.profile')}
            </MenuItem>
          )}
          {!isReinstalling && hasScreen(paths.changePassword) && (
            <MenuItem icon={<IconPassword {...icon} />} to={paths.changePassword} onSelect={close}>
              {t('user.change-password')}
            </MenuItem>
          )}
          <MenuItem icon={<IconBook {...icon} />} href={help} onSelect={close}>
            {t('user.manual')}
          </MenuItem>
          <MenuItem icon={<IconLogout {...icon} />} onSelect={logOut}>
            {t('user.logout')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
