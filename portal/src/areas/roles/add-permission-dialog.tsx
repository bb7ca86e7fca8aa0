import { Button } from '@mantine/core';
import { IconShieldPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createPermission, PermissionName, rolePermissions } from '@tonle/contract/roles';
import { useId } from 'react';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { showFieldFaults, showRefusalAt, useSchemaForm } from '../../form/form.ts';
import { FormFrame } from '../../form/form-frame.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { useRolesTexts } from './roles-texts.ts';

const Typed = z.object({ permissionName: PermissionName });
type Typed = z.infer<typeof Typed>;

/** Adds a permission, which opens nothing. */
export default function AddPermissionDialog({ onClose }: { onClose: () => void }) {
  const t = useRolesTexts();
  const cancel = useShellTexts()('cancel');
  const formId = useId();
  const queries = useQueryClient();
  const form = useSchemaForm<Typed, Typed>(Typed, { defaultValues: { permissionName: '' } });
  const create = useMutation({
    mutationFn: (body: Typed) => call(createPermission, { body }),
    onSuccess: ({ name }) => {
      toast.success(t('permissions.created', { permission: name }));
      onClose();
      return queries.invalidateQueries({ queryKey: keyOf(rolePermissions) });
    },
    onError: (error) => {
      const isBeside =
        showRefusalAt(form, error, { PERMISSION_EXISTS: 'permissionName' }) || showFieldFaults(form, error);
      if (!isBeside) showError(error);
    },
  });
  return (
    <Dialog
      opened
      onClose={create.isPending ? undefined : onClose}
      icon={<IconShieldPlus size={20} stroke={1.6} />}
      title={t('permissions.add')}
      footer={
        <>
          <Button variant="default" size="md" disabled={create.isPending} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} size="md" loading={create.isPending}>
            {t('permissions.create')}
          </Button>
        </>
      }
    >
      <p>{t('permissions.add.text')}</p>
      <FormFrame form={form} id={formId} onSubmit={(it) => create.mutate(it)}>
        <TextField name="permissionName" label={t('permissions.name')} autoComplete="off" />
      </FormFrame>
      <UnsavedGuard when={form.formState.isDirty} sending={create.isPending} />
    </Dialog>
  );
}
