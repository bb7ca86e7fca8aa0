import { Button, CloseButton, Loader } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import { IconAlertTriangle, IconCircleCheckFilled, IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { ErrorDialog } from './error-dialog.tsx';
import { type Toast, toast as toasts, useMessages } from './messages.ts';
import { Reference } from './reference.tsx';
import styles from './toasts.module.css';

const fadeAfterMs: Record<Toast['kind'], number | undefined> = {
  success: 5_000,
  progress: 5_000,
  ready: undefined,
  error: undefined,
};

function ToastIcon({ kind }: { kind: Toast['kind'] }) {
  if (kind === 'success') return <IconCircleCheckFilled size={18} color="var(--tn-success-shape)" />;
  if (kind === 'progress') return <Loader size={16} color="var(--tn-progress-shape)" />;
  if (kind === 'ready') return <IconDownload size={18} stroke={1.6} color="var(--tn-success-text)" />;
  return <IconAlertTriangle size={18} stroke={1.6} color="var(--tn-failure-text)" />;
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useShellTexts();
  const [held, setHeld] = useState(false);
  const fade = fadeAfterMs[toast.kind];
  useEffect(() => {
    // A toast with something to do, or under the pointer or the focus, does not run away.
    if (fade === undefined || held || toast.action) return undefined;
    const timer = window.setTimeout(() => toasts.close(toast.id), fade);
    return () => window.clearTimeout(timer);
  }, [fade, held, toast]);
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div className={styles.toast} role={toast.kind === 'error' ? 'alert' : undefined} {...hold} {...release}>
      <span className={styles.icon}>
        <ToastIcon kind={toast.kind} />
      </span>
      <div className={styles.text}>
        <div className={styles.title}>{toast.title}</div>
        {toast.text !== undefined && <div>{toast.text}</div>}
        {toast.reference !== undefined && <Reference value={toast.reference} />}
        {toast.action && (
          <Button size="xs" variant="subtle" ml={-10} onClick={toast.action.run}>
            {toast.action.label}
          </Button>
        )}
      </div>
      <CloseButton
        size={24}
        iconSize={14}
        aria-label={t('toast.close')}
        onClick={() => toasts.close(toast.id)}
      />
    </div>
  );
}

/** Shows toasts and the error dialog, once, at the root. */
export default function MessageHost() {
  const t = useShellTexts();
  const { toasts: shown, error } = useMessages();
  return (
    <>
      <section className={`${styles.region} tn-screen-only`} aria-label={t('toast.region')}>
        {shown.map((it) => (
          <ToastCard key={it.id} toast={it} />
        ))}
      </section>
      {error && <ErrorDialog shown={error} />}
    </>
  );
}
