import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { linkTo } from '../paths.ts';
import type { Placement } from './place.ts';
import styles from './popover.module.css';
import { Popover } from './popover.tsx';

type MenuButtonProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type MenuProps = {
  label: string;
  placement?: Placement;
  width?: number;
  /** The button; spread the given props on it. */
  button: (props: MenuButtonProps) => ReactNode;
  /** `MenuItem`s, and what else belongs there; `close` shuts the menu. */
  children: (close: () => void) => ReactNode;
  /** Above and below the items, what is no item. */
  above?: ReactNode;
  below?: ReactNode;
};

/** A button with a menu: arrow keys, Home, End, first letters, Escape; Tab to what stands below. */
export function Menu({ label, placement = 'bottom-end', width, button, children, above, below }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      {button({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? id : undefined,
        onClick: () => setOpened(!opened),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpened(true);
        },
      })}
      {opened && (
        <Popover
          anchor={anchor}
          onClose={close}
          id={id}
          label={label}
          keepFocus={false}
          placement={placement}
        >
          {above}
          <div
            role="menu"
            tabIndex={-1}
            aria-label={label}
            style={{ width }}
            onKeyDown={(event) => moveInMenu(event, close, below !== undefined)}
          >
            {children(close)}
          </div>
          {below}
        </Popover>
      )}
    </>
  );
}

/** Tab leaves a menu; where something stands below its items, it leads there first. */
function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void, isMoreBelow: boolean): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const go = (item: HTMLElement | undefined) => {
    event.preventDefault();
    item?.focus();
  };
  if (event.key === 'Tab') {
    if (event.shiftKey || !isMoreBelow) close();
  } else if (event.key === 'ArrowDown') go(items[(at + 1) % items.length]);
  else if (event.key === 'ArrowUp') go(items[(at - 1 + items.length) % items.length]);
  else if (event.key === 'Home') go(items[0]);
  else if (event.key === 'End') go(items.at(-1));
  else if (event.key.length === 1 && /\p{L}/u.test(event.key) && at >= 0) {
    const later = [...items.slice(at + 1), ...items.slice(0, at)];
    go(later.find((it) => it.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase())));
  }
}

type MenuItemProps = {
  icon?: ReactNode;
  children: ReactNode;
  onSelect?: () => void;
  /** A page of the portal, with its query where it has one. */
  to?: string;
  /** An address outside of it, opened beside. */
  href?: string;
};

export function MenuItem({ icon, children, onSelect, to, href }: MenuItemProps) {
  const shared = { role: 'menuitem', tabIndex: 0, className: styles.item, onClick: onSelect };
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  if (to !== undefined) {
    return (
      <Link {...shared} {...linkTo(to)}>
        {content}
      </Link>
    );
  }
  if (href !== undefined) {
    return (
      <a {...shared} href={href} target="_blank" rel="noreferrer">
        {content}
      </a>
    );
  }
  return (
    <button type="button" {...shared}>
      {content}
    </button>
  );
}

export const MenuLine = () => <hr className={styles.line} style={{ border: 0 }} />;
