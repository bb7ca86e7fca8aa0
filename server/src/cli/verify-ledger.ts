import { verifyLedger } from '@tonle/ledger';
import type { Command } from './command.ts';

const PROGRESS_EVERY_MS = 2_000;

/** Walks the chain and the sums, and names the first bad row. */
export const verifyLedgerCommand: Command = {
  name: 'verify-ledger',
  summary: 'Checks every block, record, signature, balance and list of the ledger; names the first bad row',
  run: async (_args, { database, say }) => {
    let told = Date.now();
    const client = await database.pool.connect();
    try {
      // The walk of a large book takes longer than any request may.
      await client.query('SET statement_timeout = 0');
      const result = await verifyLedger(client, {
        onProgress: ({ seq, of }) => {
          if (Date.now() - told < PROGRESS_EVERY_MS) return;
          told = Date.now();
          say(`${seq} of ${of} records`);
        },
      });
      if (result.ok) {
        say(
          `The ledger is whole: ${result.records} records in ${result.blocks} blocks, head ${result.headHash}.`,
        );
        return 0;
      }
      const { table, key, what } = result.fault;
      say(`The ledger is not whole. First bad row: ${table}, ${key}: ${what}.`);
      return 1;
    } finally {
      client.release(true);
    }
  },
};
