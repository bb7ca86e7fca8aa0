import { Button } from '@mantine/core';
import { IconUserEdit, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ConsoleUser,
  consoleUsers,
  createConsoleUser,
  editConsoleUser,
  NewConsoleUser,
} from '@tonle/contract/console-users';
import { useId } from 'react';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { showFieldFaults, showRefusalAt, useSchemaForm } from '../../form/form.ts';
import { FormDraft } from '../../form/form-draft.tsx';
import { FormFrame } from '../../form/form-frame.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { getConfig } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import styles from './console-users.module.css';
import { useConsoleUsersTexts } from './console-users-texts.ts';
import { RightsFields } from './rights-fields.tsx';

type Read = z.output<typeof NewConsoleUser>;
type Typed = Omit<Read, 'authorities'> & { authorities: string[] };

/** Adds a person, or changes one: names, e-mail, authorities and roles. The login stays. */
export default function UserDialog({ user, onClose }: { user?: ConsoleUser; onClose: () => void }) {
  const t = useConsoleUsersTexts();
  const cancel = useShellTexts()('cancel');
  const formId = useId();
  const isOwn = useSession().user.login === user?.login;
  const form = useSchemaForm<Typed, Read>(NewConsoleUser, {
    defaultValues: {
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      login: user?.login ?? '',
      email: user?.email ?? '',
      authorities: [...(user?.authorities ?? [])],
      roleIds: user?.roles.map((it) => it.id) ?? [],
    },
  });
  const save = useSave(
    user,
    onClose,
    (error) => showRefusalAt(form, error, { LOGIN_EXISTS: 'login' }) || showFieldFaults(form, error),
  );
  const isNew = user === undefined;
  return (
    <Dialog
      opened
      width={560}
      onClose={save.isPending ? undefined : onClose}
      icon={isNew ? <IconUserPlus size={20} stroke={1.6} /> : <IconUserEdit size={20} stroke={1.6} />}
      title={isNew ? t('users.add') : t('users.edit.named', { login: user.login })}
      footer={
        <>
          <Button variant="default" size="md" disabled={save.isPending} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} size="md" loading={save.isPending}>
            {t(isNew ? 'users.create' : 'users.save')}
          </Button>
        </>
      }
    >
      <p>{t(isNew ? 'users.add.text' : isOwn ? 'users.edit.own' : 'users.edit.text')}</p>
      <FormFrame form={form} id={formId} className={styles.form} onSubmit={(it) => save.mutate(it)}>
        <div className={styles.pair}>
          <TextField name="firstName" label={t('field.first-name')} autoComplete="off" />
          <TextField name="lastName" label={t('field.last-name')} autoComplete="off" />
        </div>
        <div className={styles.pair}>
          <TextField
            name="login"
            label={t('field.login')}
            help={isNew ? t('field.login.help') : undefined}
            disabled={!isNew}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField name="email" label={t('field.email')} type="email" autoComplete="off" />
        </div>
        <RightsFields disabled={isOwn} held={user?.roles ?? []} />
        <FormDraft name={`user-${user?.id ?? 'new'}-${user?.changed}`} />
      </FormFrame>
      <UnsavedGuard when={form.formState.isDirty} sending={save.isPending} />
    </Dialog>
  );
}

function useSave(user: ConsoleUser | undefined, onDone: () => void, onRefused: (error: unknown) => boolean) {
  const t = useConsoleUsersTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Read) => {
      if (user === undefined) return call(createConsoleUser, { body });
      const changed = getConfig().extensions ? user.changed : undefined;
      return call(editConsoleUser, { body: { ...body, id: user.id, changed } });
    },
    onSuccess: (_, { login, email }) => {
      if (user === undefined)
        toast.success(t('users.created', { login }), { text: t('users.created.mailed', { email }) });
      else toast.success(t('users.saved', { login }));
      onDone();
    },
    onError: (error) => {
      if (!onRefused(error)) showError(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(consoleUsers) }),
  });
}
