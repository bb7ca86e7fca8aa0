import type { RefusalName } from '@tonle/contract/refusal';
import type { FieldErrors, FieldValues, Path, Resolver, UseFormProps, UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';

/** A field's fault: a key of the contract's messages, with the parameters of its text. */
export type Fault = { type: string; message: string; params?: Record<string, unknown> };

type Issue = z.core.$ZodIssue;

/** What an issue says about its bounds, under the names that the texts use. */
function paramsOf(issue: Issue): Record<string, unknown> | undefined {
  if (issue.code === 'too_big') return { max: issue.maximum };
  if (issue.code === 'too_small') return { min: issue.minimum };
  return issue.code === 'custom' ? (issue.params as Record<string, unknown> | undefined) : undefined;
}

const isKey = (message: string): boolean => /^[a-z][a-z-]*(\.[a-z0-9-]+)+$/.test(message);

/** The fault to show for an issue: of alternatives the last one's own, and never zod's own English. */
function faultOf(issue: Issue): Fault {
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  if (inner) return faultOf(inner);
  const message = isKey(issue.message) ? issue.message : 'field.invalid';
  return { type: issue.code ?? 'custom', message, params: paramsOf(issue) };
}

function put(errors: Record<string, unknown>, path: readonly PropertyKey[], fault: Fault): void {
  const [head, ...rest] = path.map(String);
  if (head === undefined) return;
  if (rest.length === 0) {
    errors[head] ??= fault;
    return;
  }
  errors[head] ??= {};
  put(errors[head] as Record<string, unknown>, rest, fault);
}

/** Judges a form by a schema of the contract. The first fault of each field counts. */
export const resolverOf =
  <Typed extends FieldValues, Read extends FieldValues>(
    schema: z.ZodType<Read>,
  ): Resolver<Typed, unknown, Read> =>
  (values) => {
    const judged = schema.safeParse(values);
    if (judged.success) return { values: judged.data, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const issue of judged.error.issues) {
      put(errors, issue.path, faultOf(issue));
    }
    return { values: {}, errors: errors as FieldErrors<Typed> };
  };

type FormOptions<Typed extends FieldValues> = Pick<UseFormProps<Typed>, 'defaultValues'> & {
  defaultValues: Typed;
};

/**
 * A form over a schema of the contract: `Typed` is what stands in the fields, `Read` what the schema makes of it.
 * Fields are judged when they are left, and again at each change once they were found wrong.
 */
export const useSchemaForm = <Typed extends FieldValues, Read extends FieldValues>(
  schema: z.ZodType<Read>,
  options: FormOptions<Typed>,
): UseFormReturn<Typed, unknown, Read> =>
  useForm<Typed, unknown, Read>({
    ...options,
    resolver: resolverOf<Typed, Read>(schema),
    mode: 'onTouched',
    // A fault that appears the moment a field is left would move the button that is just being clicked.
    delayError: 250,
    shouldFocusError: true,
  } as UseFormProps<Typed, unknown, Read>);

/**
 * Puts the server's field faults beside their fields. False where the refusal named none that the form has: then it
 * belongs into the error dialog.
 */
export function showFieldFaults<Typed extends FieldValues, Read extends FieldValues>(
  form: UseFormReturn<Typed, unknown, Read>,
  error: unknown,
  rename: (path: string) => string = (path) => path,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const names = Object.keys(form.getValues());
  let shown = false;
  for (const { path, key, params } of error.fields) {
    const name = rename(path);
    if (!names.includes(name.split('.')[0] ?? '')) continue;
    const fault: Fault = { type: 'server', message: key, params };
    form.setError(name as Path<Typed>, fault, { shouldFocus: !shown });
    shown = true;
  }
  return shown;
}

/** Puts a refusal that is about one field, as of a name that is taken, beside that field. False where it is another refusal. */
export function showRefusalAt<Typed extends FieldValues, Read extends FieldValues>(
  form: UseFormReturn<Typed, unknown, Read>,
  error: unknown,
  fields: Partial<Record<RefusalName, Path<Typed>>>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const name = fields[error.refusalName as RefusalName];
  if (name === undefined) return false;
  const fault: Fault = { type: 'server', message: `refusal.${error.refusalName}`, params: error.data };
  form.setError(name, fault, { shouldFocus: true });
  return true;
}
