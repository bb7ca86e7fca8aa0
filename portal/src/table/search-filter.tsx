import { IconSearch, IconX } from '@tabler/icons-react';
import { searchLengthMin } from '@tonle/contract/page-sizes';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { Kbd } from '../ui/kbd.tsx';
import styles from './filter-bar.module.css';
import { useFilter } from './filtered-list.ts';

type SearchFilterProps = {
  /** The filter's name in the list's definition. */
  name: string;
  /** What can be searched for: "Hash, reference or account". */
  placeholder: string;
  /** 800 ms in the generic list, 1 s in transaction tables (1-portal.md section 9). */
  debounceMs?: number;
  lengthMax?: number;
};

/** The search box: waits for a pause in typing, Enter searches at once, `/` comes here. */
export function SearchFilter({ name, placeholder, debounceMs = 800, lengthMax = 128 }: SearchFilterProps) {
  const t = useShellTexts();
  const [value = '', setValue] = useFilter<string>(name);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef(0);
  const box = useRef<HTMLInputElement>(null);
  // The address changed by other means (Back, Clear filters, a link): the box follows it.
  if (value !== known) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const apply = (text: string) => {
    window.clearTimeout(timer.current);
    const search = text.trim();
    if (search === value || (search !== '' && [...search].length < searchLengthMin)) return;
    setValue(search === '' ? undefined : search);
  };
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => apply(text), debounceMs);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply(typed);
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      setTyped('');
      apply('');
    }
  };
  const length = [...typed.trim()].length;
  const tooShort = length > 0 && length < searchLengthMin;
  return (
    <div className={styles.search}>
      <IconSearch size={18} stroke={1.6} color="var(--tn-text-3)" aria-hidden="true" />
      <input
        ref={box}
        type="text"
        inputMode="search"
        data-page-search
        aria-label={placeholder}
        aria-describedby={tooShort ? `${name}-too-short` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={lengthMax}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={keys}
      />
      {typed === '' ? (
        <Kbd>/</Kbd>
      ) : (
        <button
          type="button"
          className={styles.clearSearch}
          aria-label={t('filter.clear-search')}
          onClick={() => {
            setTyped('');
            apply('');
            box.current?.focus();
          }}
        >
          <IconX size={16} stroke={1.6} />
        </button>
      )}
      <span
        id={`${name}-too-short`}
        role="status"
        className={tooShort ? styles.tooShort : 'tn-visually-hidden'}
      >
        {tooShort ? t('filter.search.too-short') : ''}
      </span>
    </div>
  );
}
