import { Button } from '@mantine/core';
import { IconAdjustmentsOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  editLimit,
  type KycLimit,
  kycLimit,
  kycLimitCan,
  limitDescriptionLengthMax,
} from '@tonle/contract/kyc-limits';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { showFieldFaults, useSchemaForm } from '../../form/form.ts';
import { FieldRow, FormSection, FormShell } from '../../form/form-shell.tsx';
import { TextAreaField } from '../../form/text-area-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { type GoOn, useGoOn } from '../../form/use-go-on.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { linkTo, paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { DetailState } from '../../ui/detail-state.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusText } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './kyc-limits.module.css';
import { useKycLimitsTexts } from './kyc-limits-texts.ts';
import { LimitAmountField } from './limit-amount-field.tsx';
import { EditForm, fieldOfFault, limitsOfForm } from './limit-form.ts';

/** /kyc-limit-edit/{limitId} */
export default function KycLimitEditPage() {
  const t = useKycLimitsTexts();
  const { limitId = '' } = useParams({ strict: false }) as { limitId?: string };
  const goOn = useGoOn();
  // What is being edited does not change below the hands; the revision tells where somebody was faster.
  const query = useQuery({
    ...queryOf(kycLimit, { params: { id: limitId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.data) {
    return (
      <EditLimitForm
        key={query.data.revision}
        limit={query.data}
        goOn={goOn}
        onReload={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <PageHeader title={t('edit.title')} />
      <DetailState
        query={query}
        absent={{ icon: <IconAdjustmentsOff size={20} stroke={1.6} />, title: t('edit.missing') }}
        failed={t('edit.failed')}
        back={{ to: '/kyc-limit-amount', label: t('edit.back') }}
      />
    </>
  );
}

const wholeOf = (decimal: string): string => decimal.replace(/\.0+$/, '');

/** The form, its values, and what becomes of them. */
function useEditForm(limit: KycLimit, goOn: GoOn) {
  const t = useKycLimitsTexts();
  const queries = useQueryClient();
  const [isStale, setStale] = useState(false);
  const form = useSchemaForm<EditForm, EditForm>(EditForm, {
    defaultValues: {
      limitName: limit.limitName,
      description: limit.description ?? '',
      khr: wholeOf(limit.limits['khr#nbc'].dayLimit),
      usd: wholeOf(limit.limits['usd#nbc'].dayLimit),
    },
  });
  const submit = async (typed: EditForm) => {
    const { limitName, description } = typed;
    const { id: limitId, revision } = limit;
    try {
      const body = { limitId, limitName, description, revision, limits: limitsOfForm(typed) };
      const after = await call(editLimit, { body });
      toast.success(t('edit.done', { limitName: after.limitName }));
      form.reset(form.getValues());
      void queries.invalidateQueries({ queryKey: [editLimit.area] });
      await goOn(paths.kycLimits(limit.accountType));
    } catch (error) {
      if (error instanceof ApiError && error.refusalName === 'CHANGED_MEANWHILE') setStale(true);
      else if (!showFieldFaults(form, error, fieldOfFault)) showError(error);
    }
  };
  return { form, submit, isStale };
}

type EditLimitFormProps = { limit: KycLimit; goOn: GoOn; onReload: () => void };

function EditLimitForm({ limit, goOn, onReload }: EditLimitFormProps) {
  const t = useKycLimitsTexts();
  const shell = useShellTexts();
  const navigate = useNavigate();
  const { form, submit, isStale } = useEditForm(limit, goOn);
  const { isDirty, isSubmitting } = form.formState;
  const isEditable = kycLimitCan.edit(limit);
  const list = paths.kycLimits(limit.accountType);
  const channel = t(`channel.${limit.accountType}`);
  return (
    <>
      <PageHeader
        title={isEditable ? t('edit.title') : t('edit.view-title')}
        documentTitle={limit.limitName}
        sentence={t('edit.sentence', { channel })}
        crumbs={[{ label: t('list.title', { channel }), to: list }, { label: limit.limitName }]}
      />
      <div className={styles.banners}>
        {!isEditable && (
          <Banner tone="neutral" title={t('edit.national')}>
            {t('edit.national.text')}
          </Banner>
        )}
        {isStale && (
          <Banner
            tone="warning"
            announce
            title={t('edit.stale')}
            end={
              <Button variant="default" onClick={onReload}>
                {t('edit.stale.reload')}
              </Button>
            }
          >
            {t('edit.stale.text')}
          </Banner>
        )}
      </div>
      <FormShell
        form={form}
        label={t('edit.title')}
        draft={`limit-${limit.id}-${limit.revision}`}
        onSubmit={submit}
        actions={
          <>
            <Button variant="default" size="md" onClick={() => void navigate(linkTo(list))}>
              {shell('back')}
            </Button>
            <Button type="submit" size="md" disabled={!isEditable} loading={isSubmitting}>
              {t('edit.submit')}
            </Button>
          </>
        }
      >
        <LimitSections limit={limit} disabled={!isEditable} />
      </FormShell>
      <UnsavedGuard when={isDirty} sending={isSubmitting} />
    </>
  );
}

function LimitSections({ limit, disabled }: { limit: KycLimit; disabled: boolean }) {
  const t = useKycLimitsTexts();
  const { kycStatus } = limit;
  return (
    <>
      <FormSection title={t('section.limit')} help={t('section.limit.help')}>
        <TextField name="limitName" label={t('field.name')} autoComplete="off" disabled={disabled} />
        <FieldRows
          variant="compact"
          rows={[
            {
              label: t('field.kyc'),
              value: (
                <StatusText
                  tone={kycStatus === 'FULL_KYC' ? 'success' : 'neutral'}
                  label={t(`kyc.${kycStatus}`)}
                  code={kycStatus}
                />
              ),
            },
          ]}
        />
        <TextAreaField
          name="description"
          label={t('field.description')}
          optional
          counter={limitDescriptionLengthMax}
          disabled={disabled}
        />
      </FormSection>
      <FormSection title={t('section.amounts')} help={t('section.amounts.help')}>
        <FieldRow>
          <LimitAmountField name="khr" currency="KHR" disabled={disabled} />
          <LimitAmountField name="usd" currency="USD" disabled={disabled} />
        </FieldRow>
      </FormSection>
      <FormSection title={t('section.times')}>
        <FieldRows
          variant="compact"
          rows={[
            { label: t('field.created'), value: <DateTime value={limit.createdTime} /> },
            { label: t('field.updated'), value: <DateTime value={limit.updatedTime} /> },
          ]}
        />
      </FormSection>
    </>
  );
}
