import type { Tx } from '../../db/tx.ts';
import { insertDecision, latestDecision } from './outbox.store.ts';
import { nextMessageId } from './outgoing-payment.ts';

/** How far the network has been told of what was decided on a deposit. */
export type DecisionDelivery = {
  state: 'WAITING' | 'DELIVERED' | 'REJECTED';
  /** Why the network rejected it. */
  reason: string | null;
  time: Date;
};

export async function decisionDeliveryOf(
  tx: Tx,
  transactionHash: string,
): Promise<DecisionDelivery | undefined> {
  const latest = await latestDecision(tx, transactionHash);
  if (latest === undefined) return undefined;
  return {
    state: latest.state,
    // What went wrong on the way is the network's and ours to mend, never a person's to read.
    reason: latest.state === 'REJECTED' ? latest.reason : null,
    time: latest.settledAt ?? latest.created,
  };
}

/** Sends a rejected decision again, as a new message and never as a second posting. Otherwise says how it stands. */
export async function resendDecision(
  tx: Tx,
  transactionHash: string,
): Promise<
  { outcome: 'resent' } | { outcome: 'not-rejected'; state: DecisionDelivery['state'] | undefined }
> {
  const latest = await latestDecision(tx, transactionHash, { lock: true });
  if (latest?.state !== 'REJECTED') return { outcome: 'not-rejected', state: latest?.state };
  const isNew = await insertDecision(tx, {
    messageId: nextMessageId(latest.messageId),
    transactionHash,
    body: latest.body,
  });
  return isNew ? { outcome: 'resent' } : { outcome: 'not-rejected', state: 'WAITING' };
}
