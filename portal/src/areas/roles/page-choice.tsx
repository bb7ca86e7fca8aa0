import { Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { type Page, pageGroups } from '@tonle/contract/pages';
import { type ReactNode, useState } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { usePageLabel } from '../../shell/menu.ts';
import { allPages, type Chosen, chosenOf, withPages } from './role-choice.ts';
import styles from './roles.module.css';
import { useRolesTexts } from './roles-texts.ts';

type PageChoiceProps = {
  /** The role's name, beside the search. */
  name: ReactNode;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
};

/** The pages by their menu groups; a page is ticked where the role has all its permissions. */
export function PageChoice({ name, chosen, onChange }: PageChoiceProps) {
  const t = useRolesTexts();
  const labelOf = usePageLabel();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = allPages.filter((it) =>
    [labelOf(it), it.url, ...it.permissions].some((text) => text.toLowerCase().includes(wanted)),
  );
  const groups = pageGroups.flatMap((group) => {
    const pages = found.filter((it) => it.group === group);
    return pages.length === 0 ? [] : [{ group, pages }];
  });
  return (
    <div className={styles.choice}>
      <div className={styles.fields}>
        {name}
        <TextInput
          className={styles.find}
          aria-label={t('role.find-page')}
          placeholder={t('role.find-page')}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      {groups.length === 0 && <p className={styles.help}>{t('role.no-page')}</p>}
      <div className={styles.groups}>
        {groups.map((it) => (
          <PageGroupChoice key={it.group} {...it} chosen={chosen} onChange={onChange} />
        ))}
      </div>
    </div>
  );
}

type PageGroupChoiceProps = {
  group: Page['group'];
  pages: readonly Page[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
};

function PageGroupChoice({ group, pages, chosen, onChange }: PageGroupChoiceProps) {
  const t = useRolesTexts();
  const groupName = useShellTexts()(`group.${group}`);
  const labelOf = usePageLabel();
  const { selected } = chosenOf(chosen);
  const on = pages.filter((it) => selected.includes(it));
  const counts = { chosen: on.length, all: pages.length };
  // Two pages of one name are told apart by their addresses.
  const isAmbiguous = (page: Page) => allPages.filter((it) => labelOf(it) === labelOf(page)).length > 1;
  return (
    <fieldset className={styles.group} aria-label={t('role.group', { group: groupName, ...counts })}>
      <div className={styles.groupHead}>
        <Checkbox
          label={groupName}
          checked={on.length === pages.length}
          indeterminate={on.length > 0 && on.length < pages.length}
          onChange={(event) => onChange(withPages(chosen, pages, event.currentTarget.checked))}
        />
        <span className={styles.amount} aria-hidden="true">
          {t('role.of-pages', counts)}
        </span>
      </div>
      <div className={styles.pages}>
        {pages.map((page) => (
          <div key={page.name} className={styles.pageRow}>
            <Checkbox
              label={
                <>
                  {labelOf(page)}
                  {isAmbiguous(page) && <small>{page.url}</small>}
                </>
              }
              checked={selected.includes(page)}
              onChange={(event) => onChange(withPages(chosen, [page], event.currentTarget.checked))}
            />
            <span
              className={styles.amount}
              title={t('role.page-permissions', { count: page.permissions.length })}
            >
              {page.permissions.length}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
