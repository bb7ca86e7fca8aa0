import { useSyncExternalStore } from 'react';
import { getSession, onSession } from './session.ts';

/** What the user is in the middle of (1-portal.md section 3): while the bank's key is re-installed, nothing but that. */
export type CurrentAction = 'reinstall';

const storageKey = 'tonle.action';
const listeners = new Set<() => void>();

/** Kept with the session's user, so that a reload keeps it and another user never inherits it. */
function read(): CurrentAction | undefined {
  const login = getSession()?.user.login;
  return login !== undefined && localStorage.getItem(storageKey) === `reinstall ${login}`
    ? 'reinstall'
    : undefined;
}

export function setCurrentAction(action: CurrentAction | undefined): void {
  if (action === read()) return;
  if (action === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, `${action} ${getSession()?.user.login ?? ''}`);
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  const stop = onSession(changed);
  window.addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    stop();
    window.removeEventListener('storage', changed);
  };
}

export const useCurrentAction = (): CurrentAction | undefined => useSyncExternalStore(subscribe, read);
