import { Refusal } from '@tonle/contract/refusal';
import { inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, RequestInfo, Session } from '../../http/call.ts';
import { addressGroup } from '../../http/limits.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { isOneTimePassword, newOneTimePassword } from './one-time-password.ts';
import { judgeNewPassword } from './password-rules.ts';
import {
  findPasswordOwner,
  lockForReset,
  type PasswordOwner,
  type ResetCandidate,
  replacePassword,
  setOneTimePassword,
} from './passwords.store.ts';
import { endSessionsOf } from './sessions.store.ts';
import { noteLock, refuseBusyAddress, type SignInDeps } from './sign-in.service.ts';
import { clearAttempts, countAttempt, findCandidate, lockSecondsLeft } from './sign-in.store.ts';
import { oneTimePasswordMail } from './sign-in-mails.ts';

interface Typed {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const RESET_PURPOSE = 'PASSWORD_RESET';

/**
 * Changes one's own password. The current one is counted as a try before it is checked, like a sign-in: a stolen token
 * is no way to guess at leisure.
 */
export function changePassword(
  deps: SignInDeps,
  { session, typed, actor }: { session: Session; typed: Typed; actor: Actor },
): Promise<void> {
  judgeNewPassword(deps.rules, session.login, typed.newPassword);
  return deps.hasher.admit(() =>
    deps.turns.take(session.login, () => changeInTurn(deps, { session, typed, actor })),
  );
}

async function changeInTurn(
  deps: SignInDeps,
  { session, typed, actor }: { session: Session; typed: Typed; actor: Actor },
): Promise<void> {
  const { db, hasher, rules } = deps;
  const { owner, counted } = await inTransaction(db, (tx) => countTry(deps, tx, session));
  const isOneTime = isOneTimePassword(owner.oneTimeHash, typed.currentPassword);
  const matches = await hasher.verify(owner.passwordHash ?? undefined, typed.currentPassword);
  if (!isOneTime && !matches) {
    await inTransaction(db, (tx) => noteWrong(deps, tx, { session, actor, failures: counted.failures }));
    deps.outbox.wake();
    throw wrongPassword();
  }
  await judgeChange(deps, owner, typed.newPassword);
  const hash = await hasher.hash(typed.newPassword);
  await inTransaction(db, async (tx) => {
    const isReplaced = await replacePassword(tx, owner, { hash, history: rules.passwordHistory });
    // Somebody else changed it since it was checked.
    if (!isReplaced) throw wrongPassword();
    await clearAttempts(tx, owner.id);
    // A session that could only do this has done it.
    const kept = session.scope === 'FULL' ? session.id : null;
    const ended = await endSessionsOf(tx, owner.id, kept);
    await audit(tx, {
      actor,
      activity: 'PASSWORD_CHANGED',
      description: `Password changed; ${ended} other sessions ended`,
      subject: session.login,
    });
  });
}

const wrongPassword = () =>
  new Refusal('INVALID_REQUEST', {}, [{ path: 'currentPassword', key: 'password.current-wrong' }]);

async function countTry({ rules }: SignInDeps, tx: Tx, session: Session) {
  const counted = await countAttempt(tx, session.login, rules);
  const owner = await findPasswordOwner(tx, session.userId);
  if (owner === undefined) throw new Refusal('SESSION_ENDED');
  if (counted === undefined) {
    throw new Refusal('TOO_MANY_REQUESTS', { seconds: await lockSecondsLeft(tx, session.userId) });
  }
  return { owner, counted };
}

async function noteWrong(
  deps: SignInDeps,
  tx: Tx,
  { session, actor, failures }: { session: Session; actor: Actor; failures: number },
): Promise<void> {
  await audit(tx, {
    actor,
    activity: 'PASSWORD_CHANGE_FAILED',
    description: 'Password not changed: the current one was wrong',
    subject: session.login,
  });
  if (failures < deps.rules.failuresMax) return;
  const candidate = await findCandidate(tx, session.login);
  if (candidate !== undefined) await noteLock(deps, tx, candidate, actor);
}

/** Codes 95 and 93. Whoever has to change it may do so at any time. */
async function judgeChange(
  { db, hasher, rules }: SignInDeps,
  owner: PasswordOwner,
  newPassword: string,
): Promise<void> {
  const isForced = owner.forcePasswordChange || owner.ageHours >= rules.passwordDays * 24;
  // The password was right, so what was counted was no failure.
  const refuse = async (refusal: Refusal): Promise<never> => {
    await inTransaction(db, (tx) => clearAttempts(tx, owner.id));
    throw refusal;
  };
  if (!isForced && owner.ageHours < rules.passwordMinAgeHours) {
    await refuse(new Refusal('PASSWORD_TOO_YOUNG', { hours: rules.passwordMinAgeHours }));
  }
  if (isOneTimePassword(owner.oneTimeHash, newPassword))
    await refuse(new Refusal('PASSWORD_HISTORY_VIOLATION'));
  const current = owner.passwordHash === null ? [] : [owner.passwordHash];
  for (const hash of [...current, ...owner.earlierHashes].slice(0, rules.passwordHistory)) {
    if (await hasher.verify(hash, newPassword)) await refuse(new Refusal('PASSWORD_HISTORY_VIOLATION'));
  }
}

/**
 * Mails a one-time password to whoever there is under this name. Unknown, blocked and over-asked accounts take the same
 * statements and get the same answer (decisions section 5).
 */
export async function resetPassword(deps: SignInDeps, login: string, request: RequestInfo): Promise<void> {
  const { db, outbox, rules } = deps;
  const oneTime = newOneTimePassword();
  // In a transaction of its own, as of a sign-in: whoever waits for a person does not hold their address.
  await inTransaction(db, (tx) => refuseBusyAddress(tx, addressGroup(request.address), rules));
  await inTransaction(db, async (tx) => {
    const person = await lockForReset(tx, login);
    const lately = await outbox.countLately(tx, String(person?.id ?? 'nobody'), RESET_PURPOSE, 60);
    const isMailed =
      person !== undefined && person.email !== null && !person.blocked && lately < rules.resetMailsPerHour;
    const minutes = rules.oneTimePasswordMinutes;
    await setOneTimePassword(tx, isMailed ? person.id : null, { hash: oneTime.hash, minutes });
    await outbox.put(tx, {
      ...oneTimePasswordMail(person ?? { firstName: '', lastName: '' }, {
        password: oneTime.shown,
        minutes,
        publicUrl: deps.publicUrl,
      }),
      channel: 'MAIL',
      purpose: RESET_PURPOSE,
      subjectId: String(person?.id ?? 'nobody'),
      recipient: isMailed ? person.email : null,
      minutes,
    });
    await audit(tx, {
      actor: askedBy(person, request),
      activity: 'PASSWORD_RESET_ASKED',
      description: outcomeOf(person, isMailed),
    });
  });
  outbox.wake();
}

/** Nobody was signed in; whom it concerns is known where there is such a person. */
const askedBy = (person: ResetCandidate | undefined, request: RequestInfo): Actor => ({
  userId: person?.id ?? null,
  login: person?.login ?? null,
  fullName: person === undefined ? null : `${person.firstName} ${person.lastName}`,
  roles: [],
  requestId: request.id,
  address: request.address,
});

function outcomeOf(person: ResetCandidate | undefined, isMailed: boolean): string {
  // What was typed as a name is not kept: it may be a password in the wrong field.
  if (person === undefined) return 'A new password was asked for an unknown user name';
  if (isMailed) return 'A new password was asked for; a one-time password is mailed';
  if (person.blocked) return 'A new password was asked for; none is mailed to a blocked account';
  if (person.email === null) return 'A new password was asked for; the account has no e-mail address';
  return 'A new password was asked for; none is mailed, as there were too many of late';
}
