import { createHash } from 'node:crypto';
import { systemNames } from '@tonle/contract/actors';
import type { AnswerToNetwork, MessageToBank, NetworkError } from '@tonle/contract/network';
import { Refusal } from '@tonle/contract/refusal';
import type { Ledger } from '@tonle/ledger';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import type { Directory } from './directory.ts';
import { insertMessage, messageOf, type NewMessage } from './messages.store.ts';

/** What it takes to apply a message of the network. */
export interface HearingDeps {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly directory: Directory;
  readonly clock: () => Date;
  readonly log: Log;
  readonly silenceSeconds: number;
}

/** A message as it came: under an id, and with a hash of what it says, so that its bytes may be written in another way. */
export type Heard<Message extends MessageToBank> = {
  messageId: string;
  bodyHash: string;
  message: Message;
};

export const networkActor = systemActor(systemNames.network);

export const heard = <Message extends MessageToBank>(
  messageId: string,
  message: Message,
): Heard<Message> => ({
  messageId,
  message,
  bodyHash: createHash('sha256').update(canonical(message)).digest('hex'),
});

const canonical = (message: MessageToBank): string =>
  JSON.stringify(
    Object.entries(message)
      .filter(([, value]) => value !== undefined && value !== null)
      .sort(),
  );

/** The first answer to a message that came before; the same id with other words is refused. */
export const earlierAnswer = (
  { db }: Pick<HearingDeps, 'db'>,
  it: Heard<MessageToBank>,
): Promise<AnswerToNetwork | undefined> =>
  inTransaction(db, (tx) => earlierAnswerIn(tx, it), { readOnly: true });

/** The same, in one transaction with what else is to be read. */
export async function earlierAnswerIn(
  tx: Tx,
  { messageId, bodyHash }: Heard<MessageToBank>,
): Promise<AnswerToNetwork | undefined> {
  const known = await messageOf(tx, messageId);
  if (known === undefined) return undefined;
  if (known.bodyHash !== bodyHash) throw new Refusal('MESSAGE_ID_REUSED');
  return JSON.parse(known.answer) as AnswerToNetwork;
}

const subjectOf = (message: MessageToBank): string => {
  if (message.type === 'DEPOSIT') return message.depositId;
  return message.type === 'STATUS' ? message.transferId : message.transactionHash;
};

/** The row that keeps a message with its answer. */
export function messageRow(
  { messageId, bodyHash, message }: Heard<MessageToBank>,
  answer: AnswerToNetwork,
): NewMessage {
  return {
    message_id: messageId,
    type: message.type,
    subject: subjectOf(message),
    body_hash: bodyHash,
    outcome: answer.outcome,
    effect: 'effect' in answer ? answer.effect : null,
    answer: JSON.stringify(answer),
  };
}

/** Keeps an answer that moves no money; of two at once the first one's is everybody's. */
export async function keepAnswer(
  deps: Pick<HearingDeps, 'db'>,
  it: Heard<MessageToBank>,
  answer: AnswerToNetwork,
): Promise<AnswerToNetwork> {
  const isKept = await inTransaction(deps.db, (tx) => insertMessage(tx, messageRow(it, answer)));
  if (isKept) return answer;
  const earlier = await earlierAnswer(deps, it);
  if (earlier === undefined) throw new Error('a message that was kept is gone');
  return earlier;
}

export const refusedAs = (error: NetworkError, reason: string): AnswerToNetwork => ({
  outcome: 'REFUSED',
  error,
  reason,
});
