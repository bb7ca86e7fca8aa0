import { randomBytes } from 'node:crypto';
import type { AnswerToNetwork, StatusMessage } from '@tonle/contract/network';
import {
  isSettled,
  judgeStatus,
  outgoingSteps,
  type StatusEffect,
  standingAfter,
} from '@tonle/contract/network-states';
import { reasons } from '@tonle/contract/reasons';
import { Refusal } from '@tonle/contract/refusal';
import { type EventDraft, type PreparedTransfer, prepareTransfer, type Result } from '@tonle/ledger';
import { currencyOf, formatAmount } from '@tonle/money';
import { inTransaction } from '../../db/tx.ts';
import { auditAttachment } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { detailsOf, newFiTransactionId } from '../transactions/transactions.public.ts';
import {
  earlierAnswerIn,
  type Heard,
  type HearingDeps,
  keepAnswer,
  messageRow,
  networkActor,
} from './answers.ts';
import { noteHeard, type OutgoingTransfer, outgoingTransferOf } from './messages.store.ts';

/** Of messages about one transfer that come together each is judged again after the one before; there are six states. */
const ROUNDS_MAX = 20;

/** The network says how a transfer fares (decisions section 7, contract/network-states). */
export async function hearStatus(deps: HearingDeps, it: Heard<StatusMessage>): Promise<AnswerToNetwork> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { earlier, transfer } = await inTransaction(
      deps.db,
      async (tx) => ({
        earlier: await earlierAnswerIn(tx, it),
        transfer: await outgoingTransferOf(tx, it.message.transferId),
      }),
      { readOnly: true },
    );
    if (earlier !== undefined) return earlier;
    if (transfer === undefined) throw new Refusal('NOT_FOUND');
    const answer = await applyStatus(deps, it, transfer);
    if (answer !== undefined) return answer;
  }
  throw new Refusal('UNAVAILABLE');
}

/** Undefined where something came in between, so that it must be judged anew. */
async function applyStatus(
  deps: HearingDeps,
  it: Heard<StatusMessage>,
  transfer: OutgoingTransfer,
): Promise<AnswerToNetwork | undefined> {
  const { message } = it;
  const effect = judgeStatus(transfer.now, message.businessStatus);
  const answer: AnswerToNetwork = { outcome: 'ACCEPTED', effect };
  if (effect === 'REPEATS' || effect === 'LATE') {
    await note(deps, it, isSettled(transfer.now));
    return keepAnswer(deps, it, answer);
  }
  const result = await post(deps, it, transfer, effect, answer);
  if (result.outcome === 'posted') {
    await note(deps, it, effect === 'CONTRADICTS' || isSettled(standingAfter(message.businessStatus)));
    if (effect === 'CONTRADICTS') warn(deps, it, transfer);
    return result.replayed ? undefined : answer;
  }
  switch (result.reason.name) {
    case 'WRONG_STATE':
    case 'REFUSED_BY_DATABASE':
      return undefined;
    case 'KEY_REUSED':
      throw new Refusal('MESSAGE_ID_REUSED');
    default:
      throw new Error(`the ledger refused a status in an unexpected way: ${result.reason.name}`);
  }
}

const note = (deps: HearingDeps, { message }: Heard<StatusMessage>, settled: boolean): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    noteHeard(tx, message.transferId, { settled, silenceSeconds: deps.silenceSeconds }),
  );

const warn = (
  { log }: HearingDeps,
  { messageId, message }: Heard<StatusMessage>,
  it: OutgoingTransfer,
): void =>
  log.error(
    {
      alert: 'network-contradiction',
      messageId,
      transferId: message.transferId,
      stands: it.now.businessStatus,
      heard: message.businessStatus,
    },
    'the network contradicts the final state of a transfer',
  );

