import { Button } from '@mantine/core';
import { IconDownload, IconShieldLock } from '@tabler/icons-react';
import { backupKey, checkSecret, SecretKey } from '@tonle/contract/keyholders';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useSchemaForm } from '../../form/form.ts';
import { FormShell } from '../../form/form-shell.tsx';
import { PasswordField } from '../../form/password-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useSession } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { backupFileName, canEncrypt, makeBackup, saveFile } from './backup-file.ts';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import styles from './secret-form.module.css';
import { useKeyError } from './use-ceremony.ts';

const Secret = z.object({ secret: SecretKey });

type BackupFormProps = {
  onSaved: () => void;
  /** Left out at the end, where there is nothing to skip. */
  onSkip?: () => void;
};

/** The secret in a file of the keyholder's own. It is checked first: a backup of a wrong secret would be worse than none. */
export function BackupForm({ onSaved, onSkip }: BackupFormProps) {
  const t = useKeyholdersTexts();
  const { user } = useSession();
  const keyError = useKeyError();
  const form = useSchemaForm(Secret, { defaultValues: { secret: '' } });
  const file = backupFileName(user.login);
  const save = async ({ secret }: { secret: string }) => {
    try {
      const { result } = await call(checkSecret, { body: { secret } });
      if (!result) {
        showError(undefined, { title: t('backup.wrong.title'), detail: t('backup.wrong.text') });
        return;
      }
      saveFile(file, await makeBackup(user.login, secret, await call(backupKey, {})));
    } catch (error) {
      keyError(error);
      return;
    }
    form.reset();
    toast.success(t('backup.saved'), { text: file });
    onSaved();
  };
  const isPossible = canEncrypt();
  return (
    <FormShell
      form={form}
      label={t('backup.title')}
      onSubmit={save}
      note={
        <span className={styles.note}>
          <IconShieldLock size={16} stroke={1.6} aria-hidden="true" />
          {t('backup.note')}
        </span>
      }
      actions={
        <>
          {onSkip && (
            <Button variant="default" size="md" onClick={onSkip} disabled={form.formState.isSubmitting}>
              {t('backup.skip')}
            </Button>
          )}
          <Button
            type="submit"
            size="md"
            loading={form.formState.isSubmitting}
            disabled={!isPossible}
            leftSection={<IconDownload size={16} stroke={1.6} />}
          >
            {t('backup.save')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <h2 className={styles.title}>{t('backup.title')}</h2>
        <p className={styles.text}>
          {onSkip === undefined && `${t('backup.later')} `}
          {t.rich('backup.text', { file: <b key="file">{file}</b> })}
        </p>
        <div className={styles.fields}>
          {isPossible ? (
            <PasswordField name="secret" label={t('secret')} autoComplete="off" />
          ) : (
            <Banner tone="warning" title={t('backup.insecure')} />
          )}
        </div>
      </div>
      <UnsavedGuard when={form.formState.isDirty} sending={form.formState.isSubmitting} />
    </FormShell>
  );
}
