import type { Config } from '../../config.ts';
import type { Db } from '../../db/tx.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { PasswordHasher } from './password-hash.ts';
import { type SignInDeps, signInRules } from './sign-in.service.ts';
import { Tokens } from './tokens.ts';
import { Turns } from './turns.ts';

export { type Colleague, colleagues } from './colleagues.store.ts';
export {
  changePerson,
  countAccessManagers,
  findPerson,
  type Person,
  personColumns,
  replaceAuthorities,
  replaceRoles,
  setBlocked,
} from './people.store.ts';
export {
  addConsoleUser,
  addWithOneTimePassword,
  createConsoleUser,
  holdRights,
  personValues,
} from './people.ts';
export { forgetOldSessions } from './sessions.service.ts';
export { endSessionsOf } from './sessions.store.ts';
export { type SignInDeps, sessionByIdFinder, sessionFinder } from './sign-in.service.ts';
export { clearAttempts } from './sign-in.store.ts';
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
