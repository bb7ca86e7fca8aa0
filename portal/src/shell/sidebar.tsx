import { ActionIcon } from '@mantine/core';
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { badgeText, overdueOf, sumOf, useWaiting, type Waiting } from '../events/waiting.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { paths } from '../paths.ts';
import { useListAbove } from '../session/list-above.ts';
import { pageOfPath } from '../session/permitted.ts';
import { useSession } from '../session/session.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { ProductMark } from './marks.tsx';
import { type MenuEntry, type MenuPage, useMenu } from './menu.ts';
import { PageIcon } from './page-icon.tsx';
import { PhnomPenhClock } from './phnom-penh-clock.tsx';
import styles from './sidebar.module.css';

type SidebarProps = {
  narrow?: boolean;
  /** Collapses and expands; absent in the drawer. */
  onToggle?: () => void;
  onNavigate?: () => void;
};

/** The side menu: 224 px, 60 px of icons, or in a drawer on phones. */
export function Sidebar({ narrow = false, onToggle, onNavigate }: SidebarProps) {
  const t = useShellTexts();
  const menu = useMenu();
  const session = useSession();
  const { pathname } = useLocation();
  const active = pageOfPath(session, pathname, useListAbove())?.name;
  const Toggle = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={`${styles.sidebar} ${narrow ? styles.narrow : ''}`} aria-label={t('app.name')}>
      <div className={styles.top}>
        <Link to={paths.start} className={styles.product} onClick={onNavigate}>
          <ProductMark />
          {narrow ? <span className="tn-visually-hidden">{t('app.name')}</span> : t('app.name')}
        </Link>
        {onToggle && (
          <ActionIcon
            aria-label={narrow ? t('menu.expand') : t('menu.collapse')}
            aria-expanded={!narrow}
            onClick={onToggle}
          >
            <Toggle size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <nav className={styles.nav} aria-label={t('menu.label')}>
        {menu.map((group) => (
          <div key={group.name} className={styles.group}>
            {!narrow && (
              <div className={styles.groupName} id={`menu-${group.name}`}>
                {group.label}
              </div>
            )}
            <ul aria-label={group.label}>
              {group.entries.map((entry) => (
                <Entry
                  key={entry.label + entry.icon}
                  entry={entry}
                  narrow={narrow}
                  active={active}
                  onNavigate={onNavigate}
                />
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.foot}>
        <span>{t('clock.place')}</span>
        <PhnomPenhClock stacked={narrow} />
      </div>
    </aside>
  );
}

type EntryProps = { entry: MenuEntry; narrow: boolean; active: string | undefined; onNavigate?: () => void };

function Entry({ entry, narrow, active, onNavigate }: EntryProps) {
  if (!('family' in entry))
    return <Row page={entry} narrow={narrow} active={active} onNavigate={onNavigate} />;
  const [first, ...others] = entry.pages;
  if (first && (others.length === 0 || narrow)) {
    return (
      <Row page={{ ...first, label: entry.label }} narrow={narrow} active={active} onNavigate={onNavigate} />
    );
  }
  return <FamilyRows entry={entry} active={active} onNavigate={onNavigate} />;
}

function Row({
  page,
  narrow,
  active,
  withIcon = true,
  onNavigate,
}: Omit<EntryProps, 'entry'> & { page: MenuPage; withIcon?: boolean }) {
  const waiting = useWaiting().filter((it) => it.page === page.name);
  const waits = useWaitingText(waiting);
  const name = waits === undefined ? page.fullLabel : `${page.fullLabel}, ${waits}`;
  const link = (
    <Link
      to={page.url}
      className={styles.row}
      aria-current={page.name === active ? 'page' : undefined}
      aria-label={narrow ? name : undefined}
      activeProps={{}}
      onClick={onNavigate}
    >
      {withIcon && <PageIcon name={page.icon} />}
      {!narrow && <span className={styles.label}>{page.label}</span>}
      <WaitingBadge waiting={waiting} narrow={narrow} />
    </Link>
  );
  return (
    <li>
      {narrow ? (
        <Tooltip label={name} placement="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}

/** "3 waiting, 1 overdue"; undefined where nothing waits. */
function useWaitingText(waiting: readonly Waiting[]): string | undefined {
  const t = useShellTexts();
  const count = sumOf(waiting);
  const overdue = overdueOf(waiting);
  if (count === 0) return undefined;
  const text = t('menu.waiting', { count: badgeText(count) });
  return overdue === 0 ? text : `${text}, ${t('menu.overdue', { count: badgeText(overdue) })}`;
}

/**
 * How much waits behind a menu item: saffron, since somebody must act; red where some of it has waited too long. In the
 * narrow menu a dot.
 */
function WaitingBadge({ waiting, narrow = false }: { waiting: readonly Waiting[]; narrow?: boolean }) {
  const text = useWaitingText(waiting);
  if (text === undefined) return null;
  const late = overdueOf(waiting) > 0 ? styles.late : '';
  if (narrow) return <span className={`${styles.dot} ${late}`} aria-hidden="true" />;
  return (
    <span className={`${styles.badge} ${late}`} title={text}>
      <span aria-hidden="true">{badgeText(sumOf(waiting))}</span>
      <span className="tn-visually-hidden">{text}</span>
    </span>
  );
}

type FamilyProps = {
  entry: Extract<MenuEntry, { family: string }>;
  active: string | undefined;
  onNavigate?: () => void;
};

function FamilyRows({ entry, active, onNavigate }: FamilyProps) {
  const holdsActive = entry.pages.some((it) => it.name === active);
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? (entry.openAtFirst || holdsActive);
  const listId = `menu-family-${entry.family}`;
  const isOf = ({ page }: Waiting) => entry.pages.some((it) => it.name === page);
  const waiting = useWaiting().filter(isOf);
  return (
    <li>
      <button
        type="button"
        className={`${styles.row} ${open ? styles.open : ''}`}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setChosen(!open)}
      >
        <PageIcon name={entry.icon} />
        <span className={styles.label}>{entry.label}</span>
        {!open && <WaitingBadge waiting={waiting} />}
        <IconChevronDown className={styles.chevron} size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <ul id={listId} className={styles.children} hidden={!open}>
        {entry.pages.map((page) => (
          <Row
            key={page.name}
            page={page}
            narrow={false}
            withIcon={false}
            active={active}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
    </li>
  );
}
