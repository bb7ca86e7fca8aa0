import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Role, RoleName, roles } from '@tonle/contract/roles';
import { useId, useState } from 'react';
import { z } from 'zod';
import { keyOf } from '../../api/query.ts';
import { showFieldFaults, showRefusalAt, useSchemaForm } from '../../form/form.ts';
import { FormFrame } from '../../form/form-frame.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { LightIconButton } from '../../ui/light-button.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { Modal } from '../../ui/modal.tsx';
import { PageChoice } from './page-choice.tsx';
import { PermissionResult } from './permission-result.tsx';
import { type Chosen, chosenOf, isSame } from './role-choice.ts';
import styles from './roles.module.css';
import { useRolesTexts } from './roles-texts.ts';
import { roleMaker, savePermissions } from './save-role.ts';

/** What the dialog is opened for: a new role, one that begins as another's copy, or a role's permissions. */
export type RoleTask = { kind: 'add' } | { kind: 'clone' | 'edit'; role: Role };

const Typed = z.object({ name: RoleName });
const width = 830;

/** Adds a role or changes its permissions; a role is built from pages. Its name cannot be changed afterwards. */
export default function RoleDialog({ task, onClose }: { task: RoleTask; onClose: () => void }) {
  const t = useRolesTexts();
  const titleId = useId();
  const source = task.kind === 'add' ? undefined : task.role;
  const [given] = useState<Chosen>(() => new Set(source?.permissions));
  const [chosen, setChosen] = useState(given);
  const isEdit = task.kind === 'edit';
  const form = useSchemaForm<{ name: string }, { name: string }>(Typed, {
    defaultValues: { name: nameFor(task, (role) => t('roles.clone.name', { role })) },
  });
  const save = useSave({
    task,
    chosen,
    onDone: onClose,
    onRefused: (error) =>
      showRefusalAt(form, error, { ROLE_EXISTS: 'name' }) ||
      showFieldFaults(form, error, (path) => (path === 'roleName' ? 'name' : path)),
  });
  const isReady = isEdit ? chosen.size > 0 : chosenOf(chosen).selected.length > 0;
  const name = form.watch('name').trim();
  const isChosenAnew = !isSame(chosen, given);
  return (
    <Modal
      opened
      onClose={save.isPending ? undefined : onClose}
      width={width}
      labelledBy={titleId}
      className={styles.dialog}
    >
      <div className={styles.head}>
        <div>
          <h2 id={titleId}>{titleOf(task, t)}</h2>
          <p>{t(`roles.${task.kind}.sentence`)}</p>
        </div>
        <CloseButton disabled={save.isPending} onClose={onClose} />
      </div>
      <FormFrame form={form} aria-labelledby={titleId} onSubmit={(it) => isReady && save.mutate(it.name)}>
        <div className={styles.columns} data-unsaved={isChosenAnew || undefined}>
          <PageChoice
            name={<TextField name="name" label={t('role.name')} disabled={isEdit} autoComplete="off" />}
            chosen={chosen}
            onChange={setChosen}
          />
          <PermissionResult chosen={chosen} onChange={setChosen} />
        </div>
        <div className={styles.foot}>
          <CancelButton disabled={save.isPending} onClose={onClose} />
          <Button
            type="submit"
            size="md"
            disabled={!isReady || (!isEdit && name === '')}
            loading={save.isPending}
          >
            {t(isEdit ? 'roles.save' : 'roles.create')}
          </Button>
        </div>
      </FormFrame>
      <UnsavedGuard when={form.formState.isDirty || isChosenAnew} sending={save.isPending} />
    </Modal>
  );
}

function nameFor(task: RoleTask, copyOf: (name: string) => string): string {
  if (task.kind === 'add') return '';
  return task.kind === 'edit' ? task.role.name : copyOf(task.role.name);
}

function titleOf(task: RoleTask, t: ReturnType<typeof useRolesTexts>): string {
  if (task.kind === 'add') return t('roles.add');
  return t(task.kind === 'edit' ? 'roles.edit.named' : 'roles.clone.named', { role: task.role.name });
}

type SaveOptions = {
  task: RoleTask;
  chosen: Chosen;
  onDone: () => void;
  /** True where the fault stands beside a field now. */
  onRefused: (error: unknown) => boolean;
};

function useSave({ task, chosen, onDone, onRefused }: SaveOptions) {
  const t = useRolesTexts();
  const queries = useQueryClient();
  const [make] = useState(roleMaker);
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(roles) });
  return useMutation({
    mutationFn: (name: string) =>
      task.kind === 'edit'
        ? savePermissions(task.role, [...chosen])
        : make({ name, permissions: [...chosen] }),
    onSuccess: (_, role) => {
      toast.success(t(task.kind === 'edit' ? 'roles.changed' : 'roles.created', { role }));
      onDone();
      return refresh();
    },
    onError: (error) => {
      if (!onRefused(error)) showError(error);
      void refresh();
    },
  });
}

function CloseButton({ disabled, onClose }: { disabled: boolean; onClose: () => void }) {
  const t = useShellTexts();
  return (
    <LightIconButton aria-label={t('close')} disabled={disabled} onClick={onClose}>
      <IconX size={18} stroke={1.6} />
    </LightIconButton>
  );
}

function CancelButton({ disabled, onClose }: { disabled: boolean; onClose: () => void }) {
  const t = useShellTexts();
  return (
    <Button variant="default" size="md" disabled={disabled} onClick={onClose}>
      {t('cancel')}
    </Button>
  );
}
