import { IconKey } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { usePreference } from '../../session/preferences.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { BackupForm } from './backup-form.tsx';
import { Asking, NotListed, NotLoaded, NoWritePermission } from './case-fault.tsx';
import { CompleteCard } from './complete-card.tsx';
import { KeyholderList } from './keyholder-list.tsx';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import { SecretForm } from './secret-form.tsx';
import { StepFrame, Steps } from './steps.tsx';
import { type Ceremony, useCeremony, useCreation } from './use-ceremony.ts';

const percents = [10, 50, 100] as const;

/** The keyholder's landing page: the case status decides what is to be done (1-portal.md section 4). */
export default function RegistrationPage() {
  const t = useKeyholdersTexts();
  const { ceremony, error, retrying, refresh, put } = useCeremony();
  if (ceremony?.status === 'RE_INSTALLATION') return <Navigate to={paths.keyholderReInstall} replace />;
  return (
    <>
      <PageHeader title={t('registration.title')} sentence={t('registration.sentence')} />
      {error && <NotLoaded error={error} onRetry={() => void refresh()} retrying={retrying} />}
      {!ceremony && !error && <Asking />}
      {ceremony && <Registration ceremony={ceremony} refresh={refresh} put={put} />}
    </>
  );
}

type RegistrationProps = Pick<ReturnType<typeof useCeremony>, 'refresh' | 'put'> & { ceremony: Ceremony };

function Registration({ ceremony, refresh, put }: RegistrationProps) {
  const t = useKeyholdersTexts();
  const { status, mine, missing, isCreated } = ceremony;
  const creation = useCreation(ceremony, refresh);
  const [isAtBackup, setAtBackup] = useState(false);
  // Asked on arrival only: while this page makes the key itself, the status passes through the same state.
  const [isAsked, setAsked] = useState(status === 'RESEND_SECRETS');
  const [hasFailed, setFailed] = useState(status === 'RESEND_SECRETS');
  const [hasBackup, setHasBackup] = usePreference('keyholders.backup-saved', false);
  if (mine === undefined) return <NotListed />;
  if (status === 'NO_WRITE_PERMISSION' && !isAtBackup) return <NoWritePermission />;

  const at = isAtBackup ? 1 : mine.status ? 2 : 0;
  const generate = async () => {
    setAsked(false);
    await creation.generate();
    setFailed(false);
  };
  const saved = () => {
    setHasBackup(true);
    setAtBackup(false);
  };
  const isStuck = (hasFailed && creation.state === undefined) || creation.state === 'failed';
  return (
    <>
      <Steps
        at={at}
        percent={percents[at]}
        steps={[
          { title: t('step.secret'), help: t('step.secret.registration') },
          { title: t('step.backup'), help: t('step.backup.help') },
          { title: t('step.complete'), help: t('step.complete.registration') },
        ]}
      />
      <DetailColumns
        main={
          <StepFrame at={at}>
            {at === 0 && (
              <SecretForm
                onSubmitted={(keyholders) => {
                  // A backup of an earlier bank's secret is none of this one's.
                  setHasBackup(undefined);
                  setAtBackup(true);
                  void put(keyholders);
                }}
                onKnown={() => void refresh()}
              />
            )}
            {at === 1 && <BackupForm onSaved={saved} onSkip={() => setAtBackup(false)} />}
            {at === 2 && (
              <>
                <CompleteCard
                  kind="registration"
                  isDone={isCreated}
                  missing={missing}
                  running={creation.state === 'running'}
                  {...(isStuck ? { onGenerate: () => void generate() } : {})}
                />
                {!hasBackup && <BackupForm onSaved={saved} />}
              </>
            )}
          </StepFrame>
        }
        side={
          <KeyholderList keyholders={ceremony.keyholders} {...(isCreated ? {} : { note: t('list.note') })} />
        }
      />
      <ConfirmDialog
        opened={isAsked && !isCreated}
        onCancel={() => setAsked(false)}
        onConfirm={() => void generate()}
        icon={<IconKey size={20} stroke={1.6} />}
        title={t('generate.title')}
        confirm={t('generate')}
      >
        {t('generate.text')}
      </ConfirmDialog>
    </>
  );
}
