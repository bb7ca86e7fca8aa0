import { IconAlertTriangle, IconCloudOff, IconCopy, IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { getConfig } from '../session/config.ts';
import { SessionGone } from '../session/session.ts';
import { useCopy } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { LightButton } from '../ui/light-button.tsx';
import { isPartMissing, isServerThere, reloadOnce } from '../ui/load-part.ts';
import { Reference } from '../ui/reference.tsx';
import { useOnline } from './use-online.ts';

/** A reference for what happened in this browser alone. */
const localReference = () =>
  [...crypto.getRandomValues(new Uint8Array(4))]
    .map((it) => it.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** How often it is looked whether the server is back. */
const everyMs = 3_000;

/** The error boundary of each page: the shell stays, the page says what to do, with a reference and details to copy. */
export const PageCrash = (props: ErrorComponentProps) =>
  isPartMissing(props.error) ? <PageMissing {...props} /> : <PageFault {...props} />;

/** What the page is made of could not be fetched: it opens by itself as soon as it can. */
function PageMissing(props: ErrorComponentProps) {
  const t = useShellTexts();
  const online = useOnline();
  const [isVain, setVain] = useState(false);
  const wasGone = useRef(!online);
  useEffect(() => {
    if (!online || isVain) return undefined;
    let isLeft = false;
    const look = async () => {
      const isThere = await isServerThere();
      if (isLeft) return;
      if (!isThere) wasGone.current = true;
      else if (wasGone.current) window.location.reload();
      else if (!reloadOnce()) setVain(true);
    };
    void look();
    const timer = window.setInterval(() => void look(), everyMs);
    return () => {
      isLeft = true;
      window.clearInterval(timer);
    };
  }, [online, isVain]);
  if (isVain) return <PageFault {...props} />;
  return (
    <div role="alert">
      <EmptyState icon={<IconCloudOff size={20} stroke={1.6} />} heading title={t('crash.title')}>
        <p>{t('crash.offline')}</p>
      </EmptyState>
    </div>
  );
}

function PageFault({ error, reset }: ErrorComponentProps) {
  const t = useShellTexts();
  const router = useRouter();
  const { copied, copy } = useCopy();
  const text = useErrorText()(error);
  const [own] = useState(localReference);
  if (error instanceof SessionGone) return null;
  const reference = text.reference ?? own;
  const stale = isPartMissing(error);
  const sentence = stale || error instanceof ApiError ? text.detail : t('crash.text');
  const thrown = error instanceof Error ? [error.message, error.stack ?? ''] : [String(error)];
  const details = [reference, window.location.pathname, getConfig().version, ...thrown];
  const again = () => {
    if (stale) window.location.reload();
    else {
      reset();
      void router.invalidate();
    }
  };
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={20} stroke={1.6} />}
        tone="failure"
        heading
        title={t('crash.title')}
        actions={
          <>
            <LightButton onClick={again}>
              <IconRefresh size={16} stroke={1.6} />
              {stale ? t('reload') : t('try-again')}
            </LightButton>
            <LightButton onClick={() => copy(details.join('\n'))}>
              <IconCopy size={16} stroke={1.6} />
              {copied ? t('copied') : t('copy.details')}
            </LightButton>
          </>
        }
      >
        <p>{sentence}</p>
        <Reference value={reference} />
      </EmptyState>
    </div>
  );
}
