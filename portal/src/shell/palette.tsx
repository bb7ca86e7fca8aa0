import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { linkTo } from '../paths.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Modal } from '../ui/modal.tsx';
import styles from './palette.module.css';
import type { PaletteItem } from './palette-source.ts';
import { type PaletteGroup, usePaletteGroups } from './use-palette-groups.tsx';

/** ⌘K: permitted pages, and whatever a pasted hash, account id or phone leads to. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useShellTexts();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState(0);
  const { groups, searching } = usePaletteGroups(text.trim());
  const items = groups.flatMap((it) => it.items);
  const active = Math.min(wanted, Math.max(items.length - 1, 0));
  const open = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    if (item.elsewhere) window.open(item.to, '_blank', 'noopener');
    else void navigate(linkTo(item.to));
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(items[active]);
    else if (event.key === 'ArrowDown') setWanted(items.length === 0 ? 0 : (active + 1) % items.length);
    else if (event.key === 'ArrowUp')
      setWanted(items.length === 0 ? 0 : (active - 1 + items.length) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      width={640}
      position="top"
      label={t('palette.title')}
      className={styles.content}
    >
      <div className={styles.field}>
        <IconSearch size={20} stroke={1.6} color="var(--tn-text-3)" />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items[active] && optionId(listId, active)}
          aria-label={t('palette.title')}
          placeholder={t('header.search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setWanted(0);
          }}
          onKeyDown={move}
        />
        <Kbd>esc</Kbd>
      </div>
      <Results listId={listId} groups={groups} active={active} onHover={setWanted} onOpen={open}>
        {!searching && items.length === 0 && (
          <p className={styles.nothing}>{t('palette.nothing', { query: text.trim() })}</p>
        )}
      </Results>
      <div className={styles.foot} aria-hidden="true">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('palette.move')}
        <Kbd>↵</Kbd> {t('palette.open')}
        <span className={styles.hint}>{t('palette.hint')}</span>
      </div>
      <span className="tn-visually-hidden" role="status">
        {searching ? t('loading') : t('palette.results', { count: items.length })}
      </span>
    </Modal>
  );
}

const optionId = (listId: string, index: number) => `${listId}-${index}`;

type ResultsProps = {
  listId: string;
  groups: readonly PaletteGroup[];
  active: number;
  onHover: (index: number) => void;
  onOpen: (item: PaletteItem) => void;
  children: ReactNode;
};

function Results({ listId, groups, active, onHover, onOpen, children }: ResultsProps) {
  const t = useShellTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${optionId(listId, active)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);
  let index = -1;
  return (
    <div ref={list} className={styles.list}>
      <div id={listId} role="listbox" aria-label={t('palette.title')}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox's groups are divisions with this role.
          <div key={group.name} role="group" aria-label={group.heading}>
            <div className={styles.heading} aria-hidden="true">
              {group.heading}
            </div>
            {group.items.map((item) => {
              index += 1;
              const at = index;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus.
                <div
                  key={item.id}
                  id={optionId(listId, at)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  className={styles.item}
                  onPointerMove={() => onHover(at)}
                  onClick={() => onOpen(item)}
                >
                  <span className={styles.icon}>{item.icon}</span>
                  <span className={styles.label}>{item.label}</span>
                  <span className={styles.end}>
                    {item.end}
                    {at === active && <IconCornerDownLeft size={16} stroke={1.6} />}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
