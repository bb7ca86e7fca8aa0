import { Button } from '@mantine/core';
import { IconDatabaseOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { EmptyState } from './empty-state.tsx';
import { useErrorText } from './error-text.ts';
import { Reference } from './reference.tsx';

type FailedStateProps = {
  error: Error | null;
  /** What could not be loaded; the reason stands below. */
  title: ReactNode;
  onRetry: () => void;
  /** While it is tried again. */
  retrying: boolean;
  /** What can be done besides. */
  actions?: ReactNode;
  compact?: boolean;
};

/** What stands where all of a list, a card or a page could not be loaded: why, the way to try again, the reference. */
export function FailedState({ error, title, onRetry, retrying, actions, compact }: FailedStateProps) {
  const t = useShellTexts();
  const { detail, reference } = useErrorText()(error);
  return (
    <EmptyState
      icon={<IconDatabaseOff size={20} stroke={1.6} />}
      tone="failure"
      title={title}
      compact={compact}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            loading={retrying}
            data-try-again
            onClick={onRetry}
          >
            {t('try-again')}
          </Button>
          {actions}
        </>
      }
    >
      <p>{detail}</p>
      {reference !== undefined && <Reference value={reference} />}
    </EmptyState>
  );
}
