import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import type { Tone } from '../theme/tokens.ts';
import { ToneShape } from '../ui/status.tsx';
import { Chip } from './chip.tsx';
import styles from './filter-bar.module.css';
import { useFilter } from './filtered-list.ts';

/** A choice of a filter: its label, its raw code, and its tone where it is a state. */
export type CodeOption = { code: string; label: string; tone?: Tone };

type CodesFilterProps = { name: string; label: string; options: readonly CodeOption[] };

/** Several codes at once: shape, label and raw code, with Apply. */
export function CodesFilter({ name, label, options }: CodesFilterProps) {
  const [value = [], setValue] = useFilter<readonly string[]>(name);
  const first = options.find((it) => value.includes(it.code));
  return (
    <Chip
      label={label}
      value={first?.label}
      more={Math.max(0, value.length - 1)}
      onRemove={() => setValue(undefined)}
    >
      {(close) => (
        <CodesMenu
          options={options}
          value={value}
          onApply={(codes) => {
            setValue(codes.length === 0 ? undefined : codes);
            close();
          }}
        />
      )}
    </Chip>
  );
}

type CodesMenuProps = {
  options: readonly CodeOption[];
  value: readonly string[];
  onApply: (codes: readonly string[]) => void;
};

function CodesMenu({ options, value, onApply }: CodesMenuProps) {
  const t = useShellTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(value));
  const toggle = (code: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(code);
    else next.delete(code);
    setChosen(next);
  };
  const apply = () => onApply(options.map((it) => it.code).filter((it) => chosen.has(it)));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={styles.codes}>
        {options.map((option) => (
          <Checkbox
            key={option.code}
            classNames={{ body: styles.codeBody }}
            checked={chosen.has(option.code)}
            onChange={(event) => toggle(option.code, event.currentTarget.checked)}
            label={<CodeLabel option={option} />}
          />
        ))}
      </div>
      <div className={styles.menuFoot}>
        <Button type="button" variant="subtle" onClick={() => setChosen(new Set())}>
          {t('clear')}
        </Button>
        <Button type="submit">{t('apply')}</Button>
      </div>
    </form>
  );
}

function CodeLabel({ option }: { option: CodeOption }) {
  return (
    <span className={styles.code}>
      {option.tone && <ToneShape tone={option.tone} />}
      <span>
        {option.label}
        <span className={styles.rawCode}>{option.code}</span>
      </span>
    </span>
  );
}

type CodeFilterProps = {
  name: string;
  label: string;
  /** Without ALL, which is offered first by itself unless `allLabel` is null. */
  options: readonly CodeOption[];
  allLabel?: string | null;
};

/** One code or all of them. */
export function CodeFilter({ name, label, options, allLabel }: CodeFilterProps) {
  const t = useShellTexts();
  const [value = 'ALL', setValue] = useFilter<string>(name);
  const all = { code: 'ALL', label: allLabel ?? t('filter.all') };
  const choices = allLabel === null ? options : [all, ...options];
  const chosen = choices.find((it) => it.code === value) ?? all;
  return (
    <Chip label={label} value={chosen.label}>
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hears the arrow keys of the buttons inside.
        <div className={styles.single} onKeyDown={moveInside}>
          {choices.map((option) => (
            <button
              key={option.code}
              type="button"
              className={styles.singleChoice}
              aria-pressed={option.code === chosen.code}
              data-autofocus={option.code === chosen.code || undefined}
              onClick={() => {
                setValue(option.code);
                close();
              }}
            >
              {option.code === 'ALL' ? (
                <span className={styles.code}>{option.label}</span>
              ) : (
                <CodeLabel option={option} />
              )}
              {option.code === chosen.code && <IconCheck size={16} stroke={1.8} color="var(--tn-link)" />}
            </button>
          ))}
        </div>
      )}
    </Chip>
  );
}

function moveInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus();
}

/** The generic list's account type filter, with the specification's words. */
export function AccountTypeFilter({ name = 'type' }: { name?: string }) {
  const t = useShellTexts();
  return (
    <CodeFilter
      name={name}
      label={t('type.filter')}
      allLabel={t('type.filter.all')}
      options={[
        { code: 'MOBILE', label: t('type.filter.mobile') },
        { code: 'DESKTOP', label: t('type.filter.desktop') },
        { code: 'WEB', label: t('type.filter.web') },
      ]}
    />
  );
}
