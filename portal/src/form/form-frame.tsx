import type { ComponentProps, FormEvent } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { FormStatus } from './form-status.tsx';

type FormFrameProps<Typed extends FieldValues, Read extends FieldValues> = {
  form: UseFormReturn<Typed, unknown, Read>;
  /** Runs with what the schema read; a promise keeps the form busy. */
  onSubmit: (values: Read) => unknown;
} & Pick<ComponentProps<'form'>, 'id' | 'className' | 'children' | 'aria-label' | 'aria-labelledby'>;

/** A form, what its fields are bound to, and what a screen reader is told of their faults. */
export function FormFrame<Typed extends FieldValues, Read extends FieldValues>({
  form,
  onSubmit,
  children,
  ...attributes
}: FormFrameProps<Typed, Read>) {
  const submit = (event: FormEvent) => {
    // A form in a dialog of another form does not send the outer one.
    event.stopPropagation();
    void form.handleSubmit(onSubmit)(event);
  };
  return (
    <FormProvider {...form}>
      <form {...attributes} data-unsaved={form.formState.isDirty || undefined} noValidate onSubmit={submit}>
        {children}
        <FormStatus />
      </form>
    </FormProvider>
  );
}
