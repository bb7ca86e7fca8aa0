import { type FieldErrors, useFormContext } from 'react-hook-form';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { useMessageText } from '../i18n/use-message-text.ts';
import type { Fault } from './form.ts';

/** Of what is wrong in a form, the fault found last: faults keep the order in which they were found. */
function newestFault(errors: FieldErrors): Fault | undefined {
  const newest = Object.values(errors).at(-1);
  if (newest === undefined) return undefined;
  return typeof newest.message === 'string' ? (newest as Fault) : newestFault(newest as FieldErrors);
}

/**
 * Says what is wrong with the form around, for whoever does not see it appear: a fault when its field is left, and once it
 * was sent how many there are.
 */
export function FormStatus() {
  const { errors, submitCount } = useFormContext().formState;
  const t = useShellTexts();
  const messageText = useMessageText();
  const fault = newestFault(errors);
  return (
    <span className="tn-visually-hidden" role="status">
      {fault !== undefined &&
        (submitCount > 0
          ? t('form.fix', { count: Object.keys(errors).length })
          : messageText(fault.message, fault.params))}
    </span>
  );
}
