import { Button } from '@mantine/core';
import { IconEraser, IconFileText } from '@tabler/icons-react';
import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { lazy, Suspense, useId, useState } from 'react';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { getConfig } from '../../session/config.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailedBanner } from '../../ui/failed-banner.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { ConflictCard } from './conflict-card.tsx';
import styles from './terms.module.css';
import { useTermsTexts } from './terms-texts.ts';
import { type Terms, useTermsForm, useTermsInForce } from './use-terms.ts';
import { VersionsCard } from './versions-card.tsx';

const TermsEditor = lazy(() => import('./terms-editor.tsx'));

/** /terms_and_conditions/mobile, /desktop, /web */
export const MobileTerms = () => <TermsPage channel="MOBILE" />;
export const DesktopTerms = () => <TermsPage channel="DESKTOP" />;
export const WebTerms = () => <TermsPage channel="WEB" />;

function TermsPage({ channel }: { channel: ChannelAccountType }) {
  const t = useTermsTexts();
  const { terms, query } = useTermsInForce(channel);
  return (
    <>
      <PageHeader title={t(`title.${channel}`)} sentence={t(`sentence.${channel}`)} />
      {terms ? (
        <TermsForm key={channel} channel={channel} terms={terms} />
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

function TermsForm({ channel, terms }: { channel: ChannelAccountType; terms: Terms }) {
  const t = useTermsTexts();
  const messageText = useMessageText();
  const id = useId();
  const it = useTermsForm(channel, terms);
  const [asked, setAsked] = useState<'save' | 'discard'>();
  const done = () => setAsked(undefined);
  return (
    <>
      {it.conflict && it.written && (
        <ConflictCard
          channel={channel}
          conflict={it.conflict}
          mine={it.written}
          onKeep={it.keepMine}
          onTake={it.takeTheirs}
        />
      )}
      {it.base.isCut && <Banner tone="warning" title={t('editor.left-out')} />}
      <div className={styles.columns}>
        <section className={`tn-card ${styles.editor}`} aria-label={t('editor.label')}>
          <Suspense fallback={<p className={styles.loading}>{t('editor.loading')}</p>}>
            <TermsEditor
              key={it.round}
              document={it.written ?? it.base.document}
              onWrite={it.write}
              describedBy={`${id}-help`}
              isWrong={it.fault !== undefined}
            />
          </Suspense>
          <footer className={styles.footer}>
            <p id={`${id}-help`} className={it.fault ? styles.fault : undefined} role={it.fault && 'alert'}>
              {it.fault ? messageText(it.fault.key, it.fault.params) : t('editor.help')}
            </p>
            <span className={styles.actions}>
              <Button
                variant="default"
                size="md"
                disabled={!it.isChanged || it.isRunning}
                onClick={() => setAsked('discard')}
              >
                {t('discard')}
              </Button>
              <Button size="md" disabled={!it.canSave || it.isRunning} onClick={() => setAsked('save')}>
                {t('save')}
              </Button>
            </span>
          </footer>
        </section>
        {getConfig().extensions && <VersionsCard channel={channel} inForce={it.base.document} />}
      </div>
      <ConfirmDialog
        opened={asked === 'save'}
        onCancel={done}
        onConfirm={() => void it.save().then(done)}
        running={it.isRunning}
        icon={<IconFileText size={20} stroke={1.6} />}
        title={t(`confirm.${channel}`)}
        confirm={t('confirm.yes')}
      >
        {t('confirm.text')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'discard'}
        onCancel={done}
        onConfirm={() => {
          it.discard();
          done();
        }}
        danger
        tone="warning"
        icon={<IconEraser size={20} stroke={1.6} />}
        title={t('discard.title')}
        confirm={t('discard.yes')}
        cancel={t('discard.no')}
      >
        {t('discard.text')}
      </ConfirmDialog>
      <UnsavedGuard when={it.isChanged} sending={it.isRunning} />
    </>
  );
}
