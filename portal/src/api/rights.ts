import { userInfo } from '@tonle/contract/sign-in';
import { getConfig } from '../session/config.ts';
import { getSession, setRights } from '../session/session.ts';
import { call } from './call.ts';

let asking: Promise<void> | undefined;

/** Asks what the person may do by now: rights act on the next request, and menu and pages follow. Never throws. */
export function refreshRights(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<void> {
  const session = getSession();
  // Only our server tells the permissions with the person.
  if (!session || !getConfig().extensions) return;
  const { token, user } = session;
  try {
    const input = { params: { login: user.login } };
    const { userAccountDTO } = await call(userInfo, input, { background: true, token });
    const { authorities, permissions } = userAccountDTO;
    setRights(token, { authorities, permissions });
  } catch {
    // What was known goes on; the server judges each call anyway.
  }
}
