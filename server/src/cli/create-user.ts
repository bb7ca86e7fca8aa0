import { parseArgs } from 'node:util';
import { systemNames } from '@tonle/contract/actors';
import { NewConsoleUser } from '@tonle/contract/console-users';
import { isMessageKey, messages } from '@tonle/contract/messages';
import { Refusal } from '@tonle/contract/refusal';
import { systemActor } from '../areas/audit-log/audit-log.public.ts';
import { addConsoleUser } from '../areas/sign-in/sign-in.public.ts';
import { inTransaction } from '../db/tx.ts';
import { englishOf } from '../http/refusals.ts';
import type { Command } from './command.ts';

const usage = 'create-user --login sokha --first-name Sokha --last-name Chan --email sokha@bank.example';
const options = {
  login: { type: 'string', default: '' },
  'first-name': { type: 'string', default: '' },
  'last-name': { type: 'string', default: '' },
  email: { type: 'string', default: '' },
} as const;

/** The first person of a new installation: everybody else is created in the console (decisions section 2). */
export const createUserCommand: Command = {
  name: 'create-user',
  summary:
    'Creates an access manager and shows their one-time password: --login --first-name --last-name --email',
  run: async (args, { config, database, say }) => {
    const wanted = wantedUser(args);
    if (typeof wanted === 'string') {
      say(wanted);
      return 2;
    }
    const minutes = config.signIn.oneTimePasswordMinutes;
    try {
      const { password } = await inTransaction(database.db, (tx) =>
        addConsoleUser(tx, { ...wanted, roleIds: [], minutes }, systemActor(systemNames['command-line'])),
      );
      say(
        `${wanted.login} is an access manager now. Their one-time password, shown this once, for ${minutes} minutes:`,
      );
      say(password);
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(`${englishOf(error)}.`);
      return 1;
    }
  },
};

/** The person that the options describe, or what is wrong with them. */
function wantedUser(args: readonly string[]): ReturnType<typeof NewConsoleUser.parse> | string {
  let values: Record<keyof typeof options, string>;
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch {
    return usage;
  }
  if (Object.values(values).every((it) => it === '')) return usage;
  const judged = NewConsoleUser.safeParse({
    login: values.login,
    firstName: values['first-name'],
    lastName: values['last-name'],
    email: values.email,
    authorities: ['ROLE_ACCESS_MANAGER'],
    roleIds: [],
  });
  if (judged.success) return judged.data;
  const [issue] = judged.error.issues;
  const key = issue?.message ?? '';
  return `${String(issue?.path[0])}: ${isMessageKey(key) ? messages[key] : key}`;
}
