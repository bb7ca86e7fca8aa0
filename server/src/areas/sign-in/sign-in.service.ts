import { permissionsOf } from '@tonle/contract/pages';
import { Refusal, type RefusalData, type RefusalName } from '@tonle/contract/refusal';
import type { SignInSettings } from '../../config.ts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, FindSession, RequestInfo, Session, SessionScope } from '../../http/call.ts';
import { addressGroup } from '../../http/limits.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { isOneTimePassword } from './one-time-password.ts';
import type { PasswordHasher } from './password-hash.ts';
import { takeOneTimePassword } from './passwords.store.ts';
import { endSessionsOf } from './sessions.store.ts';
import {
  type Candidate,
  clearAttempts,
  countAddress,
  countAttempt,
  endSession,
  findCandidate,
  findLiveSession,
  forgetAddresses,
  insertSession,
  lockAsChecked,
  type SessionRow,
  touchSession,
  uncountAddress,
} from './sign-in.store.ts';
import { lockMail } from './sign-in-mails.ts';
import { newSessionId, type Tokens } from './tokens.ts';
import type { Turns } from './turns.ts';

export interface SignInRules extends SignInSettings {
  /** A session dies this long after the last thing a person did. */
  readonly idleSecondsMax: number;
  /** What a person does is noted at most so often. */
  readonly touchSeconds: number;
}

/** The server's limit lies behind the portal's dialog and its own logout (decisions section 5). */
const IDLE_GRACE_SECONDS = 60;
const TOUCH_SECONDS_MAX = 60;

export const signInRules = (settings: SignInSettings, idleTimeoutSeconds: number): SignInRules => ({
  ...settings,
  idleSecondsMax: idleTimeoutSeconds + IDLE_GRACE_SECONDS,
  // Well below a short timeout: else going on in its dialog would be too soon to count.
  touchSeconds: Math.min(TOUCH_SECONDS_MAX, Math.floor(idleTimeoutSeconds / 4)),
});

