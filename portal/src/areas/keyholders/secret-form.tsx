import { Button } from '@mantine/core';
import { IconArrowRight, IconCheck, IconLock } from '@tabler/icons-react';
import {
  type Keyholder,
  SecretKey,
  secretRuleNames,
  secretRules,
  submitSecret,
} from '@tonle/contract/keyholders';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { FormShell } from '../../form/form-shell.tsx';
import { PasswordField } from '../../form/password-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import styles from './secret-form.module.css';
import { useKeyError } from './use-ceremony.ts';

/** A secret, typed twice. */
export const SecretTwice = z
  .object({ secret: SecretKey, repeat: z.string() })
  .refine(({ secret, repeat }) => secret === repeat, {
    path: ['repeat'],
    error: 'secret.not-matched',
    // Also while the secret itself is not good yet.
    when: () => true,
  });

type SecretFormProps = {
  onSubmitted: (keyholders: Keyholder[]) => void;
  /** The server has this keyholder's secret already. */
  onKnown: () => void;
};

/** Step 1 of the registration: a secret key, and what it needs. */
export function SecretForm({ onSubmitted, onKnown }: SecretFormProps) {
  const t = useKeyholdersTexts();
  const send = useSubmission(onSubmitted, onKnown);
  const form = useSchemaForm(SecretTwice, { defaultValues: { secret: '', repeat: '' } });
  return (
    <>
      <FormShell
        form={form}
        label={t('step.secret')}
        onSubmit={async ({ secret }) => {
          const error = await send(secret);
          if (error !== undefined) showFieldFaults(form, error);
        }}
        note={
          <span className={styles.note}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {t('secret.note')}
          </span>
        }
        actions={
          <Button
            type="submit"
            size="md"
            loading={form.formState.isSubmitting}
            rightSection={<IconArrowRight size={16} stroke={1.6} />}
          >
            {t('secret.submit')}
          </Button>
        }
      >
        <div className={styles.body}>
          <h2 className={styles.title}>{t('step.secret')}</h2>
          <p className={styles.text}>{t('secret.text')}</p>
          <div className={styles.fields}>
            <PasswordField name="secret" label={t('secret')} autoComplete="off" />
            <PasswordField name="repeat" label={t('repeat')} autoComplete="off" />
          </div>
          <div className={styles.side}>
            <Needs secret={form.watch('secret')} />
          </div>
        </div>
      </FormShell>
      <UnsavedGuard when={form.formState.isDirty} sending={form.formState.isSubmitting} />
    </>
  );
}

/** The rules, ticked off while typing. */
function Needs({ secret }: { secret: string }) {
  const t = useKeyholdersTexts();
  const hashed = secret.normalize('NFKC');
  return (
    <section className={styles.needs}>
      <h3>{t('needs.title')}</h3>
      <ul>
        {secretRuleNames.map((rule) => {
          const isMet = secretRules[rule](hashed);
          return (
            <li key={rule} className={isMet ? styles.met : undefined}>
              <span className={styles.tick} aria-hidden="true">
                {isMet && <IconCheck size={12} stroke={2.4} />}
              </span>
              {t(`needs.${rule}`)}
              <span className="tn-visually-hidden">, {isMet ? t('needs.met') : t('needs.open')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Sends a secret; gives back a refusal that belongs beside a field, and shows every other failure. */
export function useSubmission(onSubmitted: (keyholders: Keyholder[]) => void, onKnown: () => void) {
  const keyError = useKeyError();
  const [running, setRunning] = useState(false);
  const send = async (secret: string): Promise<ApiError | undefined> => {
    setRunning(true);
    try {
      onSubmitted(await call(submitSecret, { body: { secret } }));
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      // An earlier try arrived although its answer was lost.
      if (refusal?.refusalName === 'SECRET_SUBMITTED') onKnown();
      else if (refusal !== undefined && refusal.fields.length > 0) return refusal;
      else keyError(error);
    } finally {
      setRunning(false);
    }
    return undefined;
  };
  return Object.assign(send, { running });
}
