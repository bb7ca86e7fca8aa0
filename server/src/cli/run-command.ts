import { readConfig } from '../config.ts';
import { joinDatabaseServer, openServing } from '../start/bank-database.ts';
import { openDataFolder } from '../start/data-folder.ts';
import { channelKeyCommand } from './channel-key.ts';
import { checkTotalsCommand } from './check-totals.ts';
import type { Command } from './command.ts';
import { createUserCommand } from './create-user.ts';
import { setUpBankCommand } from './set-up-bank.ts';
import { verifyAuditCommand } from './verify-audit.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';

/** Every command there is. */
const commands: readonly Command[] = [
  channelKeyCommand,
  checkTotalsCommand,
  setUpBankCommand,
  createUserCommand,
  verifyAuditCommand,
  verifyLedgerCommand,
];

export const commandNames: readonly string[] = commands.map(({ name }) => name);

/** Runs the named command on the bank of this environment, beside its server or alone. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<number> {
  const command = commands.find(({ name }) => name === args[0]);
  if (command === undefined) {
    say(
      args[0] === undefined ? 'Commands of npm run tonle -- …' : `There is no command ${args[0]}. There are:`,
    );
    for (const { name, summary } of commands) say(`  ${name.padEnd(16)} ${summary}`);
    return args[0] === undefined ? 0 : 2;
  }
  const config = readConfig(environment, 'command');
  openDataFolder(config.dataDir);
  const server = await joinDatabaseServer(config, say);
  try {
    const database = await openServing(config, server.servingUrl);
    try {
      return await command.run(args.slice(1), { config, database, say });
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}
