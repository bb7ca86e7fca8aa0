import { Login } from '@tonle/contract/sign-in';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { PasswordHasher } from './password-hash.ts';
import { type SignInDeps, signInRules } from './sign-in.service.ts';
import { insertConsoleUser, insertRole, type NewConsoleUser } from './sign-in.store.ts';
import { Tokens } from './tokens.ts';
import { Turns } from './turns.ts';

export { type Colleague, colleagues } from './colleagues.store.ts';
export { forgetOldSessions } from './sessions.service.ts';
export { sessionFinder } from './sign-in.service.ts';
export { Turns } from './turns.ts';

/** What signing in needs, made once at the start. */
export function openSignIn(options: {
  db: Db;
  outbox: Outbox;
  config: Pick<Config, 'sessionSecret' | 'signIn' | 'idleTimeoutSeconds' | 'publicUrl'>;
}): SignInDeps {
  const { sessionSecret, signIn, idleTimeoutSeconds, publicUrl } = options.config;
  return {
    db: options.db,
    outbox: options.outbox,
    publicUrl,
    tokens: new Tokens(sessionSecret),
    hasher: new PasswordHasher(),
    turns: new Turns(),
    rules: signInRules(signIn, idleTimeoutSeconds),
  };
}

const hasher = new PasswordHasher();

/** Takes tens of milliseconds: never inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hasher.hash(password);

export type ConsoleUserInput = Omit<NewConsoleUser, 'roleIds' | 'passwordChangedAt' | 'forcePasswordChange'> &
  Partial<Pick<NewConsoleUser, 'roleIds' | 'passwordChangedAt' | 'forcePasswordChange'>>;

/** Creates a console user, with the entry that says so. */
export async function createConsoleUser(
  tx: Tx,
  input: ConsoleUserInput,
  actor: Actor,
  at?: Date,
): Promise<bigint> {
  const login = Login.parse(input.login);
  const id = await insertConsoleUser(tx, {
    roleIds: [],
    passwordChangedAt: new Date(),
    forcePasswordChange: false,
    ...input,
    login,
  });
  await audit(tx, {
    actor,
    activity: 'CONSOLE_USER_CREATED',
    description: `Console user ${login} created`,
    subject: login,
    new: { login, firstName: input.firstName, lastName: input.lastName, authorities: input.authorities },
    ...(at === undefined ? {} : { at }),
  });
  return id;
}

/** Creates a role built from permissions, with the entry that says so. */
export async function createRole(
  tx: Tx,
  input: { name: string; permissions: readonly string[] },
  actor: Actor,
  at?: Date,
): Promise<bigint> {
  const id = await insertRole(tx, input.name, input.permissions);
  await audit(tx, {
    actor,
    activity: 'ROLE_CREATED',
    description: `Role ${input.name} created`,
    subject: input.name,
    new: { permissions: input.permissions },
    ...(at === undefined ? {} : { at }),
  });
  return id;
}
