import { randomBytes } from 'node:crypto';
import type { AnswerToNetwork, DepositMessage } from '@tonle/contract/network';
import { normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import {
  prepareTransfer,
  type RefusalReason,
  type Result,
  type Standing,
  settlementAccountId,
  type TransferDraft,
} from '@tonle/ledger';
import { currencyOf, formatAmount, parseAmount } from '@tonle/money';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { auditAttachment } from '../audit-log/audit-log.public.ts';
import { type Bank, bankOfCode, type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import { customerOf } from '../customers/customers.public.ts';
import { detailsOf, newFiTransactionId } from '../transactions/transactions.public.ts';
import {
  earlierAnswer,
  earlierAnswerIn,
  type Heard,
  type HearingDeps,
  keepAnswer,
  messageRow,
  networkActor,
  refusedAs,
} from './answers.ts';

type Recipient = {
  accountId: string;
  name: string;
  phoneNumber?: string;
  walletType: 'MOBILE' | 'DESKTOP' | 'WEB' | 'BANK';
};

/** Money comes in: posted once by its message id, refused for accounts that cannot take it (decisions section 7). */
export async function hearDeposit(deps: HearingDeps, it: Heard<DepositMessage>): Promise<AnswerToNetwork> {
  const known = await inTransaction(deps.db, (tx) => knownOf(tx, it), { readOnly: true });
  if (known.earlier !== undefined) return known.earlier;
  const judged = await judgeDeposit(deps, it.message, known);
  if ('outcome' in judged) return keepAnswer(deps, it, judged);
  return postDeposit(deps, it, judged);
}

type Judged = { own: OwnBank; bank: Bank; recipient: Recipient; amountMinor: bigint };
type Known = {
  earlier: AnswerToNetwork | undefined;
  own: OwnBank;
  recipient: Recipient | undefined;
  bank: Bank | undefined;
};

async function knownOf(tx: Tx, it: Heard<DepositMessage>): Promise<Known> {
  const { sourceBank, destinationAccountId } = it.message;
  const earlier = await earlierAnswerIn(tx, it);
  const own = await ownBank(tx);
  const bank = await bankOfCode(tx, sourceBank);
  if (destinationAccountId === own.mainAccountId) {
    return {
      earlier,
      own,
      bank,
      recipient: { accountId: own.mainAccountId, name: own.name, walletType: 'BANK' },
    };
  }
  const customer = await customerOf(tx, destinationAccountId);
  return { earlier, own, bank, recipient: customer && recipientOf(customer) };
}

async function judgeDeposit(
  deps: HearingDeps,
  message: DepositMessage,
  { own, recipient, bank: known }: Known,
): Promise<Judged | AnswerToNetwork> {
  const amountMinor = parseAmount(message.amount, currencyOf(message.assetId));
  if (typeof amountMinor === 'string' || amountMinor <= 0n) {
    return refusedAs('AMOUNT_INVALID', `${message.amount} is no amount of this currency`);
  }
  if (recipient === undefined) {
    return refusedAs('ACCOUNT_NOT_FOUND', `there is no account ${message.destinationAccountId}`);
  }
  const bank = known ?? (await deps.directory.bankOfCode(message.sourceBank));
  const domain = message.sourceAccountId.split('@')[1];
  if (bank === undefined || bank.participantCode === own.participantCode || bank.domain !== domain) {
    return refusedAs(
      'PARTICIPANT_UNKNOWN',
      `${message.sourceAccountId} is no account of ${message.sourceBank}`,
    );
  }
  return { own, bank, recipient, amountMinor };
}

function recipientOf(customer: NonNullable<Awaited<ReturnType<typeof customerOf>>>): Recipient {
  const phoneNumber = normalisePhone(customer.primaryContact);
  return {
    accountId: customer.accountId,
    name: customer.name,
    walletType: customer.accountType,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
  };
}

async function postDeposit(
  deps: HearingDeps,
  it: Heard<DepositMessage>,
  judged: Judged,
): Promise<AnswerToNetwork> {
  const draft = draftOf(it.message, judged, deps.clock());
  const prepared = prepareTransfer(draft);
  const transactionHash = Buffer.from(prepared.hash).toString('hex');
  const answer: AnswerToNetwork = {
    outcome: 'ACCEPTED',
    fiTransactionId: draft.fiTransactionId,
    transactionHash,
    businessStatus: standingOf(judged.recipient).businessStatus ?? 'RECEIVED_AT_FI',
  };
  const submit = (): Promise<Result> =>
    deps.ledger.submit({
      key: {
        principal: 'network',
        key: it.messageId,
        requestHash: Buffer.from(it.bodyHash, 'hex'),
      },
      requires: [{ kind: 'account-open', accountId: judged.recipient.accountId }],
      transfers: [prepared],
      attach: [
        auditOf(it.message, judged, transactionHash),
        { table: 'networkMessage', row: messageRow(it, answer) },
      ],
    });
  let result = await submit();
  if (isMissing(result, settlementAccountId(judged.bank.participantCode))) {
    await deps.directory.settlementAccountOf(judged.bank);
    result = await submit();
  }
  if (result.outcome === 'posted' && !result.replayed) return answer;
  if (result.outcome === 'refused' && result.reason.name === 'KEY_REUSED')
    throw new Refusal('MESSAGE_ID_REUSED');
  // Here the same message was first in another request, whose answer is this one's too.
  const earlier = await earlierAnswer(deps, it);
  if (earlier !== undefined) return earlier;
  if (result.outcome === 'posted') throw new Error('a deposit was posted without keeping its answer');
  return keepAnswer(deps, it, answerOf(result.reason));
}

const isMissing = (result: Result, accountId: string): boolean =>
  result.outcome === 'refused' &&
  result.reason.name === 'ACCOUNT_MISSING' &&
  result.reason.accountId === accountId;

function answerOf(reason: RefusalReason): AnswerToNetwork {
  switch (reason.name) {
    case 'ACCOUNT_MISSING':
      return refusedAs('ACCOUNT_NOT_FOUND', `there is no account ${reason.accountId}`);
    case 'ACCOUNT_FROZEN':
      return refusedAs('ACCOUNT_FROZEN', `account ${reason.accountId} is blocked`);
    case 'ACCOUNT_CLOSED':
      return refusedAs('ACCOUNT_CLOSED', `account ${reason.accountId} is closed`);
    case 'BALANCE_OUT_OF_RANGE':
      return refusedAs('AMOUNT_INVALID', 'the amount is more than the account can hold');
    case 'REFUSED_BY_DATABASE':
      if (reason.constraint === 'network_message_deposit') {
        return refusedAs('DEPOSIT_ID_REUSED', 'another message brought this deposit before');
      }
  }
  throw new Error(`the ledger refused a deposit in an unexpected way: ${reason.name}`);
}

/** What comes to the main account waits for a decision; a customer's is theirs at once. */
const standingOf = ({ walletType }: Recipient): Standing => ({
  status: 'SUCCESS',
  businessStatus: walletType === 'BANK' ? 'RECEIVED_AT_FI' : 'ACKNOWLEDGED_BY_FI',
});

function draftOf(
  message: DepositMessage,
  { own, bank, recipient, amountMinor }: Judged,
  now: Date,
): TransferDraft {
  return {
    nonce: randomBytes(16),
    assetId: message.assetId,
    amountMinor,
    type: recipient.walletType === 'BANK' ? 'DEPOSIT' : 'RECEIVE',
    standing: standingOf(recipient),
    debitAccountId: settlementAccountId(bank.participantCode),
    creditAccountId: recipient.accountId,
    sourceAccountId: message.sourceAccountId,
    fiTransactionId: newFiTransactionId(bank, now),
    fastTransactionId: message.depositId,
    ...(message.extRef === undefined ? {} : { extRef: message.extRef }),
    ...(message.description === undefined ? {} : { description: message.description }),
    ...(message.sourceName === undefined ? {} : { sourceName: message.sourceName }),
    ...(message.sourcePhoneNumber === undefined ? {} : { sourcePhoneNumber: message.sourcePhoneNumber }),
    destinationName: recipient.name,
    ...(recipient.phoneNumber === undefined ? {} : { destinationPhoneNumber: recipient.phoneNumber }),
    details: detailsOf({
      sourceBankName: bank.name,
      sourceBankParticipantCode: bank.participantCode,
      sourceWalletType: message.sourceWalletType,
      destinationBankName: own.name,
      destinationBankParticipantCode: own.participantCode,
      destinationWalletType: recipient.walletType,
      transactionWalletType: message.sourceWalletType,
      receiverBankAccount: recipient.accountId,
      qrCode: message.qrCode,
    }),
  };
}

function auditOf(message: DepositMessage, { recipient, amountMinor }: Judged, transactionHash: string) {
  const currency = currencyOf(message.assetId);
  const amount = formatAmount(amountMinor, currency);
  return auditAttachment({
    actor: networkActor,
    activity: 'DEPOSIT_RECEIVED',
    description: `Received ${amount} ${currency} from ${message.sourceAccountId} for ${recipient.accountId}`,
    subject: recipient.accountId,
    new: { transactionHash, depositId: message.depositId, currency, amount },
  });
}
