import { logout } from '@tonle/contract/sign-in';
import { call } from '../api/call.ts';
import { dropDrafts } from './drafts.ts';
import { leaveDeliberately, tellOtherTabs } from './leaving.ts';
import { clearSession, getSession } from './session.ts';

/**
 * Signs out in all tabs. The server is told with the old token, retried once on failure (1-portal.md section 7);
 * the browser forgets the session at once, whatever the server answers.
 */
export function logOut(): void {
  const token = getSession()?.token;
  dropDrafts();
  tellOtherTabs();
  leaveDeliberately(clearSession);
  tellServer(token);
}

/** Ends an idle session: nobody chose to leave, so page and drafts are there again after signing in. */
export function logOutIdle(): void {
  const token = getSession()?.token;
  clearSession();
  tellServer(token);
}

/** Nobody waits for this answer: the session's end on the server also comes by time. */
function tellServer(token: string | undefined): void {
  if (token === undefined) return;
  const tell = () => call(logout, {}, { token });
  tell()
    .catch(tell)
    .catch(() => undefined);
}
