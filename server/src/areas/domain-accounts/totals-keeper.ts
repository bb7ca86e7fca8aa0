import { type Db, inTransaction } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import {
  advanceTotals,
  countTotals,
  lockTotalsBehind,
  lockTotalsFirst,
  readTotals,
  rewriteTotals,
} from './domain-totals.store.ts';

const EVERY_MS = 5_000;

/** Moves the totals on with the book, so that whoever reads them adds up a few seconds of it and no more (decision 105). */
export const keepTotals = (
  { db, log }: { db: Db; log: Pick<Log, 'warn'> },
  everyMs: number = EVERY_MS,
): Repeating =>
  repeat(
    everyMs,
    () =>
      inTransaction(db, async (tx) => {
        const counted = await lockTotalsBehind(tx);
        if (counted !== undefined) await advanceTotals(tx, counted);
      }),
    (error) => log.warn({ err: error }, 'the totals under the domain could not be moved on'),
  );

/**
 * Counts the totals anew; where they say something else they are written anew. True where they were right. Both are read in one
 * snapshot: the book goes on meanwhile.
 */
export const checkTotals = (db: Db): Promise<boolean> =>
  inTransaction(
    db,
    async (tx) => {
      await lockTotalsFirst(tx);
      const asText = (it: object) => JSON.stringify(Object.values(it).map(String));
      // Lines of nothing come and go with the last account of a type.
      const lines = (all: Awaited<ReturnType<typeof readTotals>>) =>
        all
          .filter((it) => it.count > 0 || it.khrMinor !== 0n || it.usdMinor !== 0n)
          .map(asText)
          .sort();
      const right = lines(await readTotals(tx)).join() === lines(await countTotals(tx)).join();
      if (!right) await rewriteTotals(tx);
      return right;
    },
    { isolation: 'repeatable read' },
  );
