import type { Posted } from './command.ts';
import type { Tx } from './database.ts';
import { type CommandJson, commandJson, readCommand } from './load.ts';

export type FoundByKey =
  | { found: 'POSTED'; posted: Posted /** Lower-case hex. */; requestHash: string }
  /** Not posted yet, and its deadline has not passed: it may still be. */
  | { found: 'UNKNOWN' }
  /** Not posted, and it never will be. */
  | { found: 'ABSENT' };

async function lookUp(tx: Tx, principal: string, key: string): Promise<FoundByKey | undefined> {
  const { rows } = await tx.query<{ command: CommandJson }>(
    `SELECT ${commandJson} AS command FROM command_key c WHERE c.principal = $1 AND c.key = $2`,
    [principal, key],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { posted, requestHash } = readCommand(row.command);
  return { found: 'POSTED', posted, requestHash };
}

/**
 * What became of a command with this key. `deadline` is the command's own, as whoever sent it knows it; a command is never
 * posted after it. ABSENT is said only after waiting for the batch that is being written, in a READ COMMITTED transaction
 * that may lock; end it soon, batches wait for it.
 */
export async function findByKey(
  tx: Tx,
  asked: { principal: string; key: string; deadline?: Date },
): Promise<FoundByKey> {
  const found = await lookUp(tx, asked.principal, asked.key);
  if (found) return found;
  if (asked.deadline) {
    const { rows } = await tx.query<{ early: boolean }>(
      'SELECT clock_timestamp() <= $1::timestamptz AS early',
      [asked.deadline],
    );
    if (rows[0]?.early) return { found: 'UNKNOWN' };
  }
  await tx.query('SELECT FROM ledger_head WHERE id = 1 FOR SHARE');
  return (await lookUp(tx, asked.principal, asked.key)) ?? { found: 'ABSENT' };
}
