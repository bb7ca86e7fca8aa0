import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { Counter, FieldLabel, LabelLine } from './field-label.tsx';
import { useField } from './use-field.ts';

type TextAreaFieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  counter?: number;
  rows?: number;
  placeholder?: string;
  disabled?: boolean;
};

/** Lines of text, as a reason, bound to the form around it. */
export function TextAreaField({
  name,
  label,
  help,
  optional,
  counter,
  rows = 3,
  placeholder,
  disabled,
}: TextAreaFieldProps) {
  const { field, error } = useField(name);
  const text = <FieldLabel label={label} optional={optional} />;
  return (
    <Textarea
      {...field}
      rows={rows}
      placeholder={placeholder}
      disabled={disabled}
      label={
        counter === undefined ? (
          text
        ) : (
          <LabelLine end={<Counter value={field.value} max={counter} />}>{text}</LabelLine>
        )
      }
      description={help}
      error={error}
    />
  );
}
