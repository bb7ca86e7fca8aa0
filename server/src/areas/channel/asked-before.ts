import { createHash } from 'node:crypto';
import { Refusal } from '@tonle/contract/refusal';
import { type CommandKey, findByKey, type Posted } from '@tonle/ledger';
import { type Db, inTransaction, rawTx } from '../../db/tx.ts';
import type { ChannelApp } from '../../http/channel-app.ts';

/** A parsed request in one form, whatever order its fields came in. */
export const requestHashOf = (request: object): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify(request, (_, it: unknown) =>
        typeof it === 'object' && it !== null && !Array.isArray(it)
          ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
          : it,
      ),
    )
    .digest();

/** Keys are the app's, whichever of its API keys it comes with. */
export const principalOf = (app: ChannelApp): string => `app:${app.name}`;

export const commandKeyOf = (
  app: ChannelApp,
  key: string | undefined,
  requestHash: Buffer,
): CommandKey | undefined =>
  key === undefined ? undefined : { principal: principalOf(app), key, requestHash };

/**
 * What the ledger posted under this key before, where this attempt cannot say it itself: something was refused on the way to
 * the ledger that was not refused then, or the fate of the commit is not known.
 */
export async function postedBefore(
  db: Db,
  key: CommandKey | undefined,
  error: unknown,
): Promise<Posted | undefined> {
  const isUnknown = error instanceof Error && 'code' in error && error.code === 'OUTCOME_UNKNOWN';
  if (key === undefined || !(isUnknown || error instanceof Refusal)) return undefined;
  const found = await inTransaction(db, (tx) => findByKey(rawTx(tx), key)).catch(() => undefined);
  if (found?.found !== 'POSTED') return undefined;
  if (Buffer.from(key.requestHash).toString('hex') !== found.requestHash) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }
  return found.posted;
}
