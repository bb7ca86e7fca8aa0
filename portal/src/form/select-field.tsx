import { Select } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import type { ReactNode } from 'react';
import { useModalElement } from '../ui/modal.tsx';
import { FieldLabel } from './field-label.tsx';
import { useField } from './use-field.ts';

type SelectFieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  options: readonly { value: string; label: string }[];
  searchable?: boolean;
  placeholder?: string;
  disabled?: boolean;
};

/** One of several, bound to the form around it. In a dialog its list opens inside of it. */
export function SelectField({ name, label, help, optional, options, ...input }: SelectFieldProps) {
  const { field, error } = useField(name);
  const modal = useModalElement();
  return (
    <Select
      {...input}
      ref={field.ref}
      name={field.name}
      value={field.value === '' ? null : field.value}
      onChange={(value) => field.onChange(value ?? '')}
      onBlur={field.onBlur}
      data={[...options]}
      label={<FieldLabel label={label} optional={optional} />}
      description={help}
      error={error}
      comboboxProps={modal ? { portalProps: { target: modal } } : undefined}
    />
  );
}
