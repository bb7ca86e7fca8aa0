import { logout } from '@tonle/contract/sign-in';
import { call } from '../api/call.ts';
import { dropDrafts } from './drafts.ts';
import { leaveDeliberately } from './leaving.ts';
import { clearSession, getSession } from './session.ts';

/**
 * Signs out in all tabs. The server is told with the old token, retried once on failure (1-portal.md section 7);
 * the browser forgets the session at once, whatever the server answers.
 */
export function logOut(): void {
  const token = getSession()?.token;
  dropDrafts();
  leaveDeliberately(clearSession);
  if (token === undefined) return;
  const tell = () => call(logout, {}, { token });
  // Nobody waits for this answer: the session's end on the server also comes by time.
  tell()
    .catch(tell)
    .catch(() => undefined);
}
