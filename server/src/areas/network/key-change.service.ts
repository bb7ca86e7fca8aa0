import type {
  AnswerToNetwork,
  KeyChangeMessage,
  KeyChangeRevokedMessage,
  KeyChangeStatusMessage,
} from '@tonle/contract/network';
import { Refusal } from '@tonle/contract/refusal';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { hearKeyChange } from '../key-recovery/key-recovery.public.ts';
import { earlierAnswerIn, type Heard, type HearingDeps, messageRow, networkActor } from './answers.ts';
import { insertKeyChange, repeatKeyChanges } from './key-change.store.ts';
import { insertMessage } from './messages.store.ts';

/** Tells the network of a customer's new key. Goes out after the commit, until it is answered. */
export function sendKeyChange(tx: Tx, change: Omit<KeyChangeMessage, 'type'>): Promise<void> {
  const message: KeyChangeMessage = { type: 'KEY_CHANGE', ...change };
  return put(tx, message, `key-${change.transactionHash.slice(0, 32)}`);
}

/** Takes it back; the network hears it after the change itself. */
export function sendKeyChangeRevoked(tx: Tx, transactionHash: string): Promise<void> {
  const message: KeyChangeRevokedMessage = { type: 'KEY_CHANGE_REVOKED', transactionHash };
  return put(tx, message, `key-revoked-${transactionHash.slice(0, 32)}`);
}

const put = (tx: Tx, message: KeyChangeMessage | KeyChangeRevokedMessage, messageId: string): Promise<void> =>
  insertKeyChange(tx, {
    messageId,
    type: message.type,
    transactionHash: message.transactionHash,
    body: JSON.stringify(message),
  });

/** After long silence the network is asked again; how many changes that was. */
export const tellKeyChangesAgain = (tx: Tx, silenceSeconds: number): Promise<number> =>
  repeatKeyChanges(tx, silenceSeconds);

/** The network's yes or no, applied once: message and state in one transaction. */
export async function hearKeyChangeStatus(
  { db, log }: Pick<HearingDeps, 'db' | 'log'>,
  it: Heard<KeyChangeStatusMessage>,
): Promise<AnswerToNetwork> {
  const { message, messageId } = it;
  return inTransaction(db, async (tx) => {
    const earlier = await earlierAnswerIn(tx, it);
    if (earlier !== undefined) return earlier;
    const effect = await hearKeyChange(
      tx,
      message.transactionHash,
      { verdict: message.verdict, reason: message.reason ?? null },
      networkActor,
    );
    if (effect === undefined) throw new Refusal('NOT_FOUND');
    const answer: AnswerToNetwork = { outcome: 'ACCEPTED', effect };
    // Two copies at once: the second waited for the request, and its transaction is undone by the first one's message.
    if (!(await insertMessage(tx, messageRow(it, answer)))) throw new Refusal('UNAVAILABLE');
    if (effect === 'CONTRADICTS') {
      log.error(
        { alert: 'network-contradiction', messageId, transactionHash: message.transactionHash },
        'the network contradicts what became of a key’s change',
      );
    }
    return answer;
  });
}
