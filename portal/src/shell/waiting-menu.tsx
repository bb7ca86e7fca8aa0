import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { badgeText, sumOf, useWaiting } from '../events/waiting.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { paths } from '../paths.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { usePages } from './menu.ts';
import { PageIcon } from './page-icon.tsx';
import styles from './waiting-menu.module.css';

/** The bell: what waits for somebody of the bank, and the way there. Absent for whoever can do nothing about any of it. */
export function WaitingMenu() {
  const t = useShellTexts();
  const waiting = useWaiting();
  const pages = usePages();
  if (waiting.length === 0) return null;
  const count = sumOf(waiting);
  const label = count === 0 ? t('header.waiting') : t('header.waiting.count', { count: badgeText(count) });
  const rows = waiting.flatMap((it) => {
    const page = pages.find(({ name }) => name === it.page);
    return page === undefined ? [] : [{ ...it, page }];
  });
  return (
    <Menu
      label={t('header.waiting')}
      width={264}
      button={(props) => (
        <ActionIcon {...props} className={styles.bell} aria-label={label} title={t('header.waiting')}>
          <IconBell size={20} stroke={1.6} />
          {count > 0 && (
            <span className={styles.count} aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </ActionIcon>
      )}
    >
      {(close) =>
        rows.map(({ kind, page, count: each, overdue }) => (
          <MenuItem
            key={kind}
            icon={<PageIcon name={page.icon} size={16} />}
            to={kind === 'deposits' ? paths.incomingWaiting : page.url}
            onSelect={close}
          >
            <span className={styles.label}>
              {kind === 'deposits' ? t('waiting.deposits') : page.fullLabel}
            </span>
            {overdue > 0 && (
              <span className={styles.overdue}>{t('menu.overdue', { count: badgeText(overdue) })}</span>
            )}
            <span className={styles.each}>{badgeText(each)}</span>
          </MenuItem>
        ))
      }
    </Menu>
  );
}
