import { ActionIcon } from '@mantine/core';
import { IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { useSession } from '../session/session.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Tag } from '../ui/status.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { BankSign } from './bank-sign.tsx';
import { paletteKeys } from './keys.ts';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './shell.module.css';
import { useHelp } from './use-help.ts';
import { UserMenu } from './user-menu.tsx';
import { WaitingMenu } from './waiting-menu.tsx';

type HeaderProps = { onMenu: () => void; onPalette: () => void; onPaletteNear: () => void };

/** The top bar: bank, palette, language, help with the page that is open, user menu. */
export function Header({ onMenu, onPalette, onPaletteNear }: HeaderProps) {
  const t = useShellTexts();
  const { user } = useSession();
  const help = useHelp();
  return (
    <header className={styles.header}>
      <ActionIcon className={styles.onlyPhone} aria-label={t('menu.open')} onClick={onMenu}>
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <div className={styles.bank}>
        <BankSign />
        <span className={styles.bankName}>{user.bankName}</span>
        {user.participantCode !== '' && (
          <span className={styles.code}>
            <Tag>{user.participantCode}</Tag>
          </span>
        )}
      </div>
      <span className={styles.spacer} />
      <button type="button" className={styles.search} onClick={onPalette} onPointerEnter={onPaletteNear}>
        <IconSearch size={18} stroke={1.6} />
        <span>{t('header.search')}</span>
        <Kbd>{paletteKeys}</Kbd>
      </button>
      <span className={styles.headerLanguage}>
        <LanguageSwitch />
      </span>
      <Tooltip label={t('header.help')}>
        <ActionIcon
          className={styles.help}
          component="a"
          href={help}
          target="_blank"
          rel="noreferrer"
          aria-label={t('header.help')}
        >
          <IconHelp size={20} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <WaitingMenu />
      <span className={styles.divider} />
      <UserMenu />
    </header>
  );
}
