import { permissionsOf } from '@tonle/contract/pages';
import type { Permission } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import { Login } from '@tonle/contract/sign-in';
import type { Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { newOneTimePassword, type OneTimePassword } from './one-time-password.ts';
import { setOneTimePassword } from './passwords.store.ts';
import { findPerson, findStanding, isLoginTaken, lockRights, type Person } from './people.store.ts';
import type { SignInDeps } from './sign-in.service.ts';
import { insertConsoleUser, type NewConsoleUser } from './sign-in.store.ts';
import { welcomeMail } from './sign-in-mails.ts';

/**
 * Changes of who may do what take turns, and each is judged by what the caller may do once it is their turn: of two
 * access managers who remove each other at once, the second one is none any more.
 */
export async function holdRights(tx: Tx, session: Session, permission: Permission): Promise<void> {
  await lockRights(tx);
  const standing = await findStanding(tx, session.id);
  if (standing === undefined) throw new Refusal('SESSION_ENDED');
  if (!permissionsOf(standing.authorities, standing.rolePermissions).includes(permission))
    throw new Refusal('FORBIDDEN');
}

type PersonInput = Pick<NewConsoleUser, 'login' | 'firstName' | 'lastName' | 'email' | 'authorities'> &
  Partial<Pick<NewConsoleUser, 'roleIds'>>;
export type ConsoleUserInput = PersonInput &
  Pick<NewConsoleUser, 'passwordHash'> &
  Partial<Pick<NewConsoleUser, 'passwordChangedAt' | 'forcePasswordChange'>>;

/** Creates a console user, with the entry that says so. */
export async function createConsoleUser(
  tx: Tx,
  input: ConsoleUserInput,
  actor: Actor,
  at?: Date,
): Promise<bigint> {
  const login = Login.parse(input.login);
  if (await isLoginTaken(tx, login)) throw new Refusal('LOGIN_EXISTS', { login });
  const id = await insertConsoleUser(tx, {
    roleIds: [],
    passwordChangedAt: new Date(),
    forcePasswordChange: false,
    ...input,
    login,
  });
  const person = await findPerson(tx, id);
  await audit(tx, {
    actor,
    activity: 'CONSOLE_USER_CREATED',
    description: `Console user ${login} created`,
    subject: login,
    ...(person === undefined ? {} : { new: personValues(person) }),
    ...(at === undefined ? {} : { at }),
  });
  return id;
}

/** Creates a console user who can do nothing but sign in with the one-time password and choose one of their own. */
export async function addConsoleUser(
  tx: Tx,
  it: PersonInput & { minutes: number },
  actor: Actor,
): Promise<{ id: bigint; password: string }> {
  const oneTime: OneTimePassword = newOneTimePassword();
  const { minutes, ...input } = it;
  // As once a one-time password was used: there is no other one to sign in with.
  const id = await createConsoleUser(
    tx,
    { ...input, passwordHash: oneTime.hash, forcePasswordChange: true },
    actor,
  );
  await setOneTimePassword(tx, id, { hash: oneTime.hash, minutes });
  return { id, password: oneTime.shown };
}

/** The same, with the one-time password in a mail; wake the outbox once the transaction has committed. */
export async function addWithOneTimePassword(
  { outbox, rules, publicUrl }: SignInDeps,
  tx: Tx,
  input: PersonInput,
  actor: Actor,
): Promise<bigint> {
  const minutes = rules.oneTimePasswordMinutes;
  const { id, password } = await addConsoleUser(tx, { ...input, minutes }, actor);
  await outbox.put(tx, {
    ...welcomeMail(input, { login: input.login, password, minutes, publicUrl }),
    channel: 'MAIL',
    purpose: 'CONSOLE_USER_CREATED',
    subjectId: String(id),
    recipient: input.email,
    minutes,
  });
  return id;
}

/** What the audit log keeps of a person: all that somebody may change. */
export const personValues = (it: Person) => ({
  login: it.login,
  firstName: it.firstName,
  lastName: it.lastName,
  email: it.email,
  authorities: it.authorities,
  roles: it.roles.map(({ name }) => name),
});
