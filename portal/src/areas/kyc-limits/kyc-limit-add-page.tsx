import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { channelAccountTypes } from '@tonle/contract/channel-permissions';
import { addLimit, limitDescriptionLengthMax } from '@tonle/contract/kyc-limits';
import { kycStatuses } from '@tonle/contract/kyc-status';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { FieldRow, FormSection, FormShell } from '../../form/form-shell.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { TextAreaField } from '../../form/text-area-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useGoOn } from '../../form/use-go-on.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { linkTo, paths } from '../../paths.ts';
import { showError, toast } from '../../ui/messages.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useKycLimitsTexts } from './kyc-limits-texts.ts';
import { LimitAmountField } from './limit-amount-field.tsx';
import { AddForm, fieldOfFault, limitsOfForm } from './limit-form.ts';

/** /kyc-limit-add. The list that led here says the kind of account. */
export default function KycLimitAddPage() {
  const t = useKycLimitsTexts();
  const shell = useShellTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { type } = useSearch({ strict: false }) as { type?: string };
  const goOn = useGoOn();
  const [back] = useState(() => channelAccountTypes.find((it) => it === type) ?? 'MOBILE');
  const form = useSchemaForm<AddForm, AddForm>(AddForm, {
    defaultValues: {
      limitName: '',
      accountType: back,
      kycStatus: 'FULL_KYC',
      khr: '0',
      usd: '0',
      description: '',
    },
  });
  const submit = async (typed: AddForm) => {
    const { limitName, accountType, kycStatus, description } = typed;
    try {
      const body = { limitName, accountType, kycStatus, description, limits: limitsOfForm(typed) };
      const { limitName: name } = await call(addLimit, { body });
      toast.success(t('add.done', { name }));
      form.reset(form.getValues());
      void queries.invalidateQueries({ queryKey: [addLimit.area] });
      await goOn(paths.kycLimits(accountType));
    } catch (error) {
      if (!showFieldFaults(form, error, fieldOfFault)) showError(error);
    }
  };
  return (
    <>
      <PageHeader title={t('add.title')} sentence={t('add.sentence')} />
      <FormShell
        form={form}
        label={t('add.title')}
        draft="limit-new"
        onSubmit={submit}
        actions={
          <>
            <Button variant="default" size="md" onClick={() => void navigate(linkTo(paths.kycLimits(back)))}>
              {shell('back')}
            </Button>
            <Button type="submit" size="md" loading={form.formState.isSubmitting}>
              {t('add.submit')}
            </Button>
          </>
        }
      >
        <FormSection title={t('section.limit')} help={t('section.limit.help')}>
          <TextField name="limitName" label={t('field.name')} autoComplete="off" />
          <TextAreaField
            name="description"
            label={t('field.description')}
            optional
            counter={limitDescriptionLengthMax}
          />
        </FormSection>
        <FormSection title={t('section.for')} help={t('section.for.help')}>
          <FieldRow>
            <SelectField
              name="accountType"
              label={t('field.type')}
              options={channelAccountTypes.map((it) => ({ value: it, label: t(`channel.${it}`) }))}
            />
            <SelectField
              name="kycStatus"
              label={t('field.kyc')}
              options={kycStatuses.map((it) => ({ value: it, label: t(`kyc.${it}`) }))}
            />
          </FieldRow>
        </FormSection>
        <FormSection title={t('section.amounts')} help={t('section.amounts.help')}>
          <FieldRow>
            <LimitAmountField name="khr" currency="KHR" />
            <LimitAmountField name="usd" currency="USD" />
          </FieldRow>
        </FormSection>
      </FormShell>
      <UnsavedGuard when={form.formState.isDirty} sending={form.formState.isSubmitting} />
    </>
  );
}
