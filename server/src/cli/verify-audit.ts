import { verifyAudit } from '../areas/audit-log/audit-log.public.ts';
import type { Command } from './command.ts';

/** Walks the chain over the audit log, and names the first bad row and what is not sealed yet. */
export const verifyAuditCommand: Command = {
  name: 'verify-audit',
  summary:
    'Checks every entry of the audit log and the signed heads; names the first bad row and the unsealed tail',
  run: async (_args, { config, database, say }) => {
    const verdict = await verifyAudit(database.db, config.dataDir);
    if (!verdict.ok) {
      say(`The audit log is not whole. First bad row: ${verdict.bad} ${verdict.what}.`);
      return 1;
    }
    const { sealed, headHash, heads, tail } = verdict;
    say(`The audit log is whole: ${sealed} entries sealed, head ${headHash}, ${heads} signed heads.`);
    say(
      tail.count === 0
        ? 'Nothing waits to be sealed.'
        : `Not sealed yet: ${tail.count} entries, ${tail.first} to ${tail.last}.`,
    );
    return 0;
  },
};
