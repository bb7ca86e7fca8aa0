import { useEffect, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../session/drafts.ts';
import { getSession } from '../session/session.ts';

const Kept = z.record(z.string(), z.unknown());
/** Longer than any text that is typed: what is longer is a file, which is chosen again. */
const keptLengthMax = 10_000;

const isKept = (value: unknown, standard: unknown): boolean =>
  JSON.stringify(value) !== JSON.stringify(standard) &&
  (typeof value !== 'string' || value.length <= keptLengthMax);

/**
 * Keeps what was changed in the form around for a reload and for an ended session (decisions section 5); leaving on
 * purpose drops it. `name` says what is edited, and which state of it. Never for a form that holds secrets.
 */
export function FormDraft({ name }: { name: string }) {
  const { control, setValue } = useFormContext();
  const { isDirty, defaultValues } = useFormState({ control });
  const values = useWatch({ control });
  const [kept] = useState(() => readDraft(name, Kept) ?? {});
  useEffect(() => {
    for (const [field, value] of Object.entries(kept)) setValue(field, value, { shouldDirty: true });
  }, [kept, setValue]);
  useEffect(() => {
    const changed = Object.entries(values).filter(([field, value]) => isKept(value, defaultValues?.[field]));
    if (isDirty) keepDraft(name, Object.fromEntries(changed));
    else dropDraft(name);
  }, [name, values, isDirty, defaultValues]);
  useEffect(
    () => () => {
      if (getSession()) dropDraft(name);
    },
    [name],
  );
  return null;
}
