import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Counter, FieldLabel, LabelLine } from './field-label.tsx';
import { useField } from './use-field.ts';

type TextFieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  /** Shows how many of so many characters are used. Typing more is possible; the fault then says it. */
  counter?: number;
  /** Right inside the field. */
  end?: ReactNode;
  /** In a dialog: the focus starts here. */
  focused?: boolean;
  /** Runs besides the form's own bookkeeping. */
  onChanged?: (value: string) => void;
} & Pick<
  TextInputProps,
  | 'autoComplete'
  | 'inputMode'
  | 'placeholder'
  | 'size'
  | 'disabled'
  | 'readOnly'
  | 'type'
  | 'spellCheck'
  | 'autoFocus'
>;

/** Longer than any field takes, so that its own fault is said; short enough that a slip of the clipboard hurts nobody. */
const pastedLengthMax = 500;

/** A line of text, bound to the form around it. */
export function TextField({
  name,
  label,
  help,
  optional,
  counter,
  end,
  focused,
  onChanged,
  ...input
}: TextFieldProps) {
  const { field, error } = useField(name);
  const text = <FieldLabel label={label} optional={optional} />;
  return (
    <TextInput
      {...field}
      maxLength={pastedLengthMax}
      data-autofocus={focused || undefined}
      {...input}
      data-fixed={input.readOnly || undefined}
      onChange={(event) => {
        field.onChange(event);
        onChanged?.(event.currentTarget.value);
      }}
      label={
        counter === undefined ? (
          text
        ) : (
          <LabelLine end={<Counter value={field.value} max={counter} />}>{text}</LabelLine>
        )
      }
      description={help}
      error={error}
      rightSection={end}
    />
  );
}
