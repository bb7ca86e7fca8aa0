import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { FormFrame } from '../../form/form-frame.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import styles from './account.module.css';
import { useAccountTexts } from './account-texts.ts';
import { PasswordFields, usePasswordForm } from './password-form.tsx';

const titles = {
  94: 'password.due.expires',
  96: 'password.due.expired',
  97: 'password.due.force',
} as const;

type ChangePasswordDialogProps = {
  /** The refusal that asks for it: PASSWORD_EXPIRES, PASSWORD_EXPIRED or FORCE_CHANGE_PASSWORD. */
  due: ApiError;
  token: string;
  login: string;
  password: string;
  /** Only where it may wait (code 94). */
  onLater?: () => void;
  onChanged: (newPassword: string) => void | Promise<void>;
};

/** The dialog between a right password and the session: it shows the server's message (1-portal.md section 4). */
export default function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  const { due, token, login, password, onLater, onChanged } = props;
  const t = useAccountTexts();
  const formId = useId();
  const { detail } = useErrorText()(due);
  const { form, submit, running } = usePasswordForm({ current: password, token, onChanged });
  const { setFocus } = form;
  // The current one is there already: it was just typed.
  useEffect(() => setFocus('newPassword'), [setFocus]);
  return (
    <Dialog
      opened
      onClose={running ? undefined : onLater}
      icon={<IconLock size={20} stroke={1.6} />}
      tone="warning"
      title={t(titles[due.code as keyof typeof titles] ?? 'password.due.force')}
      footer={
        <>
          {onLater && (
            <Button variant="default" size="md" disabled={running} onClick={onLater}>
              {t('password.later')}
            </Button>
          )}
          <Button type="submit" form={formId} size="md" loading={running}>
            {t('password.submit')}
          </Button>
        </>
      }
    >
      <p>{detail}</p>
      <FormFrame form={form} id={formId} className={styles.fields} onSubmit={submit}>
        <PasswordFields login={login} />
      </FormFrame>
    </Dialog>
  );
}
