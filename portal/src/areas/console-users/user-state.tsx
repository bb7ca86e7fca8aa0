import type { ConsoleUser } from '@tonle/contract/console-users';
import { StatusBadge } from '../../ui/status.tsx';
import { useConsoleUsersTexts } from './console-users-texts.ts';

/** Blocked by somebody, locked for a while by wrong passwords, or neither. */
export function UserState({ user }: { user: ConsoleUser }) {
  const t = useConsoleUsersTexts();
  if (user.blocked) return <StatusBadge tone="failure" label={t('state.blocked')} />;
  if (user.locked) return <StatusBadge tone="warning" label={t('state.locked')} />;
  return <StatusBadge tone="success" label={t('state.active')} />;
}
