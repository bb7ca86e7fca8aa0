import { IconFolderOff, IconUserOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { showError } from '../../ui/messages.ts';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { useKeyholdersTexts } from './keyholders-texts.ts';
import styles from './secret-form.module.css';

const icon = { size: 20, stroke: 1.6 } as const;

/** The server cannot keep a key: said as a dialog on arrival, and left on the page. */
export function NoWritePermission() {
  const t = useKeyholdersTexts();
  const [title, detail] = [t('error.no-write.title'), t('error.no-write.text')];
  useDialogOnce(title, detail);
  return (
    <section className="tn-card">
      <EmptyState icon={<IconFolderOff {...icon} />} tone="failure" title={title}>
        {detail}
      </EmptyState>
    </section>
  );
}

/** Who came too late to be a keyholder. */
export function NotListed() {
  const t = useKeyholdersTexts();
  const detail = t('error.not-listed');
  useDialogOnce(t('error.title'), detail);
  return (
    <section className="tn-card">
      <EmptyState icon={<IconUserOff {...icon} />} tone="failure" title={detail}>
        {t('error.not-listed.text')}
      </EmptyState>
    </section>
  );
}

/** Opens the error dialog when this first stands on the page. A change of language does not open it again. */
function useDialogOnce(title: string, detail: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, in the language of that moment.
  useEffect(() => showError(undefined, { title, detail }), []);
}

/** What stands in the place of the steps while it is asked where the ceremony stands. */
export const Asking = () => (
  <section className={`tn-card ${styles.complete} ${styles.asking}`} aria-hidden="true">
    <SkeletonBar width={42} height={42} />
    <div>
      <SkeletonBar width="60%" height={16} />
      <SkeletonBar width="80%" height={12} top={14} />
    </div>
  </section>
);

type NotLoadedProps = { error: Error; onRetry: () => void; retrying: boolean };

/** Nothing is known about the ceremony yet. */
export function NotLoaded({ error, onRetry, retrying }: NotLoadedProps) {
  const t = useKeyholdersTexts();
  return (
    <section className="tn-card" role="alert">
      <FailedState error={error} title={t('error.load')} onRetry={onRetry} retrying={retrying} />
    </section>
  );
}
