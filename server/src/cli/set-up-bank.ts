import { parseArgs } from 'node:util';
import { domainPattern, participantCodePattern } from '@tonle/contract/account-id';
import { systemNames } from '@tonle/contract/actors';
import { z } from 'zod';
import { audit, systemActor } from '../areas/audit-log/audit-log.public.ts';
import { addBanks } from '../areas/bank-info/bank-info.public.ts';
import { pgCode } from '../db/errors.ts';
import { inTransaction } from '../db/tx.ts';
import type { Command } from './command.ts';

const UNIQUE_VIOLATION = '23505';
const usage =
  'set-up-bank --code ABCDKHPPXXX --name "The name of the bank" --domain abcd --registration SMS (or EMAIL)';
const options = {
  code: { type: 'string', default: '' },
  name: { type: 'string', default: '' },
  domain: { type: 'string', default: '' },
  registration: { type: 'string', default: '' },
} as const;

const Wanted = z.strictObject({
  code: z
    .string()
    .regex(participantCodePattern, '4 to 12 capital letters and digits, as the network knows the bank'),
  name: z.string().trim().min(1, 'the name of the bank').max(140, 'at most 140 characters'),
  domain: z
    .string()
    .regex(domainPattern, '1 to 9 small letters, digits or _: what follows the @ of its accounts'),
  registration: z.enum(['SMS', 'EMAIL'], 'SMS or EMAIL: how mobile customers register'),
});

/** Says which bank this installation serves, once. Its main account is opened by the keyholders' ceremony. */
export const setUpBankCommand: Command = {
  name: 'set-up-bank',
  summary: 'Names the bank that this installation serves, once: --code --name --domain --registration',
  run: async (args, { database, say }) => {
    const wanted = wantedBank(args);
    if (typeof wanted === 'string') {
      say(wanted);
      return 2;
    }
    const { code, name, domain, registration } = wanted;
    const bank = {
      participantCode: code,
      name,
      domain,
      mainAccountId: `${code.toLowerCase()}@${domain}`,
      own: true,
      mobileRegistration: registration,
    };
    try {
      await inTransaction(database.db, async (tx) => {
        await addBanks(tx, [bank]);
        await audit(tx, {
          actor: systemActor(systemNames['command-line']),
          activity: 'BANK_SET_UP',
          description: `The bank ${name} was set up`,
          subject: code,
          new: { participantCode: code, name, domain, mainAccountId: bank.mainAccountId, registration },
        });
      });
    } catch (error) {
      if (pgCode(error) !== UNIQUE_VIOLATION) throw error;
      say('This installation serves a bank already, or another bank has this code or domain.');
      return 1;
    }
    say(`${name} is set up. Its main account will be ${bank.mainAccountId}, opened by its keyholders.`);
    return 0;
  },
};

/** The bank that the options describe, or what is wrong with them. */
function wantedBank(args: readonly string[]): z.infer<typeof Wanted> | string {
  let values: Record<keyof typeof options, string>;
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch {
    return usage;
  }
  if (Object.values(values).every((it) => it === '')) return usage;
  const judged = Wanted.safeParse(values);
  if (judged.success) return judged.data;
  const [issue] = judged.error.issues;
  return `--${String(issue?.path[0])}: ${issue?.message}`;
}
