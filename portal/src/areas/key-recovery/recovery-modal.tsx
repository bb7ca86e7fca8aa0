import { Button } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  completeRecovery,
  IndividualForm,
  OrganizationApplicationForm,
  OrganizationForm,
  prepareRecovery,
} from '@tonle/contract/key-recovery';
import { type ReactNode, useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { FormFrame } from '../../form/form-frame.tsx';
import { useLeaveBlocker } from '../../form/leave-blocker.ts';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { linkTo, paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ApplicationField } from './application-field.tsx';
import { RecoveryCodeDialog } from './code-dialog.tsx';
import styles from './key-recovery.module.css';
import { useKeyRecoveryTexts } from './key-recovery-texts.ts';
import { useRecoveryAct } from './use-recovery-act.ts';

export type RecoveryStart = {
  accountId: string;
  name: string;
  documentId?: string;
  /** A person gets the code at once; an organisation is prepared, verified, and then completed. */
  step: 'individual' | 'prepare' | 'complete';
};

type Step =
  | { at: 'individual' | 'prepare' }
  | { at: 'verify' | 'complete'; accountId: string; name: string }
  | Shown;
type Shown = { at: 'code'; accountId: string; code: string };

/** The Key recovery modal: the form, then the code, which nobody sees again (2-console.md section 4). */
export default function RecoveryModal({ start, onClose }: { start: RecoveryStart; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ ...start, at: start.step });
  switch (step.at) {
    case 'individual':
      return <IndividualStep start={start} onClose={onClose} onCode={setStep} />;
    case 'prepare':
      return <PrepareStep start={start} onClose={onClose} onSent={setStep} />;
    case 'verify':
      return (
        <RecoveryCodeDialog
          accountId={step.accountId}
          name={step.name}
          onClose={onClose}
          onVerified={() => setStep({ ...step, at: 'complete' })}
        />
      );
    case 'complete':
      return <CompleteStep {...step} onClose={onClose} onCode={setStep} />;
    case 'code':
      return <CodeStep {...step} onClose={onClose} />;
  }
}

type FormDialogProps<Typed extends object, Read extends object> = {
  form: UseFormReturn<Typed, unknown, Read>;
  text: string;
  submit: string;
  running: boolean;
  /** Links to the requests that this account has or had. */
  earlierOf?: string;
  onClose: () => void;
  onSubmit: (read: Read) => Promise<void>;
  children: ReactNode;
};

