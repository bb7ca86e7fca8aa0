import { Button } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { backupKey, type Keyholder } from '@tonle/contract/keyholders';
import { type FormEvent, useId, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import formStyles from '../../form/form.module.css';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { FormShell } from '../../form/form-shell.tsx';
import { PasswordField } from '../../form/password-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { useSession } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Segments } from '../../ui/segments.tsx';
import { BackupUnreadable, backupFileName, backupLengthMax, canEncrypt, readBackup } from './backup-file.ts';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import styles from './secret-form.module.css';
import { SecretTwice, useSubmission } from './secret-form.tsx';
import { useKeyError } from './use-ceremony.ts';

type ReInstallFormProps = {
  onSubmitted: (keyholders: Keyholder[]) => void;
  onKnown: () => void;
};

/** Step 1 of the re-install: the same secret again, from its backup file or by hand. */
export function ReInstallForm(props: ReInstallFormProps) {
  const t = useKeyholdersTexts();
  const [mode, setMode] = useState<'file' | 'manual'>('file');
  const choice = (
    <div className={styles.choice}>
      <Segments
        label={t('choice.label')}
        value={mode}
        onChange={setMode}
        choices={[
          { value: 'file', label: t('choice.file') },
          { value: 'manual', label: t('choice.manual') },
        ]}
      />
    </div>
  );
  return mode === 'file' ? <FromFile {...props} choice={choice} /> : <ByHand {...props} choice={choice} />;
}

type EntryProps = ReInstallFormProps & { choice: React.ReactNode };

const Note = () => {
  const t = useKeyholdersTexts();
  return (
    <span className={styles.note}>
      <IconLock size={16} stroke={1.6} aria-hidden="true" />
      {t('reinstall.note')}
    </span>
  );
};

const Submit = ({ running, disabled = false }: { running: boolean; disabled?: boolean }) => {
  const t = useKeyholdersTexts();
  return (
    <Button
      type="submit"
      size="md"
      loading={running}
      disabled={disabled}
      leftSection={<IconRefresh size={16} stroke={1.6} />}
    >
      {t('reinstall.submit')}
    </Button>
  );
};

function ByHand({ onSubmitted, onKnown, choice }: EntryProps) {
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
        note={<Note />}
        actions={<Submit running={form.formState.isSubmitting} />}
      >
        <div className={styles.body}>
          <h2 className={styles.title}>{t('step.secret')}</h2>
          <p className={styles.text}>{t('manual.text')}</p>
          <div className={styles.fields}>
            {choice}
            <PasswordField name="secret" label={t('secret')} autoComplete="off" />
            <PasswordField name="repeat" label={t('repeat')} autoComplete="off" />
          </div>
        </div>
      </FormShell>
      <UnsavedGuard when={form.formState.isDirty} sending={form.formState.isSubmitting} />
    </>
  );
}

/** What is wrong with the chosen file: the specification's text, then what it may be. */
type FileFault = { key: 'backup.file-required' | 'backup.not-decryptable' | 'secret.wrong'; more?: string };

function FromFile({ onSubmitted, onKnown, choice }: EntryProps) {
  const t = useKeyholdersTexts();
  const messageText = useMessageText();
  const { user } = useSession();
  const keyError = useKeyError();
  const send = useSubmission(onSubmitted, onKnown);
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const [fault, setFault] = useState<FileFault>();
  const [inputId, faultId] = [useId(), useId()];

  const moreOf = ({ reason, username }: BackupUnreadable): string => {
    if (reason === 'other-user') return t('file.other-user', { name: username ?? '' });
    if (reason === 'not-backup') return t('file.not-backup');
    return `${t('file.undecryptable')}. ${t('file.undecryptable.text')}`;
  };
  const refuse = (it: FileFault) => {
    setFault(it);
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    if (file === undefined) return refuse({ key: 'backup.file-required' });
    setFault(undefined);
    setReading(true);
    try {
      const text = file.size > backupLengthMax ? '' : await file.text();
      const secret = await readBackup(user.login, text, () => call(backupKey, {}));
      const error = await send(secret);
      if (error !== undefined) refuse({ key: 'secret.wrong' });
    } catch (error) {
      if (error instanceof BackupUnreadable) refuse({ key: 'backup.not-decryptable', more: moreOf(error) });
      else keyError(error);
    } finally {
      setReading(false);
    }
  };
  const isPossible = canEncrypt();
  const isSending = reading || send.running;
  return (
    <form
      className="tn-card"
      aria-label={t('step.secret')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles.body}>
        <h2 className={styles.title}>{t('step.secret')}</h2>
        <p className={styles.text}>
          {t.rich('file.help', { file: <b key="file">{backupFileName(user.login)}</b> })}
        </p>
        <div className={styles.fields}>
          {choice}
          <div>
            <label className="tn-label" htmlFor={inputId}>
              {t('file.label')}
            </label>
            <div className={`tn-input ${styles.file}`} data-error={fault === undefined ? undefined : true}>
              {/* The browser would name the button in its own language: the field lies over one that speaks the portal's. */}
              <input
                ref={input}
                id={inputId}
                type="file"
                accept=".priv"
                aria-invalid={fault !== undefined}
                aria-describedby={fault === undefined ? undefined : faultId}
                onChange={(event) => {
                  setChosen(event.currentTarget.files?.[0]?.name);
                  setFault(undefined);
                }}
              />
              <span className={styles.choose} aria-hidden="true">
                {t('file.choose')}
              </span>
              <span className={chosen === undefined ? styles.none : styles.chosen} aria-hidden="true">
                {chosen ?? t('file.none')}
              </span>
            </div>
            <div id={faultId} role="alert">
              {fault !== undefined && (
                <p className={`tn-field-error ${styles.error}`}>{messageText(fault.key)}</p>
              )}
              {fault?.more !== undefined && <p className="tn-field-help">{fault.more}</p>}
            </div>
          </div>
          {!isPossible && <Banner tone="warning" title={t('backup.insecure')} />}
        </div>
      </div>
      <footer className={formStyles.footer}>
        <p className={formStyles.note}>
          <Note />
        </p>
        <div className={formStyles.actions}>
          <Submit running={isSending} disabled={!isPossible} />
        </div>
      </footer>
      <UnsavedGuard when={chosen !== undefined} sending={isSending} />
    </form>
  );
}
