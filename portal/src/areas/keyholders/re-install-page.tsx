import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { Asking, NotListed, NotLoaded, NoWritePermission } from './case-fault.tsx';
import { CompleteCard } from './complete-card.tsx';
import { KeyholderList } from './keyholder-list.tsx';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import { ReInstallForm } from './re-install-form.tsx';
import { StepFrame, Steps } from './steps.tsx';
import { type Ceremony, useCeremony, useCreation } from './use-ceremony.ts';

const percents = [5, 100] as const;

/** The bank's key is missing on this server: everybody gives the same secret again (1-portal.md section 4). */
export default function ReInstallPage() {
  const t = useKeyholdersTexts();
  const { ceremony, error, retrying, refresh, put } = useCeremony();
  return (
    <>
      <PageHeader title={t('reinstall.title')} sentence={t('reinstall.sentence')} />
      {error && <NotLoaded error={error} onRetry={() => void refresh()} retrying={retrying} />}
      {!ceremony && !error && <Asking />}
      {ceremony && <ReInstall ceremony={ceremony} refresh={refresh} put={put} />}
    </>
  );
}

type ReInstallProps = Pick<ReturnType<typeof useCeremony>, 'refresh' | 'put'> & { ceremony: Ceremony };

function ReInstall({ ceremony, refresh, put }: ReInstallProps) {
  const t = useKeyholdersTexts();
  const { status, mine, missing } = ceremony;
  const creation = useCreation(ceremony, refresh);
  const [isNeeded, setNeeded] = useState(status === 'RE_INSTALLATION');
  // Stays through the end: the status says INSTALLED then.
  if (status === 'RE_INSTALLATION' && !isNeeded) setNeeded(true);
  if (mine === undefined) return <NotListed />;
  if (status === 'NO_WRITE_PERMISSION') return <NoWritePermission />;
  if (!isNeeded) return <NothingToDo isInstalled={status === 'INSTALLED'} />;

  const isDone = status === 'INSTALLED';
  const at = mine.status ? 1 : 0;
  const isStuck = !isDone && missing === 0 && creation.state !== 'running';
  return (
    <>
      <Steps
        at={at}
        percent={percents[at]}
        steps={[
          { title: t('step.secret'), help: t('step.secret.reinstall') },
          { title: t('step.complete'), help: t('step.complete.reinstall') },
        ]}
      />
      <DetailColumns
        main={
          <StepFrame at={at}>
            {at === 0 ? (
              <ReInstallForm
                onSubmitted={(keyholders) => void put(keyholders)}
                onKnown={() => void refresh()}
              />
            ) : (
              <CompleteCard
                kind="reinstall"
                isDone={isDone}
                missing={missing}
                running={creation.state === 'running'}
                {...(isStuck ? { onGenerate: () => void creation.generate() } : {})}
              />
            )}
          </StepFrame>
        }
        side={
          <KeyholderList
            keyholders={ceremony.keyholders}
            {...(isDone ? {} : { note: t('list.note.reinstall') })}
          />
        }
      />
    </>
  );
}

/** The menu leads here at any time, the re-install is there only while the key is missing. */
function NothingToDo({ isInstalled }: { isInstalled: boolean }) {
  const t = useKeyholdersTexts();
  return (
    <section className="tn-card">
      <EmptyState
        icon={<IconKey size={20} stroke={1.6} />}
        title={t('nothing.title')}
        actions={
          <Button component={Link} to={paths.keyholderRegistration} variant="default">
            {t('nothing.to-registration')}
          </Button>
        }
      >
        {isInstalled ? t('nothing.text') : t('nothing.before')}
      </EmptyState>
    </section>
  );
}