function FormDialog<Typed extends object, Read extends object>(props: FormDialogProps<Typed, Read>) {
  const { form, running, onClose, onSubmit } = props;
  const t = useKeyRecoveryTexts();
  const shell = useShellTexts();
  const id = useId();
  return (
    <Dialog
      opened
      onClose={running ? undefined : onClose}
      icon={<IconKey size={20} stroke={1.6} />}
      title={t('modal.title')}
      width={520}
      footer={
        <>
          <Button variant="default" size="md" onClick={onClose} disabled={running}>
            {shell('cancel')}
          </Button>
          <Button type="submit" form={id} size="md" loading={running}>
            {props.submit}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
      {props.earlierOf !== undefined && (
        <p>
          <Link {...linkTo(paths.keyRecoveryRequestsOf(props.earlierOf))}>{t('modal.earlier')}</Link>
        </p>
      )}
      <FormFrame form={form} id={id} className={styles.fields} onSubmit={onSubmit}>
        {props.children}
      </FormFrame>
      <UnsavedGuard when={form.formState.isDirty} sending={running} />
    </Dialog>
  );
}

type StepProps = { start: RecoveryStart; onClose: () => void };

function useCompletion(onCode: (shown: Shown) => void) {
  const { running, run } = useRecoveryAct();
  const complete = async (
    body: { accountId: string; name: string; application: string; documentId?: string },
    form: Parameters<typeof showFieldFaults>[0],
  ) => {
    await run(
      async () => {
        const { code } = await call(completeRecovery, { body });
        onCode({ at: 'code', accountId: body.accountId, code });
      },
      { inline: (error) => showFieldFaults(form, error) },
    );
  };
  return { running, complete };
}

type Individual = z.infer<typeof IndividualForm>;

function IndividualStep({ start, onClose, onCode }: StepProps & { onCode: (shown: Shown) => void }) {
  const t = useKeyRecoveryTexts();
  const { running, complete } = useCompletion(onCode);
  const form = useSchemaForm<Individual, Individual>(IndividualForm, {
    defaultValues: { name: start.name, documentId: start.documentId ?? '', application: '' },
  });
  return (
    <FormDialog
      form={form}
      text={t('modal.individual.text')}
      earlierOf={start.accountId}
      submit={t('modal.get-code')}
      running={running}
      onClose={onClose}
      onSubmit={(read) => complete({ accountId: start.accountId, ...read }, form as never)}
    >
      <TextField name="name" label={t('field.full-name')} focused autoComplete="off" />
      <TextField name="documentId" label={t('field.document')} autoComplete="off" spellCheck={false} />
      <ApplicationField />
    </FormDialog>
  );
}

type Organization = z.infer<typeof OrganizationForm>;

function PrepareStep({ start, onClose, onSent }: StepProps & { onSent: (step: Step) => void }) {
  const t = useKeyRecoveryTexts();
  const { running, run } = useRecoveryAct();
  const form = useSchemaForm<Organization, Organization>(OrganizationForm, {
    defaultValues: { name: start.name, accountId: start.accountId },
  });
  return (
    <FormDialog
      form={form}
      text={t('modal.organization.text')}
      earlierOf={start.accountId === '' ? undefined : start.accountId}
      submit={t('modal.send-code')}
      running={running}
      onClose={onClose}
      onSubmit={async (read) => {
        const isSent = await run(() => call(prepareRecovery, { body: read }), {
          inline: (error) => showFieldFaults(form, error),
        });
        if (isSent !== undefined) onSent({ at: 'verify', ...read });
      }}
    >
      <TextField name="name" label={t('field.organization')} focused autoComplete="off" />
      <TextField name="accountId" label={t('field.account')} autoComplete="off" spellCheck={false} />
    </FormDialog>
  );
}

type Completion = z.infer<typeof OrganizationApplicationForm>;

type CompleteProps = {
  accountId: string;
  name: string;
  onClose: () => void;
  onCode: (shown: Shown) => void;
};

function CompleteStep({ accountId, name, onClose, onCode }: CompleteProps) {
  const t = useKeyRecoveryTexts();
  const { running, complete } = useCompletion(onCode);
  const form = useSchemaForm<Completion, Completion>(OrganizationApplicationForm, {
    defaultValues: { name, accountId, application: '' },
  });
  return (
    <FormDialog
      form={form}
      text={t('modal.application.text')}
      submit={t('modal.get-code')}
      running={running}
      onClose={onClose}
      onSubmit={(read) => complete(read, form as never)}
    >
      <TextField name="name" label={t('field.organization')} focused autoComplete="off" />
      <TextField name="accountId" label={t('field.account')} autoComplete="off" readOnly />
      <ApplicationField />
    </FormDialog>
  );
}

function CodeStep({ accountId, code, onClose }: Shown & { onClose: () => void }) {
  const t = useKeyRecoveryTexts();
  const [isAsking, setAsking] = useState(false);
  const leaving = useLeaveBlocker({ leaving: true });
  if (isAsking || leaving.isHeldBack) {
    return (
      <ConfirmDialog
        opened
        careful
        tone="warning"
        icon={<IconAlertTriangle size={20} stroke={1.6} />}
        title={t('sure.title')}
        confirm={t('sure.close')}
        cancel={t('sure.stay')}
        onCancel={() => {
          leaving.stay();
          setAsking(false);
        }}
        onConfirm={leaving.isHeldBack ? leaving.go : onClose}
      >
        <p>{t('sure.text')}</p>
      </ConfirmDialog>
    );
  }
  const { hostname, port, protocol } = window.location;
  const phone = `${protocol}//${hostname}:${Number(port) + 10}/phone?account=${encodeURIComponent(accountId)}`;
  return (
    <Dialog
      opened
      onClose={() => setAsking(true)}
      icon={<IconKey size={20} stroke={1.6} />}
      title={t('modal.code.title')}
      footer={
        <Button size="md" variant="default" onClick={() => setAsking(true)}>
          {t('modal.close')}
        </Button>
      }
    >
      <p>{t('modal.code.text')}</p>
      <div className={styles.code}>
        <output>{code}</output>
        <CopyButton value={code} name={t('modal.code.name')} />
      </div>
      {getConfig().demo && (
        <p>
          <a href={phone} target="_blank" rel="noreferrer">
            {t('modal.code.demo')}
          </a>
        </p>
      )}
    </Dialog>
  );
}
