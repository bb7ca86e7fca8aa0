import { Button } from '@mantine/core';
import { FormSection, FormShell } from '../../form/form-shell.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { toast } from '../../ui/messages.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAccountTexts } from './account-texts.ts';
import { PasswordFields, usePasswordForm } from './password-form.tsx';

/** /settings/change_password. Nothing typed here is kept anywhere. */
export default function ChangePasswordPage() {
  const t = useAccountTexts();
  const { user } = useSession();
  const { form, submit, running } = usePasswordForm({
    onChanged: () => {
      form.reset();
      toast.success(t('password.changed'), { text: t('password.changed.text') });
    },
  });
  return (
    <>
      <PageHeader
        title={t('password.title')}
        sentence={t('password.sentence')}
        crumbs={[{ label: t('settings.title'), to: paths.settings }, { label: t('password.title') }]}
      />
      <FormShell
        form={form}
        onSubmit={submit}
        label={t('password.title')}
        actions={
          <Button type="submit" size="md" loading={running}>
            {t('password.submit')}
          </Button>
        }
      >
        <FormSection title={t('password.section')}>
          <PasswordFields login={user.login} />
        </FormSection>
      </FormShell>
      <UnsavedGuard when={form.formState.isDirty} sending={running} />
    </>
  );
}
