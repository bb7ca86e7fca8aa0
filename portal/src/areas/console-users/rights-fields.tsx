import { Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useQuery } from '@tanstack/react-query';
import { authorities } from '@tonle/contract/permissions';
import { roles, rolesForAssignment } from '@tonle/contract/roles';
import { type ReactNode, useState } from 'react';
import { get, useController, useFormContext } from 'react-hook-form';
import { queryOf } from '../../api/query.ts';
import type { Fault } from '../../form/form.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import styles from './console-users.module.css';
import { useConsoleUsersTexts } from './console-users-texts.ts';

/** So few roles are looked through at a glance. */
const SEARCHED_FROM = 9;

type RightsFieldsProps = {
  /** One's own are another's to change. */
  disabled: boolean;
  /** Shown while the list of all roles is on its way. */
  held: readonly { id: string; name: string }[];
};

/** Authorities and roles, at least one of them all. */
export function RightsFields({ disabled, held }: RightsFieldsProps) {
  const t = useConsoleUsersTexts();
  const [typed, setTyped] = useState('');
  const all = useQuery(queryOf(roles, { query: { ...rolesForAssignment } }));
  const offered = all.data?.rows ?? held;
  const wanted = typed.trim().toLowerCase();
  const found = offered.filter((it) => it.name.toLowerCase().includes(wanted));
  return (
    <>
      <Choices
        name="authorities"
        label={t('field.authorities')}
        disabled={disabled}
        options={authorities.map((it) => ({ value: it, label: t(`authority.${it}`) }))}
      />
      <Choices
        name="roleIds"
        label={t('field.roles')}
        disabled={disabled}
        options={found.map((it) => ({ value: it.id, label: it.name }))}
        empty={typed === '' ? undefined : t('field.roles.none')}
      >
        {offered.length >= SEARCHED_FROM && (
          <TextInput
            size="sm"
            aria-label={t('field.roles.find')}
            placeholder={t('field.roles.find')}
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Choices>
    </>
  );
}

type ChoicesProps = {
  name: string;
  label: string;
  disabled: boolean;
  options: readonly { value: string; label: string }[];
  empty?: string;
  children?: ReactNode;
};

/** Several of a few, bound to the form around. */
function Choices({ name, label, disabled, options, empty, children }: ChoicesProps) {
  const { control, formState, trigger } = useFormContext();
  const { field } = useController({ name, control });
  const messageText = useMessageText();
  const fault: Fault | undefined = get(formState.errors, name);
  const chosen = field.value as readonly string[];
  const toggle = (value: string, on: boolean) => {
    field.onChange(on ? [...chosen, value] : chosen.filter((it) => it !== value));
    // The rule is about both lists, and its fault stands beside the roles.
    if (formState.errors.roleIds) void trigger('roleIds');
  };
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend>{label}</legend>
      {children}
      {options.length === 0 && empty !== undefined && <p>{empty}</p>}
      <div className={styles.boxes}>
        {options.map((it) => (
          <Checkbox
            key={it.value}
            label={it.label}
            disabled={disabled}
            checked={chosen.includes(it.value)}
            onChange={(event) => toggle(it.value, event.currentTarget.checked)}
          />
        ))}
      </div>
      {fault?.message !== undefined && (
        <p className={styles.error} role="alert">
          {messageText(fault.message, fault.params)}
        </p>
      )}
    </fieldset>
  );
}
