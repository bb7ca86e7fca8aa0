import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type BankInfo, bankAddressLengthMax, bankInfo } from '@tonle/contract/bank-info';
import { formatPhone } from '@tonle/contract/phone';
import { queryOf } from '../../api/query.ts';
import { FormSection, FormShell } from '../../form/form-shell.tsx';
import { PhoneField } from '../../form/phone-field.tsx';
import { TextAreaField } from '../../form/text-area-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './bank-info.module.css';
import { useBankInfoTexts } from './bank-info-texts.ts';
import { LogoField } from './logo-field.tsx';
import { useBankInfoForm } from './use-bank-info-form.ts';

/** /view_bank_info */
export default function BankInfoPage() {
  const t = useBankInfoTexts();
  // What is being edited does not change below the hands; the revision tells where somebody was faster.
  const query = useQuery({ ...queryOf(bankInfo, {}), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  return (
    <>
      <PageHeader title={t('title')} sentence={t('sentence')} />
      {query.data ? (
        <InfoForm info={query.data.data} />
      ) : query.error ? (
        <FailedBanner query={query} title={t('failed')} />
      ) : (
        <Card>
          <SkeletonBar width="60%" late />
        </Card>
      )}
    </>
  );
}

function InfoForm({ info }: { info: BankInfo }) {
  const t = useBankInfoTexts();
  const it = useBankInfoForm(info);
  const { isDirty } = it.form.formState;
  return (
    <>
      {it.theirs && <Stale base={it.base} theirs={it.theirs} onKeep={it.keepMine} onTake={it.takeTheirs} />}
      <FormShell
        form={it.form}
        label={t('title')}
        draft={`bank-info-${it.base.revision}`}
        onSubmit={it.ask}
        actions={
          <Button type="submit" size="md" disabled={!isDirty || it.theirs !== undefined}>
            {t('update')}
          </Button>
        }
      >
        <FormSection title={t('section.contact')} help={t('section.contact.help')}>
          <TextField name="name" label={t('field.name')} help={t('field.name.help')} readOnly />
          <PhoneField name="phone" label={t('field.phone')} />
          <TextField name="email" label={t('field.email')} inputMode="email" autoComplete="off" />
          <TextAreaField name="address" label={t('field.address')} counter={bankAddressLengthMax} rows={2} />
          <TextField name="website" label={t('field.website')} inputMode="url" autoComplete="off" />
          <TextField
            name="facebook"
            label={t('field.facebook')}
            optional
            inputMode="url"
            autoComplete="off"
          />
        </FormSection>
        <FormSection title={t('section.logos')} help={t('section.logos.help')}>
          <LogoField name="logo" uuid={it.base.logoUuid ?? null} help={t('logo.help')} />
          <LogoField name="titleLogo" uuid={it.base.titleLogoUuid ?? null} help={t('title-logo.help')} />
        </FormSection>
      </FormShell>
      <ConfirmDialog
        opened={it.isAsking}
        onCancel={it.cancel}
        onConfirm={it.confirm}
        running={it.isRunning}
        icon={<IconBuildingBank size={20} stroke={1.6} />}
        title={t('confirm')}
        confirm={t('confirm.yes')}
      >
        {t('confirm.text')}
      </ConfirmDialog>
      <UnsavedGuard when={isDirty} sending={it.isRunning} />
    </>
  );
}

type StaleProps = { base: BankInfo; theirs: BankInfo; onKeep: () => void; onTake: () => void };

/** What a colleague has changed since the form was filled, before anything is overwritten. */
function Stale({ base, theirs, onKeep, onTake }: StaleProps) {
  const t = useBankInfoTexts();
  const words = (value: string | null | undefined) => (value ? value : t('stale.none'));
  const changes = [
    theirs.phoneNumber !== base.phoneNumber &&
      ([t('field.phone'), words(theirs.phoneNumber && formatPhone(theirs.phoneNumber))] as const),
    ...(['email', 'address', 'website', 'facebook'] as const).map(
      (name) => theirs[name] !== base[name] && ([t(`field.${name}`), words(theirs[name])] as const),
    ),
    theirs.logoUuid !== base.logoUuid && ([t('field.logo'), t('stale.logo')] as const),
    theirs.titleLogoUuid !== base.titleLogoUuid && ([t('field.titleLogo'), t('stale.logo')] as const),
  ].filter((it) => it !== false);
  return (
    <div className={styles.stale}>
      <Banner tone="warning" announce title={t('stale')}>
        {t('stale.text')}
        <ul className={styles.changes}>
          {changes.map(([label, value]) => (
            <li key={label}>
              {label}: <b>{value}</b>
            </li>
          ))}
        </ul>
        <span className={styles.choice}>
          <Button variant="default" onClick={onKeep}>
            {t('stale.keep')}
          </Button>
          <Button variant="default" onClick={onTake}>
            {t('stale.take')}
          </Button>
        </span>
      </Banner>
    </div>
  );
}
