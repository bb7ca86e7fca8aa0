import { selfInfo } from '@tonle/contract/main-account';
import { authenticate, logout, type PasswordRules, passwordRules, userInfo } from '@tonle/contract/sign-in';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { getConfig } from '../../session/config.ts';
import { enterHere } from '../../session/leaving.ts';
import { readClaims, type Session, type SessionUser, startSession } from '../../session/session.ts';
import { rememberBank } from './known-bank.ts';

/** A right password: with the session's token, or with one that waits for a new password. */
export type Begun = {
  token: string;
  /** Why the password is due to be changed: codes 94, 96 and 97. Only the first has a token that does everything. */
  due: ApiError | undefined;
};

/** Signs in by user name and password. Throws `ApiError`. */
export async function beginSignIn(username: string, password: string): Promise<Begun> {
  try {
    // No token of an earlier session goes along: "old header cleared first" (1-portal.md section 7).
    const body = { username, password, rememberMe: true };
    const answer = await call(authenticate, { body }, { token: null });
    return { token: answer.data.id_token, due: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const token = error.data.id_token;
    const isDue = error.code === 94 || error.code === 96 || error.code === 97;
    if (isDue && typeof token === 'string') return { token, due: error };
    // Signing in twice harms nobody: a lost answer needs no warning, it is a server that cannot be reached.
    if (error.answerLost) throw new ApiError({ kind: error.kind, httpStatus: error.httpStatus });
    throw error;
  }
}

export type LockRules = Pick<PasswordRules, 'failuresMax' | 'lockMinutes'>;

/** After how many wrong passwords an account is locked, and for how long; undefined where the server does not say. */
export const lockRules = async (): Promise<LockRules | undefined> =>
  getConfig().extensions ? call(passwordRules, {}, { token: null, background: true }) : undefined;

/** Learns who it is, and keeps the session. Throws `ApiError`. */
export async function completeSignIn(username: string, token: string): Promise<Session> {
  const login = readClaims(token)?.sub ?? username.trim().toLowerCase();
  const [person, bank] = await Promise.all([personOf(login, token), bankOf(token)]);
  const user: SessionUser = { login, ...person, ...bank };
  rememberBank(user);
  let session: Session | undefined;
  enterHere(() => {
    session = startSession(token, user);
  });
  if (!session) throw new ApiError({ kind: 'unreadable' });
  return session;
}

/** A session that was opened to change the password, and is not needed once the new one has opened another. */
export function dropSession(token: string): void {
  call(logout, {}, { token }).catch(() => undefined);
}

/** Names and roles; a server that tells them otherwise leaves the login. */
async function personOf(login: string, token: string) {
  const { userAccountDTO } = await call(userInfo, { params: { login } }, { token }).catch(onlyLogin);
  const { firstName, lastName, roles } = userAccountDTO;
  return { firstName, lastName, roles: roles.map((it) => it.name) };
}

function onlyLogin(error: unknown): {
  userAccountDTO: { firstName: string; lastName: string; roles: { name: string }[] };
} {
  if (error instanceof ApiError && error.kind === 'unreadable')
    return { userAccountDTO: { firstName: '', lastName: '', roles: [] } };
  throw error;
}

async function bankOf(token: string) {
  const it = await call(selfInfo, {}, { token });
  return {
    bankName: it.bin,
    participantCode: it.participantCode,
    accountId: it.accountId,
    registrationType: it.mobileRegistrationVerificationType,
  };
}
