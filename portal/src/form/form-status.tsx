import { useState } from 'react';
import { type FieldErrors, useFormContext } from 'react-hook-form';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { useMessageText } from '../i18n/use-message-text.ts';
import type { Fault } from './form.ts';

/** Of faults below one name, as of a list's, the one to say. */
function faultAt(errors: FieldErrors, name: string | undefined): Fault | undefined {
  const it = name === undefined ? undefined : errors[name];
  if (it === undefined || typeof it.message === 'string') return it as Fault | undefined;
  const inner = it as FieldErrors;
  return faultAt(inner, Object.keys(inner).at(-1));
}

/** The field whose fault was found last; its fault may be mended by now. */
function useLatest(errors: FieldErrors): string | undefined {
  const names = Object.keys(errors);
  const [known, setKnown] = useState<{ names: string[]; latest?: string | undefined }>({ names: [] });
  if (names.join() !== known.names.join())
    setKnown({ names, latest: names.findLast((it) => !known.names.includes(it)) ?? known.latest });
  return known.latest;
}

/**
 * Says what is wrong with the form around, for whoever does not see it appear: a fault when its field is left, and once it
 * was sent how many there are.
 */
export function FormStatus() {
  const { errors, submitCount } = useFormContext().formState;
  const t = useShellTexts();
  const messageText = useMessageText();
  const latest = useLatest(errors);
  const fault = faultAt(errors, latest);
  const count = Object.keys(errors).length;
  return (
    <span className="tn-visually-hidden" role="status">
      {submitCount > 0
        ? count > 0 && t('form.fix', { count })
        : // Two fields may have the same fault: it is said of each.
          fault && <span key={latest}>{messageText(fault.message, fault.params)}</span>}
    </span>
  );
}
