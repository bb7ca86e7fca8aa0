import { createHash, randomBytes } from 'node:crypto';
import type { DecisionMessage, TransferMessage } from '@tonle/contract/network';
import { outgoingStart } from '@tonle/contract/network-states';
import {
  type Attachment,
  type PreparedTransfer,
  settlementAccountId,
  type TransferDraft,
} from '@tonle/ledger';
import { type AssetId, currencyOf, formatAmount } from '@tonle/money';
import type { Bank } from '../bank-info/bank-info.public.ts';
import { detailsOf } from '../transactions/transactions.public.ts';

type WalletType = 'MOBILE' | 'DESKTOP' | 'WEB' | 'BANK';

/** A payment to another bank's customer, or to that bank itself. */
export type OutgoingPayment = {
  fiTransactionId: string;
  assetId: AssetId;
  amountMinor: bigint;
  own: Bank;
  source: { accountId: string; name: string; phoneNumber?: string; walletType: WalletType };
  bank: Bank;
  /** What the network said of the recipient; an outage may leave more than the id unknown. */
  recipient: { accountId: string; name?: string; phoneNumber?: string; walletType?: WalletType };
  description?: string;
  extRef?: string;
  /** The KHQR text that was scanned. */
  qrCode?: string;
  sourceOfFunds?: { name: string; phoneNumber: string };
};

/** The money goes to the other bank's settlement account and waits there for what the network says (decisions section 7). */
export function outgoingDraft(it: OutgoingPayment): TransferDraft {
  const { source, recipient, own, bank } = it;
  return {
    nonce: randomBytes(16),
    assetId: it.assetId,
    amountMinor: it.amountMinor,
    type: 'SEND_PAY',
    standing: outgoingStart,
    debitAccountId: source.accountId,
    creditAccountId: settlementAccountId(bank.participantCode),
    destinationAccountId: recipient.accountId,
    fiTransactionId: it.fiTransactionId,
    sourceName: source.name,
    ...(source.phoneNumber === undefined ? {} : { sourcePhoneNumber: source.phoneNumber }),
    ...(recipient.name === undefined ? {} : { destinationName: recipient.name }),
    ...(recipient.phoneNumber === undefined ? {} : { destinationPhoneNumber: recipient.phoneNumber }),
    ...(it.extRef === undefined ? {} : { extRef: it.extRef }),
    ...(it.description === undefined ? {} : { description: it.description }),
    details: detailsOf({
      sourceBankName: own.name,
      sourceBankParticipantCode: own.participantCode,
      sourceWalletType: source.walletType,
      destinationBankName: bank.name,
      destinationBankParticipantCode: bank.participantCode,
      destinationWalletType: recipient.walletType,
      transactionWalletType: source.walletType,
      receiverBankAccount: recipient.accountId,
      qrCode: it.qrCode,
      sourceOfFundsName: it.sourceOfFunds?.name,
      sourceOfFundsPhoneNumber: it.sourceOfFunds?.phoneNumber,
    }),
  };
}

/** Written with the posting: the message to the network, and when to ask if nothing is heard of it. */
export function outgoingAttachments(
  it: OutgoingPayment,
  { hash }: PreparedTransfer,
  { now, silenceSeconds }: { now: Date; silenceSeconds: number },
): Attachment[] {
  const transactionHash = Buffer.from(hash).toString('hex');
  const message: TransferMessage = {
    type: 'TRANSFER',
    transferId: it.fiTransactionId,
    transactionHash,
    sourceAccountId: it.source.accountId,
    sourceName: it.source.name,
    ...(it.source.phoneNumber === undefined ? {} : { sourcePhoneNumber: it.source.phoneNumber }),
    sourceWalletType: it.source.walletType,
    destinationBank: it.bank.participantCode,
    destinationAccountId: it.recipient.accountId,
    assetId: it.assetId,
    amount: formatAmount(it.amountMinor, currencyOf(it.assetId)),
    ...(it.description === undefined ? {} : { description: it.description }),
    ...(it.extRef === undefined ? {} : { extRef: it.extRef }),
    ...(it.sourceOfFunds === undefined ? {} : { sourceOfFunds: it.sourceOfFunds }),
  };
  return [
    outboxRow(`transfer-${shortHash(transactionHash)}`, transactionHash, message),
    {
      table: 'networkTransfer',
      row: {
        transfer_id: it.fiTransactionId,
        transaction_hash: transactionHash,
        next_inquiry: new Date(now.getTime() + silenceSeconds * 1_000),
      },
    },
  ];
}

/** The message that tells the network what was decided on a deposit; written with the decision. */
export function decisionAttachment(transactionHash: string, message: DecisionMessage): Attachment {
  return outboxRow(`decision-${shortHash(transactionHash)}-1`, transactionHash, message);
}

/** A rejected decision goes out again as a message of its own, told apart by its number. */
export function nextMessageId(messageId: string): string {
  const [, start = messageId, count = '1'] = /^(.*)-(\d+)$/.exec(messageId) ?? [];
  return `${start}-${Number(count) + 1}`;
}

const outboxRow = (
  messageId: string,
  transactionHash: string,
  message: TransferMessage | DecisionMessage,
): Attachment => ({
  table: 'networkOutbox',
  row: {
    message_id: messageId,
    type: message.type,
    transaction_hash: transactionHash,
    body: JSON.stringify(message),
  },
});

const shortHash = (hex: string): string => createHash('sha256').update(hex).digest('hex').slice(0, 32);
