import { get, useController, useFormContext } from 'react-hook-form';
import { useMessageText } from '../i18n/use-message-text.ts';
import type { Fault } from './form.ts';

/** A field of the form around: what an input needs, and its fault in words. */
export function useField(name: string) {
  const { control, formState } = useFormContext();
  const { field } = useController({ name, control });
  const messageText = useMessageText();
  const fault: Fault | undefined = get(formState.errors, name);
  return {
    field: {
      ...field,
      value: (field.value ?? '') as string,
      onBlur: () => {
        // Whoever goes to another window has not left the field: nothing is said of it yet.
        if (document.hasFocus()) field.onBlur();
      },
    },
    error: fault?.message === undefined ? undefined : messageText(fault.message, fault.params),
  };
}
