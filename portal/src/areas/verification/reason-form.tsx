import { RejectionReason, rejectionReasonLengthMax } from '@tonle/contract/verification';
import { type ReactNode, useId } from 'react';
import { z } from 'zod';
import { useSchemaForm } from '../../form/form.ts';
import { FormFrame } from '../../form/form-frame.tsx';
import { TextAreaField } from '../../form/text-area-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useVerificationTexts } from './verification-texts.ts';

const Typed = z.object({ rejectedReason: RejectionReason });
type Typed = z.infer<typeof Typed>;

export type ReasonFormProps = {
  onReject: (reason: string) => void | Promise<void>;
  /** It is on its way, or has been: nobody who leaves loses it. */
  isSent: boolean;
  /** What stands below the field; its submitting button names the form. */
  children?: (formId: string) => ReactNode;
  id?: string;
};

/** The reason that a rejection needs: what was typed stays after any failure. */
export default function ReasonForm({ onReject, isSent, children, id }: ReasonFormProps) {
  const t = useVerificationTexts();
  const own = useId();
  const formId = id ?? own;
  const form = useSchemaForm<Typed, Typed>(Typed, { defaultValues: { rejectedReason: '' } });
  const { isDirty } = form.formState;
  return (
    <>
      <FormFrame form={form} id={formId} onSubmit={({ rejectedReason }) => onReject(rejectedReason)}>
        <TextAreaField
          name="rejectedReason"
          label={t('reject.reason')}
          help={t('reject.required')}
          placeholder={t('reject.placeholder')}
          counter={rejectionReasonLengthMax}
        />
        {children?.(formId)}
      </FormFrame>
      <UnsavedGuard when={isDirty && !isSent} />
    </>
  );
}
