import { Refusal } from '@tonle/contract/refusal';
import type { Tx } from '../../db/tx.ts';

export type AskedBy = { app: string; key: string | undefined; requestHash: Buffer };

/**
 * Does what is asked once for a key: whoever asks again, at the same time or later, gets the first answer. What was refused
 * leaves nothing behind and is judged anew. Without a key every request is its own.
 */
export async function onceByKey<Answer>(
  tx: Tx,
  { app, key, requestHash }: AskedBy,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work();
  const claimed = await tx
    .insertInto('channel_answer')
    .values({ app, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed === undefined) {
    const known = await tx
      .selectFrom('channel_answer')
      .select(['request_hash', 'answer'])
      .where('app', '=', app)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (!known.request_hash.equals(requestHash)) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    return known.answer as Answer;
  }
  const answer = await work();
  await tx
    .updateTable('channel_answer')
    .set({ answer: JSON.stringify(answer) })
    .where('app', '=', app)
    .where('key', '=', key)
    .execute();
  return answer;
}
