import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { personNameLengthMax } from '@tonle/contract/customer-profile';
import { type CustomerDetail, EditProfile, editProfile } from '@tonle/contract/customers';
import { phonePattern } from '@tonle/contract/phone';
import { useWatch } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { FieldRow, FormSection, FormShell } from '../../form/form-shell.tsx';
import { PhoneField } from '../../form/phone-field.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { formatLongDay, isDay, today } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { useSession } from '../../session/session.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useCustomersTexts } from './customers-texts.ts';
import { PictureField } from './picture-field.tsx';

type Typed = Record<string, string>;

/** What a customer is now, as it stands in the fields. */
function typedOf(it: CustomerDetail): Typed {
  const both = {
    accountId: it.accountId,
    accountType: it.accountType,
    documentId: it.documentId ?? '',
    address: it.address ?? '',
    secondaryContact: it.secondaryContact ?? '',
    photo: '',
    identity: '',
  };
  return it.accountType === 'MOBILE'
    ? {
        ...both,
        firstName: it.firstName ?? '',
        lastName: it.lastName ?? '',
        firstNameKhmer: it.firstNameKhmer ?? '',
        lastNameKhmer: it.lastNameKhmer ?? '',
        birthday: it.birthday ?? '',
        sex: it.sex ?? 'male',
        nationality: it.nationality ?? '',
      }
    : {
        ...both,
        organizationName: it.organizationName ?? '',
        organizationNameKhmer: it.organizationNameKhmer ?? '',
      };
}

/** The contract's rules, and those that ask what day it is and how the bank registers people (2-console.md section 5). */
const rulesFor = (secondIsPhone: boolean) =>
  EditProfile.superRefine((it, ctx) => {
    if (it.accountType !== 'MOBILE') return;
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (it.birthday > today()) fault('birthday', 'birthday.in-future');
    const second = it.secondaryContact;
    if (second !== undefined && phonePattern.test(second) !== secondIsPhone) {
      fault('secondaryContact', secondIsPhone ? 'contact.invalid' : 'email.invalid');
    }
  });

type UpdateAccountFormProps = {
  customer: CustomerDetail;
  /** After the request was opened, and where nothing is to be changed after all. */
  onClose: () => void;
};

/** The form that asks for a customer's profile to be changed; somebody else decides on it. */
export default function UpdateAccountForm({ customer, onClose }: UpdateAccountFormProps) {
  const t = useCustomersTexts();
  const queries = useQueryClient();
  const secondIsPhone = useSession().user.registrationType === 'EMAIL';
  const form = useSchemaForm<Typed, EditProfile>(rulesFor(secondIsPhone), {
    defaultValues: typedOf(customer),
  });
  const isPerson = customer.accountType === 'MOBILE';
  const submit = async (profile: EditProfile) => {
    try {
      await call(editProfile, { body: profile }, { timeoutSeconds: 90 });
      toast.success(t('success'), { text: t('update.done') });
      await queries.invalidateQueries({ queryKey: [editProfile.area] }).catch(() => undefined);
      onClose();
    } catch (error) {
      if (!showFieldFaults(form, error)) showError(error);
    }
  };
  const { isDirty, isSubmitting } = form.formState;
  return (
    <>
      <FormShell
        form={form}
        onSubmit={submit}
        label={t('update.title')}
        draft={`customer-${customer.accountId}`}
        note={t('update.note')}
        actions={
          <>
            <Button variant="default" size="md" onClick={onClose} disabled={isSubmitting}>
              {t('update.cancel')}
            </Button>
            <Button type="submit" size="md" loading={isSubmitting} disabled={!isDirty}>
              {t('update.submit')}
            </Button>
          </>
        }
      >
        {isPerson ? <PersonSection /> : <OrganizationSection />}
        <FormSection title={t('update.contact')} help={t('update.contact.help')}>
          {isPerson && secondIsPhone ? (
            <PhoneField name="secondaryContact" label={t('field.secondary-contact')} optional />
          ) : (
            <TextField
              name="secondaryContact"
              label={t('field.secondary-contact')}
              optional
              autoComplete="off"
            />
          )}
          <TextField name="address" label={t('field.address')} optional autoComplete="off" counter={255} />
        </FormSection>
        <FormSection title={t('documents.title')} help={t('update.documents.help')}>
          <TextField name="documentId" label={t('field.document-id')} autoComplete="off" />
          <PictureField name="photo" label={t('field.photo')} help={t('update.picture.help')} />
          <PictureField
            name="identity"
            label={t('field.identity-document')}
            help={t('update.picture.help')}
          />
        </FormSection>
      </FormShell>
      <UnsavedGuard when={isDirty} sending={isSubmitting} />
    </>
  );
}

function PersonSection() {
  const t = useCustomersTexts();
  return (
    <FormSection title={t('section.profile')} help={t('update.profile.help')}>
      <FieldRow>
        <TextField
          name="firstName"
          label={t('field.firstName')}
          autoComplete="off"
          counter={personNameLengthMax}
        />
        <TextField
          name="lastName"
          label={t('field.lastName')}
          autoComplete="off"
          counter={personNameLengthMax}
        />
      </FieldRow>
      <FieldRow>
        <TextField name="firstNameKhmer" label={t('field.firstNameKhmer')} optional autoComplete="off" />
        <TextField name="lastNameKhmer" label={t('field.lastNameKhmer')} optional autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <BirthdayField />
        <SelectField
          name="sex"
          label={t('field.sex')}
          options={[
            { value: 'male', label: t('sex.male') },
            { value: 'female', label: t('sex.female') },
          ]}
        />
      </FieldRow>
      <TextField name="nationality" label={t('field.nationality')} autoComplete="off" />
    </FormSection>
  );
}

/** Typed as year, month and day, and said in words below: the browser's own field has its own order, and no Khmer. */
function BirthdayField() {
  const t = useCustomersTexts();
  const { language } = useLanguage();
  const typed: string = useWatch({ name: 'birthday' });
  return (
    <TextField
      name="birthday"
      label={t('field.birthday')}
      help={isDay(typed) ? formatLongDay(typed, language) : t('update.birthday.help')}
      autoComplete="off"
    />
  );
}

function OrganizationSection() {
  const t = useCustomersTexts();
  return (
    <FormSection title={t('section.profile')} help={t('update.organization.help')}>
      <TextField
        name="organizationName"
        label={t('field.organizationName')}
        autoComplete="off"
        counter={140}
      />
      <TextField
        name="organizationNameKhmer"
        label={t('field.organizationNameKhmer')}
        optional
        autoComplete="off"
      />
    </FormSection>
  );
}