export interface SignInDeps {
  readonly db: Db;
  readonly tokens: Tokens;
  readonly hasher: PasswordHasher;
  readonly turns: Turns;
  readonly rules: SignInRules;
  readonly outbox: Outbox;
  /** Where mails lead to. */
  readonly publicUrl: string;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Signs a person in. Unknown name, wrong password, locked and blocked account do the same work and get the same answer:
 * the failure is counted, one hash is made, one entry is written.
 */
export function signIn(deps: SignInDeps, credentials: Credentials, request: RequestInfo): Promise<string> {
  const { hasher, turns } = deps;
  return hasher.admit(() =>
    turns.take(credentials.username, () => checkPassword(deps, credentials, request)),
  );
}

async function checkPassword(
  deps: SignInDeps,
  { username, password }: Credentials,
  request: RequestInfo,
): Promise<string> {
  const { db, hasher, rules } = deps;
  const { candidate, counted } = await inTransaction(db, (tx) => countFirst(tx, username, request, rules));
  const hashed = counted === undefined ? undefined : (candidate?.passwordHash ?? undefined);
  const isOneTime = isOneTimePassword(counted === undefined ? undefined : candidate?.oneTimeHash, password);
  const isRight = (await hasher.verify(hashed, password)) || isOneTime;
  const session =
    isRight && candidate !== undefined && !candidate.blocked
      ? await openSession(deps, { candidate, isOneTime, request })
      : undefined;
  if (session !== undefined) return session;
  await inTransaction(db, (tx) => noteFailure(deps, tx, { candidate, failures: counted?.failures, request }));
  deps.outbox.wake();
  throw new Refusal('BAD_CREDENTIALS');
}

/** Counted before hashing, in a transaction of its own, so that guesses made at once all see each other's count. */
async function countFirst(tx: Tx, login: string, request: RequestInfo, rules: SignInRules) {
  await refuseBusyAddress(tx, addressGroup(request.address), rules);
  const candidate = await findCandidate(tx, login);
  return { candidate, counted: await countAttempt(tx, login, rules) };
}

/** Counts a try of this address, and sends it away where there were too many. */
export async function refuseBusyAddress(tx: Tx, address: string, rules: SignInRules): Promise<void> {
  const { failures, secondsLeft } = await countAddress(tx, address, rules);
  if (failures > rules.addressFailuresMax) {
    throw new Refusal('TOO_MANY_REQUESTS', { seconds: Math.max(1, secondsLeft) });
  }
}

interface Failure {
  readonly candidate: Candidate | undefined;
  readonly failures: number | undefined;
  readonly request: RequestInfo;
}

async function noteFailure(
  deps: SignInDeps,
  tx: Tx,
  { candidate, failures, request }: Failure,
): Promise<void> {
  const actor = actorOf(candidate, request);
  await audit(tx, {
    actor,
    activity: 'SIGN_IN_FAILED',
    // What was typed as a name is not kept: it may be a password in the wrong field.
    description: candidate === undefined ? 'Sign-in with an unknown user name' : 'Sign-in failed',
  });
  if (candidate !== undefined && failures === deps.rules.failuresMax)
    await noteLock(deps, tx, candidate, actor);
}

/** A lock is audited, and mailed to the person it concerns (decisions section 5). */
export async function noteLock(
  { outbox, rules }: SignInDeps,
  tx: Tx,
  candidate: Candidate,
  actor: Actor,
): Promise<void> {
  const { failuresMax: failures, lockMinutes: minutes } = rules;
  await audit(tx, {
    actor,
    activity: 'ACCOUNT_LOCKED',
    description: `Locked for ${minutes} minutes after ${failures} failures`,
    subject: candidate.login,
  });
  await outbox.put(tx, {
    ...lockMail(candidate, { failures, minutes }),
    channel: 'MAIL',
    purpose: 'ACCOUNT_LOCKED',
    subjectId: String(candidate.id),
    recipient: candidate.email,
    minutes: 24 * 60,
  });
}

interface Entrance {
  readonly candidate: Candidate;
  /** By a one-time password, which a new one has to follow. */
  readonly isOneTime: boolean;
  readonly request: RequestInfo;
}

/** The token of a new session; undefined where the person was blocked, or the password replaced, while it was checked. */
async function openSession(
  deps: SignInDeps,
  { candidate, isOneTime, request }: Entrance,
): Promise<string | undefined> {
  const { db, tokens, rules } = deps;
  const state = passwordState(isOneTime ? { ...candidate, forcePasswordChange: true } : candidate, rules);
  const scope: SessionScope = state?.name === 'PASSWORD_EXPIRES' || state === undefined ? 'FULL' : 'PASSWORD';
  const id = newSessionId();
  const exp = await inTransaction(db, async (tx) => {
    if (!(await lockAsChecked(tx, candidate, isOneTime))) return undefined;
    if (isOneTime) await useOneTime(tx, candidate, request);
    await uncountAddress(tx, addressGroup(request.address));
    await forgetAddresses(tx);
    await clearAttempts(tx, candidate.id);
    await audit(tx, { actor: actorOf(candidate, request), activity: 'SIGNED_IN', description: 'Signed in' });
    const { address, userAgent } = request;
    return insertSession(tx, {
      id,
      userId: candidate.id,
      scope,
      hours: rules.sessionHours,
      address,
      userAgent,
    });
  });
  if (exp === undefined) return undefined;
  const permissions = scope === 'FULL' ? permissionsOf(candidate.authorities, candidate.rolePermissions) : [];
  const token = await tokens.make({
    sub: candidate.login,
    auth: candidate.authorities.join(','),
    permissions,
    exp,
    sid: id,
  });
  if (state !== undefined) throw new Refusal(state.name, { ...state.data, id_token: token });
  return token;
}

/** From now on the old password is no longer good, and what was opened with it ends. */
async function useOneTime(tx: Tx, candidate: Candidate, request: RequestInfo): Promise<void> {
  await takeOneTimePassword(tx, candidate.id);
  await endSessionsOf(tx, candidate.id, null);
  await audit(tx, {
    actor: actorOf(candidate, request),
    activity: 'ONE_TIME_PASSWORD_USED',
    description: 'A one-time password was used; the old password is no longer good',
    subject: candidate.login,
  });
}

/** What stands in the way of a right password: codes 94, 96 and 97. */
function passwordState(
  it: Candidate,
  rules: SignInRules,
): { name: RefusalName; data: RefusalData } | undefined {
  if (it.forcePasswordChange) return { name: 'FORCE_CHANGE_PASSWORD', data: {} };
  const daysLeft = rules.passwordDays - it.passwordAgeDays;
  if (daysLeft <= 0) return { name: 'PASSWORD_EXPIRED', data: {} };
  if (daysLeft > rules.passwordWarningDays) return undefined;
  return { name: 'PASSWORD_EXPIRES', data: { days: Math.ceil(daysLeft) } };
}

/** Ends the token's session. Whoever has no session, or no token at all, is signed out already. */
export async function signOut({ db, tokens }: SignInDeps, request: RequestInfo): Promise<void> {
  const id = request.bearer === undefined ? undefined : await tokens.sessionIdOf(request.bearer);
  if (id === undefined) return;
  await inTransaction(db, async (tx) => {
    const owner = await endSession(tx, id);
    if (owner === undefined) return;
    await audit(tx, {
      actor: actorOf({ ...owner, id: owner.userId }, request),
      activity: 'SIGNED_OUT',
      description: 'Signed out',
    });
  });
}

/** Judges a token by its session's row, on every request; writes only when a minute has gone by since the last time. */
export function sessionFinder({ db, tokens, rules }: SignInDeps): FindSession {
  return async (token, request) => {
    const id = await tokens.sessionIdOf(token);
    if (id === undefined) return undefined;
    // Single statements, so no transaction is opened for what every request does.
    const found = await findLiveSession(db, id, rules.idleSecondsMax);
    if (found === undefined) return undefined;
    const isActivity = !request.isBackground && found.seenSecondsAgo >= rules.touchSeconds;
    if (isActivity) await touchSession(db, id);
    return sessionOf(found, isActivity ? rules.idleSecondsMax : found.idleSecondsLeft);
  };
}

/** Finds the session of an id that the server itself kept, as of a download's ticket; asking is no activity. */
export const sessionByIdFinder =
  ({ db, rules }: Pick<SignInDeps, 'db' | 'rules'>) =>
  async (id: string): Promise<Session | undefined> => {
    const found = await findLiveSession(db, id, rules.idleSecondsMax);
    return found && sessionOf(found, found.idleSecondsLeft);
  };

const sessionOf = (found: SessionRow, idleSecondsLeft: number): Session => ({
  id: found.id,
  scope: found.scope,
  userId: found.userId,
  login: found.login,
  firstName: found.firstName,
  lastName: found.lastName,
  fullName: `${found.firstName} ${found.lastName}`,
  email: found.email,
  authorities: found.authorities,
  roles: found.roles,
  permissions: new Set(permissionsOf(found.authorities, found.rolePermissions)),
  secondsLeft: Math.max(0, Math.min(idleSecondsLeft, found.secondsLeft)),
});

type Person = Pick<Candidate, 'id' | 'login' | 'firstName' | 'lastName' | 'authorities' | 'roleNames'>;

function actorOf(person: Person | undefined, request: RequestInfo): Actor {
  return {
    userId: person?.id ?? null,
    login: person?.login ?? null,
    fullName: person === undefined ? null : `${person.firstName} ${person.lastName}`,
    roles: person === undefined ? [] : [...person.authorities, ...person.roleNames],
    requestId: request.id,
    address: request.address,
  };
}
