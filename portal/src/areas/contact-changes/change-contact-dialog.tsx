import { Button } from '@mantine/core';
import { IconAddressBook, IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createContactChange, NewContact } from '@tonle/contract/contact-changes';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { FormStatus } from '../../form/form-status.tsx';
import { PhoneField } from '../../form/phone-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { linkTo, paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { ContactCodeDialog } from './code-dialog.tsx';
import { shownContact } from './contact-change-states.tsx';
import { useContactChangesTexts } from './contact-changes-texts.ts';
import { useContactChangeAct } from './use-contact-change-act.ts';

type ChangeContactDialogProps = {
  accountId: string;
  /** The contact that is to be replaced. */
  oldContact: string;
  onClose: () => void;
};
type Step = { name: 'form' } | { name: 'exists' } | { name: 'code'; id: string; contact: string };

const ContactForm = z.strictObject({ contact: NewContact });
type ContactForm = z.infer<typeof ContactForm>;

/** Change primary contact: the new contact, then its code; or the warning that a request is there (2-console.md section 4). */
export default function ChangeContactDialog({ accountId, oldContact, onClose }: ChangeContactDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'form' });
  if (step.name === 'code') {
    return <ContactCodeDialog id={step.id} accountId={accountId} contact={step.contact} onClose={onClose} />;
  }
  if (step.name === 'exists') return <ExistsDialog accountId={accountId} onClose={onClose} />;
  return <ContactDialog accountId={accountId} oldContact={oldContact} onClose={onClose} onStep={setStep} />;
}

function ContactDialog({
  accountId,
  oldContact,
  onClose,
  onStep,
}: ChangeContactDialogProps & { onStep: (step: Step) => void }) {
  const t = useContactChangesTexts();
  const { registrationType } = useSession().user;
  const form = useSchemaForm<{ contact: string }, ContactForm>(ContactForm, {
    defaultValues: { contact: '' },
  });
  const { running, run } = useContactChangeAct();
  const submit = async ({ contact }: ContactForm) => {
    const created = await run(
      () => call(createContactChange, { body: { accountId, replacementMobilePrimaryContact: contact } }),
      {
        inline: (error) => {
          if (error.refusalName === 'CONTACT_CHANGE_OPEN') onStep({ name: 'exists' });
          else if (error.refusalName === 'CONTACT_IN_USE')
            form.setError('contact', { type: 'server', message: 'refusal.CONTACT_IN_USE' });
          else return showFieldFaults(form, error, () => 'contact');
          return true;
        },
      },
    );
    if (created === undefined) return;
    onStep(created.status === 'OPEN' ? { name: 'code', id: created.id, contact } : { name: 'exists' });
  };
  const label = t('start.label');
  return (
    <FormProvider {...form}>
      <ConfirmDialog
        opened
        icon={<IconAddressBook size={20} stroke={1.6} />}
        title={t('start.title')}
        confirm={t('start.confirm')}
        running={running}
        onCancel={onClose}
        onConfirm={() => void form.handleSubmit(submit)()}
      >
        <p>{t('start.text', { contact: shownContact(oldContact) })}</p>
        <div className={dialogStyles.field} data-unsaved={form.formState.isDirty || undefined}>
          {registrationType === 'EMAIL' ? (
            <TextField
              name="contact"
              label={label}
              focused
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
            />
          ) : (
            <PhoneField name="contact" label={label} focused />
          )}
        </div>
        <FormStatus />
      </ConfirmDialog>
      <UnsavedGuard when={form.formState.isDirty} sending={running} />
    </FormProvider>
  );
}

/** The account has a request under way: it is gone on with on its own page. */
function ExistsDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const t = useContactChangesTexts();
  return (
    <Dialog
      opened
      onClose={onClose}
      icon={<IconAlertTriangle size={20} stroke={1.6} />}
      tone="warning"
      title={t('start.title')}
      footer={
        <>
          <Button variant="default" size="md" onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
          <Link {...linkTo(paths.contactChangesOf(accountId))}>
            <Button component="span" size="md">
              {t('start.exists.link')}
            </Button>
          </Link>
        </>
      }
    >
      <p>{t('start.exists')}</p>
    </Dialog>
  );
}
