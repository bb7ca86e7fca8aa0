import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldLabel } from './field-label.tsx';
import { useField } from './use-field.ts';

type SelectFieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  options: readonly { value: string; label: string }[];
};

/** One of a few, bound to the form around it: the browser's own list, as for the other choices. */
export function SelectField({ name, label, help, optional, options }: SelectFieldProps) {
  const { field, error } = useField(name);
  return (
    <NativeSelect
      ref={field.ref}
      name={field.name}
      value={field.value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
      onBlur={field.onBlur}
      data={[...options]}
      label={<FieldLabel label={label} optional={optional} />}
      description={help}
      error={error}
    />
  );
}
