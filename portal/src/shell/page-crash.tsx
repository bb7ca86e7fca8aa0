import { IconAlertTriangle, IconCloudOff, IconCopy, IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { getConfig } from '../session/config.ts';
import { SessionGone } from '../session/session.ts';
import { useCopy } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { LightButton } from '../ui/light-button.tsx';
import { Reference } from '../ui/reference.tsx';
import { PartMissing } from './stale-chunk.ts';
import { useOnline } from './use-online.ts';

/** A reference for what happened in this browser alone. */
const localReference = () =>
  [...crypto.getRandomValues(new Uint8Array(4))]
    .map((it) => it.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

const isStale = (error: unknown) => error instanceof TypeError && /import|module|chunk/i.test(error.message);

/** The error boundary of each page: the shell stays, the page says what to do, with a reference and details to copy. */
export function PageCrash(props: ErrorComponentProps) {
  const { error } = props;
  const [isMissing] = useState(() => error instanceof PartMissing || (isStale(error) && !navigator.onLine));
  return isMissing ? <PageMissing /> : <PageFault {...props} />;
}

/** What the page is made of could not be fetched: it opens by itself as soon as it can. */
function PageMissing() {
  const t = useShellTexts();
  const online = useOnline();
  useEffect(() => {
    if (online) window.location.reload();
  }, [online]);
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
  const stale = isStale(error);
  const sentence = stale ? t('crash.stale') : error instanceof ApiError ? text.detail : t('crash.text');
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
