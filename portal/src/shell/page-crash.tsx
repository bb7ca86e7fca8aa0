import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { getConfig } from '../session/config.ts';
import { SessionGone } from '../session/session.ts';
import { useCopy } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { LightButton } from '../ui/light-button.tsx';
import { Reference } from '../ui/reference.tsx';

/** A reference for what happened in this browser alone. */
const localReference = () =>
  [...crypto.getRandomValues(new Uint8Array(4))]
    .map((it) => it.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

const isStale = (error: unknown) => error instanceof TypeError && /import|module|chunk/i.test(error.message);

/** The error boundary of each page: the shell stays, the page says what to do, with a reference and details to copy. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
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
    <main tabIndex={-1} role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={20} stroke={1.6} />}
        tone="failure"
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
    </main>
  );
}
