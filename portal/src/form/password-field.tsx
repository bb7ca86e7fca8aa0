import type { ReactNode } from 'react';
import { PasswordInput } from './password-input.tsx';
import { useField } from './use-field.ts';

type PasswordFieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A password, bound to the form around it. */
export function PasswordField({ name, label, help, autoComplete }: PasswordFieldProps) {
  const { field, error } = useField(name);
  return (
    <PasswordInput {...field} label={label} description={help} autoComplete={autoComplete} error={error} />
  );
}
