import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import styles from './form.module.css';
import { FormDraft } from './form-draft.tsx';
import { FormFrame } from './form-frame.tsx';

type FormShellProps<Typed extends FieldValues, Read extends FieldValues> = {
  form: UseFormReturn<Typed, unknown, Read>;
  /** Runs with what the schema read; a promise keeps the form busy. */
  onSubmit: (values: Read) => void | Promise<void>;
  /** `FormSection`s. */
  children: ReactNode;
  /** Left in the footer: "Nothing is sent before you confirm." */
  note?: ReactNode;
  /** Right in the footer; the submitting button has `type="submit"`. */
  actions: ReactNode;
  label: string;
  /** Under what name its draft is kept; see `FormDraft`. */
  draft?: string;
};

/** The one frame of forms: sections, hairlines, a footer bar. Input stays after any failure. */
export function FormShell<Typed extends FieldValues, Read extends FieldValues>(
  props: FormShellProps<Typed, Read>,
) {
  const { form, onSubmit, children, note, actions, label, draft } = props;
  return (
    <FormFrame form={form} onSubmit={onSubmit} className="tn-card" aria-label={label}>
      {children}
      {draft !== undefined && <FormDraft name={draft} />}
      <footer className={styles.footer}>
        <p className={styles.note}>{note}</p>
        <div className={styles.actions}>{actions}</div>
      </footer>
    </FormFrame>
  );
}

type FormSectionProps = { title: ReactNode; help?: ReactNode; children: ReactNode };

/** A section: what it is about on the left, its fields on the right. */
export const FormSection = ({ title, help, children }: FormSectionProps) => (
  <section className={styles.section}>
    <div>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {help !== undefined && <p className={styles.sectionHelp}>{help}</p>}
    </div>
    <div className={styles.fields}>{children}</div>
  </section>
);

/** Fields side by side, below each other where it is narrow. `shares` are their widths. */
export const FieldRow = ({ children, shares }: { children: ReactNode; shares?: string }) => (
  <div className={styles.row} style={shares === undefined ? undefined : { gridTemplateColumns: shares }}>
    {children}
  </div>
);
