import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldLabel } from './field-label.tsx';
import { formatTypedPhone, readTypedPhone, settledPhone } from './typed-phone.ts';
import { useField } from './use-field.ts';
import { useKeptCaret } from './use-kept-caret.ts';

type PhoneFieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  /** In a dialog: the focus starts here. */
  focused?: boolean;
};

/**
 * A Cambodian phone under the mask +855 99 999 9999; the form holds its digits, 855 in front. A 0 after the country
 * code is refused with its message, not swallowed (decisions section 8).
 */
export function PhoneField({ name, label, help, optional, focused }: PhoneFieldProps) {
  const { field, error } = useField(name);
  const shown = formatTypedPhone(field.value);
  const { box, keep } = useKeptCaret(shown, /\s/);
  return (
    <TextInput
      ref={(element) => {
        box.current = element;
        field.ref(element);
      }}
      name={field.name}
      value={shown}
      onChange={(event) => {
        keep(event);
        field.onChange(readTypedPhone(event.currentTarget.value, field.value));
      }}
      onBlur={() => {
        field.onChange(settledPhone(field.value));
        field.onBlur();
      }}
      data-autofocus={focused || undefined}
      inputMode="tel"
      autoComplete="off"
      placeholder="+855"
      label={<FieldLabel label={label} optional={optional} />}
      description={help}
      error={error}
    />
  );
}
