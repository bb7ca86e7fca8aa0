import { ActionIcon, Select } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { IconShieldCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { rolePermissions, rolesForAssignment } from '@tonle/contract/roles';
import { queryOf } from '../../api/query.ts';
import { useModalElement } from '../../ui/modal.tsx';
import { PermissionName } from './permission-name.tsx';
import { type Chosen, chosenOf, withPermission } from './role-choice.ts';
import styles from './roles.module.css';
import { useRolesTexts } from './roles-texts.ts';

type PermissionResultProps = { chosen: Chosen; onChange: (chosen: Chosen) => void };

/** What the chosen pages come to, and the permissions that stand beside them. */
export function PermissionResult({ chosen, onChange }: PermissionResultProps) {
  const t = useRolesTexts();
  const modal = useModalElement();
  const { selected, beside } = chosenOf(chosen);
  const ofPages = [...chosen].filter((it) => !beside.includes(it)).sort();
  const all = useQuery(queryOf(rolePermissions, { query: { ...rolesForAssignment } }));
  const others = (all.data?.rows ?? []).map((it) => it.name).filter((it) => !chosen.has(it));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it.
    <section className={styles.result} aria-label={t('role.permissions')} tabIndex={0}>
      <p className={styles.count} role="status">
        {t('role.count', { pages: selected.length, permissions: chosen.size })}
      </p>
      <p className={styles.help}>{t(chosen.size === 0 ? 'role.none' : 'role.merged')}</p>
      <ul className={styles.merged}>
        {ofPages.map((it) => (
          <li key={it}>
            <IconShieldCheck size={16} stroke={1.6} color="var(--tn-success-text)" aria-hidden="true" />
            <PermissionName name={it} />
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <h3>{t('role.more')}</h3>
        <p className={styles.help}>{t('role.more.help')}</p>
        <ul className={styles.merged}>
          {beside.map((it) => (
            <li key={it}>
              <PermissionName name={it} />
              <ActionIcon
                size={24}
                aria-label={t('role.more.remove', { permission: it })}
                onClick={() => onChange(withPermission(chosen, it, false))}
              >
                <IconX size={14} stroke={1.6} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Select
          searchable
          size="sm"
          aria-label={t('role.more.add')}
          placeholder={t('role.more.add')}
          data={others}
          value={null}
          onChange={(name) => name !== null && onChange(withPermission(chosen, name, true))}
          onKeyDownCapture={(event) => {
            // Escape closes the list, and the dialog around only where none is open.
            if (event.key === 'Escape' && event.currentTarget.ariaExpanded === 'true') event.preventDefault();
          }}
          comboboxProps={modal ? { portalProps: { target: modal } } : undefined}
        />
      </div>
    </section>
  );
}
