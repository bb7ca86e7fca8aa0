import { createHash, randomBytes } from 'node:crypto';
import { judgeAmount } from '@tonle/contract/amount';
import type { Activity } from '@tonle/contract/audit-log';
import { Refusal, type RefusalName } from '@tonle/contract/refusal';
import {
  type Attachment,
  type CommandKey,
  findByKey,
  type Posted,
  type PreparedTransfer,
  type RefusalReason,
  type Requirement,
  type TransferDraft,
} from '@tonle/ledger';
import { currencyOf, formatAmount } from '@tonle/money';
import { type Db, inTransaction, rawTx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { auditAttachment } from '../audit-log/audit-log.public.ts';
import type { OwnBank } from '../bank-info/bank-info.public.ts';
import { type OutgoingPayment, outgoingAttachments, outgoingDraft } from '../network/network.public.ts';
import { detailsOf, newFiTransactionId } from '../transactions/transactions.public.ts';
import { type Abroad, bankOf, findAbroad } from './accounts-abroad.service.ts';

/** What is asked for, whoever asks: a transfer from the main account, or a customer's payment. */
export interface MoneyRequest {
  readonly destAccountId: string;
  readonly assetId: OutgoingPayment['assetId'];
  readonly amount: string;
  readonly description?: string | undefined;
  readonly extRef?: string | undefined;
  readonly sourceOfFunds?: OutgoingPayment['sourceOfFunds'] | undefined;
  readonly qrCode?: string | undefined;
}

type Party = OutgoingPayment['source'];

export interface MoneyOrder {
  readonly request: MoneyRequest;
  readonly own: OwnBank;
  readonly source: Party;
}

/** How the money goes: the posting, what must hold for it, and what is written with it. */
export interface MoneyRoute {
  readonly draft: TransferDraft;
  readonly requires: Requirement[];
  readonly attachmentsOf: (prepared: PreparedTransfer) => Attachment[];
}

export const amountOf = ({ amount, assetId }: MoneyRequest): bigint => {
  const amountMinor = judgeAmount(amount, currencyOf(assetId));
  if (typeof amountMinor === 'string') throw new Error(`an amount passed that is none: ${amountMinor}`);
  return amountMinor;
};

/** To an account of this bank: there at once. */
export function routeWithin({ request, own, source }: MoneyOrder, recipient: Party, now: Date): MoneyRoute {
  const draft: TransferDraft = {
    nonce: randomBytes(16),
    assetId: request.assetId,
    amountMinor: amountOf(request),
    type: 'SEND_PAY',
    standing: { status: 'SUCCESS', businessStatus: null },
    debitAccountId: source.accountId,
    creditAccountId: recipient.accountId,
    fiTransactionId: newFiTransactionId(own, now),
    sourceName: source.name,
    ...(source.phoneNumber === undefined ? {} : { sourcePhoneNumber: source.phoneNumber }),
    destinationName: recipient.name,
    ...(recipient.phoneNumber === undefined ? {} : { destinationPhoneNumber: recipient.phoneNumber }),
    ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    ...(request.description === undefined ? {} : { description: request.description }),
    details: detailsOf({
      sourceBankName: own.name,
      sourceBankParticipantCode: own.participantCode,
      destinationBankName: own.name,
      destinationBankParticipantCode: own.participantCode,
      sourceWalletType: source.walletType,
      destinationWalletType: recipient.walletType,
      transactionWalletType: source.walletType,
      sourceOfFundsName: request.sourceOfFunds?.name,
      sourceOfFundsPhoneNumber: request.sourceOfFunds?.phoneNumber,
      qrCode: request.qrCode,
    }),
  };
  return {
    draft,
    requires: [{ kind: 'account-open', accountId: recipient.accountId }],
    attachmentsOf: () => [],
  };
}

/**
 * To another bank: checked over the gateway, posted as pending with the message to the network (decisions section 7). The
 * network's silence is no fault of whoever sends: the money then waits, unchecked, and comes back if it must.
 */
export async function routeAbroad(
  { network, clock }: { network: Abroad; clock: () => Date },
  { request, own, source }: MoneyOrder,
): Promise<MoneyRoute> {
  const accountId = request.destAccountId;
  const bank = await bankOf(network, own, accountId, 'destAccountId');
  const account = await findAbroad(network, own, accountId, 'destAccountId').then(
    (found) => found.account,
    (error: unknown) => {
      if (error instanceof Refusal && error.refusalName === 'NETWORK_SILENT') return undefined;
      throw error;
    },
  );
  const data = { account: accountId };
  if (account?.accountStatus === 'DELETED') throw new Refusal('ACCOUNT_DELETED', data);
  if (account?.accountStatus === 'DEACTIVATED') throw new Refusal('ACCOUNT_DEACTIVATED', data);
  if (account?.frozen === true) throw new Refusal('ACCOUNT_BLOCKED', data);
  await network.directory.settlementAccountOf(bank);
  const now = clock();
  const payment: OutgoingPayment = {
    fiTransactionId: newFiTransactionId(own, now),
    assetId: request.assetId,
    amountMinor: amountOf(request),
    own,
    bank,
    source,
    recipient: { accountId, ...(account && { name: account.name, walletType: account.accountType }) },
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    ...(request.sourceOfFunds === undefined ? {} : { sourceOfFunds: request.sourceOfFunds }),
    ...(request.qrCode === undefined ? {} : { qrCode: request.qrCode }),
  };
  return {
    draft: outgoingDraft(payment),
    requires: [],
    attachmentsOf: (prepared) =>
      outgoingAttachments(payment, prepared, { now, silenceSeconds: network.silenceSeconds }),
  };
}

/** The entry that goes with the posting. */
export function auditMoney(
  it: { actor: Actor; activity: Activity; verb: 'Sent' | 'Paid'; from: string; subject: string },
  request: MoneyRequest,
  { hash }: PreparedTransfer,
): Attachment {
  const currency = currencyOf(request.assetId);
  const amount = formatAmount(amountOf(request), currency);
  return auditAttachment({
    actor: it.actor,
    activity: it.activity,
    description: `${it.verb} ${amount} ${currency} from ${it.from} to ${request.destAccountId}`,
    subject: it.subject,
    new: {
      transactionHash: Buffer.from(hash).toString('hex'),
      destAccountId: request.destAccountId,
      currency,
      amount,
      ...(request.description === undefined ? {} : { description: request.description }),
      ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    },
  });
}

/** What the ledger posted, as it is told to whoever asked. */
export function resultOf(posted: Posted) {
  const it = posted.transfers[0];
  if (it === undefined) throw new Error('an order of money was posted without a transfer');
  return {
    transactionHash: it.transactionHash,
    fiTransactionId: it.fiTransactionId,
    status: it.status,
    businessStatus: it.businessStatus,
    transactionCreatedTime: it.created.toISOString(),
  };
}

/** The ledger's refusals in the words of the contract; how a lack of money is called depends on whose it is. */
export function refusalOf(reason: RefusalReason, lack: 'INSUFFICIENT_FUNDS' | 'BALANCE_TOO_LOW'): Error {
  switch (reason.name) {
    case 'INSUFFICIENT_FUNDS': {
      const currency = currencyOf(reason.assetId);
      return new Refusal(lack, { balance: formatAmount(reason.balanceMinor, currency), currency });
    }
    case 'DAY_LIMIT_EXCEEDED': {
      const currency = currencyOf(reason.assetId);
      return new Refusal('DAY_LIMIT_EXCEEDED', {
        limit: formatAmount(reason.limitMinor, currency),
        spent: formatAmount(reason.spentMinor, currency),
        currency,
      });
    }
    case 'ACCOUNT_MISSING':
      return new Refusal('ACCOUNT_NOT_FOUND', { account: reason.accountId });
    case 'ACCOUNT_FROZEN':
      return new Refusal('ACCOUNT_BLOCKED', { account: reason.accountId });
    case 'ACCOUNT_CLOSED':
      return new Refusal(reason.status === 'DELETED' ? 'ACCOUNT_DELETED' : 'ACCOUNT_DEACTIVATED', {
        account: reason.accountId,
      });
    case 'SIGNING_KEY_MISSING':
      return new Refusal('BANK_KEY_NOT_INSTALLED');
    case 'DEADLINE_PASSED':
      return new Refusal('DEADLINE_PASSED');
    case 'KEY_REUSED':
      return new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'BALANCE_OUT_OF_RANGE':
      return new Refusal('INVALID_REQUEST', {}, [{ path: 'amount', key: 'amount.out-of-range' }]);
    default:
      return new Error(`the ledger refused an order of money in an unexpected way: ${reason.name}`);
  }
}

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

/**
 * What the ledger posted under this key before, where this attempt cannot say it itself: something was refused on the way to
 * the ledger that was not refused then, or the fate of the commit is not known.
 */
export async function postedBefore(
  db: Db,
  key: CommandKey | undefined,
  error: unknown,
  mayHaveChanged: (refusal: RefusalName) => boolean = () => true,
): Promise<Posted | undefined> {
  const isUnknown = error instanceof Error && 'code' in error && error.code === 'OUTCOME_UNKNOWN';
  const isOurs = error instanceof Refusal && mayHaveChanged(error.refusalName);
  if (key === undefined || !(isUnknown || isOurs)) return undefined;
  const found = await inTransaction(db, (tx) => findByKey(rawTx(tx), key)).catch(() => undefined);
  if (found?.found !== 'POSTED') return undefined;
  if (Buffer.from(key.requestHash).toString('hex') !== found.requestHash) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }
  return found.posted;
}
