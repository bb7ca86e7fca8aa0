import {
  changePassword,
  type PasswordRules,
  passwordLengthMax,
  passwordRules,
} from '@tonle/contract/sign-in';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { PasswordField } from '../../form/password-field.tsx';
import { getConfig } from '../../session/config.ts';
import { showError } from '../../ui/messages.ts';
import { useAccountTexts } from './account-texts.ts';

/** All three are required, and the last two are the same (1-portal.md section 5). */
const Typed = z
  .object({
    currentPassword: z.string().max(passwordLengthMax, 'field.too-long'),
    newPassword: z.string().max(passwordLengthMax, 'field.too-long'),
    repeated: z.string(),
  })
  .superRefine(({ currentPassword, newPassword, repeated }, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (currentPassword === '') fault('currentPassword', 'password.current-required');
    if (newPassword === '') fault('newPassword', 'password.new-required');
    if (repeated === '') fault('repeated', 'password.repeat-required');
    else if (repeated !== newPassword) fault('repeated', 'password.repeat-differs');
  });
type Typed = z.infer<typeof Typed>;

type PasswordFormOptions = {
  /** What was just typed to sign in; otherwise the person is asked for it. */
  current?: string;
  /** Of a sign-in that waits for the new password; otherwise the session's. */
  token?: string;
  onChanged: (newPassword: string) => void | Promise<void>;
};

/** The form that changes a password: as a screen, and as the dialog of signing in. */
export function usePasswordForm({ current = '', token, onChanged }: PasswordFormOptions) {
  const t = useAccountTexts();
  const [running, setRunning] = useState(false);
  const form = useSchemaForm<Typed, Typed>(Typed, {
    defaultValues: { currentPassword: current, newPassword: '', repeated: '' },
  });
  const submit = async ({ currentPassword, newPassword }: Typed) => {
    setRunning(true);
    try {
      await call(
        changePassword,
        { body: { currentPassword, newPassword } },
        token === undefined ? {} : { token },
      );
      await onChanged(newPassword);
    } catch (error) {
      // 1-portal.md section 8: these two are a warning, everything else is an error.
      const isWarning = error instanceof ApiError && (error.code === 93 || error.code === 95);
      if (!showFieldFaults(form, error)) showError(error, isWarning ? { title: t('warning') } : {});
    } finally {
      setRunning(false);
    }
  };
  return { form, submit, running };
}

/** What the server asks of a new password; undefined where it does not say. */
function usePasswordRules(): PasswordRules | undefined {
  const [rules, setRules] = useState<PasswordRules>();
  useEffect(() => {
    if (!getConfig().extensions) return undefined;
    const stop = new AbortController();
    call(passwordRules, {}, { token: null, background: true, signal: stop.signal })
      .then(setRules)
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return rules;
}

/** The three fields. `login` is there for password managers, which want to know whose password it is. */
export function PasswordFields({ login }: { login: string }) {
  const t = useAccountTexts();
  const rules = usePasswordRules();
  const help =
    rules && t('password.rules', { min: rules.lengthMin, max: rules.lengthMax, history: rules.history });
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <PasswordField name="currentPassword" label={t('password.current')} autoComplete="current-password" />
      <PasswordField name="newPassword" label={t('password.new')} help={help} autoComplete="new-password" />
      <PasswordField name="repeated" label={t('password.repeat')} autoComplete="new-password" />
    </>
  );
}
