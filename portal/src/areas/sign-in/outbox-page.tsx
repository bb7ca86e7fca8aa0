import { IconArrowLeft, IconInbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { outbox, type ShownMessage } from '@tonle/contract/outbox';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import LostPage from '../../shell/lost-page.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { useDocumentTitle } from '../../ui/page-header.tsx';
import { Tag } from '../../ui/status.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './account.module.css';
import { useAccountTexts } from './account-texts.ts';

/** /outbox: what the demo would have sent by mail and text message. Only the demo has it (decisions section 8). */
export default function OutboxPage() {
  return getConfig().demo ? <Outbox /> : <LostPage />;
}

const everyMs = 3_000;

/** The latest messages, asked for again and again: they come from what happens elsewhere. */
function useOutbox() {
  const [messages, setMessages] = useState<readonly ShownMessage[]>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      try {
        const { rows } = await call(outbox, {}, { token: null, background: true, signal: stop.signal });
        setMessages(rows);
        setError(undefined);
      } catch (failure) {
        if (!stop.signal.aborted) setError(failure);
      }
    };
    void load();
    const timer = window.setInterval(load, everyMs);
    return () => {
      window.clearInterval(timer);
      stop.abort();
    };
  }, []);
  return { messages, error };
}

function Outbox() {
  const t = useAccountTexts();
  const back = useShellTexts()('back');
  const inWords = useErrorText();
  const { messages, error } = useOutbox();
  useDocumentTitle(t('outbox.title'));
  return (
    <main className={styles.outbox} tabIndex={-1}>
      <div className={styles.outboxHead}>
        <h1 tabIndex={-1}>{t('outbox.title')}</h1>
        <LanguageSwitch />
      </div>
      <p>{t('outbox.sentence')}</p>
      <Link to={paths.login} className={styles.back}>
        <IconArrowLeft size={16} stroke={1.6} aria-hidden="true" />
        {back}
      </Link>
      {error !== undefined && (
        <Banner tone="failure" announce title={t('outbox.failed')}>
          {inWords(error).detail}
        </Banner>
      )}
      {messages?.length === 0 && (
        <EmptyState icon={<IconInbox size={20} stroke={1.6} />} title={t('outbox.empty')}>
          {t('outbox.empty.text')}
        </EmptyState>
      )}
      {messages?.map((it) => (
        <article key={it.id} className={styles.message}>
          <div className={styles.outboxHead}>
            <h2>{it.subject || t('outbox.sms')}</h2>
            <Tag>{it.channel === 'MAIL' ? t('outbox.mail') : t('outbox.sms')}</Tag>
          </div>
          <p className={styles.when}>
            {t('outbox.to', { recipient: it.recipient })}
            {' · '}
            <DateTime value={it.created} />
          </p>
          <pre>{it.text}</pre>
        </article>
      ))}
    </main>
  );
}