async function post(
  deps: HearingDeps,
  it: Heard<StatusMessage>,
  transfer: OutgoingTransfer,
  effect: StatusEffect,
  answer: AnswerToNetwork,
): Promise<Result> {
  const { message, messageId } = it;
  const moves = effect === 'MOVES';
  const back =
    moves && outgoingSteps[message.businessStatus].returnsMoney
      ? await moneyBack(deps, transfer, message)
      : undefined;
  const event: EventDraft = {
    transactionHash: Buffer.from(transfer.hash, 'hex'),
    messageId,
    details: detailsOfEvent(message, moves),
    ...(moves ? { standing: standingAfter(message.businessStatus) } : {}),
    ...(back === undefined ? {} : { pairedTransfer: 0 }),
  };
  const { status, businessStatus } = transfer.now;
  return deps.ledger.submit({
    key: { principal: 'network', key: messageId, requestHash: Buffer.from(it.bodyHash, 'hex') },
    requires: [
      { kind: 'transaction-in', hash: event.transactionHash, standings: [{ status, businessStatus }] },
    ],
    transfers: back === undefined ? [] : [back],
    events: [event],
    attach: [auditOf(it, transfer, moves), { table: 'networkMessage', row: messageRow(it, answer) }],
  });
}

/** A message that moves nothing is sealed with the transfer all the same, in words that change nothing people see of it. */
function detailsOfEvent(message: StatusMessage, moves: boolean): Record<string, string> {
  const reason = message.reason ?? '';
  if (!moves)
    return {
      contradiction: message.businessStatus,
      ...(reason === '' ? {} : { contradictionReason: reason }),
    };
  return outgoingSteps[message.businessStatus].returnsMoney && reason !== '' ? { errorMessage: reason } : {};
}

/** The money comes back whole, as a posting of its own: the other way round, to wherever it was taken from. */
async function moneyBack(
  deps: HearingDeps,
  it: OutgoingTransfer,
  message: StatusMessage,
): Promise<PreparedTransfer> {
  const own = await inTransaction(deps.db, ownBank);
  const facts = it.details;
  return prepareTransfer({
    nonce: randomBytes(16),
    assetId: it.now.assetId,
    amountMinor: it.amountMinor,
    type: 'RECEIVE',
    standing: { status: 'SUCCESS', businessStatus: null },
    debitAccountId: it.creditAccountId,
    creditAccountId: it.debitAccountId,
    sourceAccountId: it.destinationAccountId,
    destinationAccountId: it.sourceAccountId,
    fiTransactionId: newFiTransactionId(own, deps.clock()),
    description:
      reasons[message.businessStatus === 'REFUNDED_BY_RECEIVER' ? 'reason.refunded' : 'reason.returned'],
    ...(it.destinationName === null ? {} : { sourceName: it.destinationName }),
    ...(it.destinationPhoneNumber === null ? {} : { sourcePhoneNumber: it.destinationPhoneNumber }),
    ...(it.sourceName === null ? {} : { destinationName: it.sourceName }),
    ...(it.sourcePhoneNumber === null ? {} : { destinationPhoneNumber: it.sourcePhoneNumber }),
    pairedHash: Buffer.from(it.hash, 'hex'),
    details: detailsOf({
      sourceBankName: facts.destinationBankName,
      sourceBankParticipantCode: facts.destinationBankParticipantCode,
      sourceWalletType: facts.destinationWalletType,
      destinationBankName: facts.sourceBankName,
      destinationBankParticipantCode: facts.sourceBankParticipantCode,
      destinationWalletType: facts.sourceWalletType,
      transactionWalletType: facts.transactionWalletType,
      receiverBankAccount: it.sourceAccountId,
    }),
  });
}

function auditOf({ messageId, message }: Heard<StatusMessage>, it: OutgoingTransfer, moves: boolean) {
  const currency = currencyOf(it.now.assetId);
  const amount = `${formatAmount(it.amountMinor, currency)} ${currency}`;
  const said = message.businessStatus;
  const stands = it.now.businessStatus;
  return auditAttachment({
    actor: networkActor,
    activity: moves ? 'TRANSFER_STATUS_HEARD' : 'TRANSFER_STATUS_CONTRADICTED',
    description: moves
      ? `The transfer of ${amount} to ${it.destinationAccountId} went from ${stands} to ${said}`
      : `The network says ${said} of the transfer of ${amount} to ${it.destinationAccountId}, which is ${stands}`,
    subject: it.destinationAccountId,
    old: { businessStatus: stands },
    new: { transactionHash: it.hash, businessStatus: moves ? said : stands, messageId },
  });
}
