import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsStartingWith } from '@tonle/contract/main-account';
import { type KeyboardEvent, useId, useState } from 'react';
import { listQueryOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Chip } from '../../table/chip.tsx';
import { useFilter } from '../../table/filtered-list.ts';
import { AccountId } from '../../ui/values.tsx';
import styles from './transaction-list.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

const offered = 8;
const pauseMs = 250;

/** To Account: an account chosen by its first letters (1-portal.md section 2). */
export function AccountFilter({ name }: { name: string }) {
  const t = useTransactionsTexts();
  const [value, setValue] = useFilter<string>(name);
  return (
    <Chip
      label={t('filter.account')}
      value={value === undefined ? undefined : <AccountId id={value} />}
      onRemove={() => setValue(undefined)}
      menuClass={styles.picker}
    >
      {(close) => (
        <AccountMenu
          onChoose={(accountId) => {
            setValue(accountId);
            close();
          }}
        />
      )}
    </Chip>
  );
}

/** A search box over a list of accounts; arrow keys and Enter choose. */
function AccountMenu({ onChoose }: { onChoose: (accountId: string) => void }) {
  const t = useTransactionsTexts();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const letters = typed.trim().toLowerCase();
  const [settled] = useDebouncedValue(letters, pauseMs);
  const query = useQuery({
    ...listQueryOf(accountsStartingWith, {
      query: { startLetters: settled, page: 0, size: offered, sort: 'accountId,asc' },
    }),
    staleTime: 30_000,
  });
  // An account search that fails is an empty list (1-portal.md section 8).
  // Those of the letters before serve until the next come, so that Enter need not wait for them.
  const accounts = (query.data?.rows ?? []).filter((it) => it.accountId.startsWith(letters));
  const active = Math.min(wanted, Math.max(accounts.length - 1, 0));
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && accounts.length > 0) {
      event.preventDefault();
      setWanted((active + step + accounts.length) % accounts.length);
    }
    const chosen = accounts[active];
    if (event.key === 'Enter' && chosen) {
      // The focus goes back to the button at once, which the same key would press.
      event.preventDefault();
      onChoose(chosen.accountId);
    }
  };
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <>
      <div className={styles.pickerSearch}>
        <IconSearch size={16} stroke={1.6} color="var(--tn-text-3)" aria-hidden="true" />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-expanded={accounts.length > 0}
          aria-controls={listId}
          aria-activedescendant={accounts.length > 0 ? optionId(active) : undefined}
          aria-label={t('filter.account.find')}
          placeholder={t('filter.account.find')}
          autoComplete="off"
          spellCheck={false}
          maxLength={42}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWanted(0);
          }}
          onKeyDown={keys}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('filter.account')} className={styles.accounts}>
        {accounts.map((it, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and hears the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: options of a combobox take no focus themselves.
          <div
            key={it.accountId}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className={styles.account}
            onClick={() => onChoose(it.accountId)}
            onPointerMove={() => setWanted(index)}
          >
            <AccountId id={it.accountId} />
            {it.name !== '' && <span className={styles.accountName}>{it.name}</span>}
          </div>
        ))}
      </div>
      <PickerNote
        found={accounts.length}
        settled={query.isFetching || letters !== settled ? undefined : settled}
      />
    </>
  );
}

/** How many were found, for screen readers; in sight only where there are none. */
function PickerNote({ found, settled }: { found: number; settled: string | undefined }) {
  const t = useTransactionsTexts();
  const shell = useShellTexts();
  const none = found === 0 && settled !== undefined;
  return (
    <p role="status" className={none ? styles.pickerNote : 'tn-visually-hidden'}>
      {settled === undefined
        ? ''
        : none
          ? t('filter.account.none', { letters: settled })
          : shell('table.showing.status', { count: found })}
    </p>
  );
}
