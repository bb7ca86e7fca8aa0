import { createHash, randomBytes } from 'node:crypto';
import { judgeAmount } from '@tonle/contract/amount';
import type { TransferRequest, TransferResult } from '@tonle/contract/main-account';
import type { InquiredAccount } from '@tonle/contract/network';
import { normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import {
  type Attachment,
  findByKey,
  type Ledger,
  type Posted,
  type PreparedTransfer,
  prepareTransfer,
  type RefusalReason,
  type Requirement,
  signTransfer,
  type TransferDraft,
} from '@tonle/ledger';
import { currencyOf, formatAmount } from '@tonle/money';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { auditAttachment } from '../audit-log/audit-log.public.ts';
import { type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import { type CustomerCard, customerOf } from '../customers/customers.public.ts';
import type { BankKey } from '../keyholders/keyholders.public.ts';
import { type OutgoingPayment, outgoingAttachments, outgoingDraft } from '../network/network.public.ts';
import { detailsOf, newFiTransactionId } from '../transactions/transactions.public.ts';
import { accountNotFound } from './accounts.service.ts';
import { type Abroad, bankOf, findAbroad, isAbroad } from './accounts-abroad.service.ts';
import { closeRequest, openRequest, pendingUntil, type RequestKey } from './transfer-request.store.ts';

export interface TransferDeps {
  db: Db;
  ledger: Pick<Ledger, 'submit'>;
  bankKey: Pick<BankKey, 'signer'>;
  clock: () => Date;
  network: Abroad;
}

/** A transfer as one person asks for it, once or again. */
export type TransferOrder = {
  request: TransferRequest;
  userId: bigint;
  actor: Actor;
  idempotencyKey?: string;
  deadline: Date;
};

const principalOf = (userId: bigint): string => `user:${userId}`;

/**
 * Sends money from the main account: signed here, then posted if recipient, key and balance still allow it when its turn
 * comes in the ledger (1-portal.md section 5, decisions section 7).
 */
export async function sendTransfer(deps: TransferDeps, order: TransferOrder): Promise<TransferResult> {
  const { request, idempotencyKey, deadline } = order;
  const requestKey =
    idempotencyKey === undefined ? undefined : { principal: principalOf(order.userId), key: idempotencyKey };
  const requestHash = hashOf(request);
  const { bank, customer, isOpen } = await inTransaction(deps.db, async (tx) => ({
    ...(await partiesOf(tx, request)),
    isOpen: requestKey === undefined || (await openRequest(tx, requestKey, deadline)),
  }));
  try {
    if (!isOpen) throw new Refusal('DEADLINE_PASSED');
    const signer = deps.bankKey.signer();
    const route = customer ? within(order, bank, customer, deps.clock()) : await abroad(deps, order, bank);
    const signed = await signTransfer(prepareTransfer(route.draft), signer);
    const result = await deps.ledger.submit({
      ...(requestKey === undefined ? {} : { key: { ...requestKey, requestHash } }),
      deadline,
      requires: [
        { kind: 'account-open', accountId: bank.mainAccountId },
        ...route.requires,
        { kind: 'key-registered', accountId: bank.mainAccountId, keyId: signer.keyId },
      ],
      transfers: [signed],
      attach: [auditOf(order, bank, signed), ...route.attachmentsOf(signed)],
    });
    if (result.outcome === 'refused') throw refusalOf(result.reason);
    if (customer === undefined) deps.network.wake();
    return resultOf(result);
  } catch (error) {
    const earlier = requestKey && (await earlierAnswer(deps.db, requestKey, requestHash, error));
    if (earlier !== undefined) return earlier;
    throw error;
  }
}

/** What may be refused now and was not when the key was first used; the ledger judges its own by the key itself. */
const refusedBeforeTheLedger: ReadonlySet<string> = new Set([
  'BANK_KEY_NOT_INSTALLED',
  'DEADLINE_PASSED',
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_DEACTIVATED',
  'ACCOUNT_DELETED',
]);

/**
 * What was posted under this key before, where this attempt cannot say it itself: the bank's key is gone by now, the key
 * was closed, or the fate of the commit is not known.
 */
async function earlierAnswer(
  db: Db,
  requestKey: RequestKey,
  requestHash: Buffer,
  error: unknown,
): Promise<TransferResult | undefined> {
  const isLedgers = error instanceof Error && 'code' in error && error.code === 'OUTCOME_UNKNOWN';
  const isOurs = error instanceof Refusal && refusedBeforeTheLedger.has(error.refusalName);
  if (!isLedgers && !isOurs) return undefined;
  const found = await inTransaction(db, (tx) => findByKey(rawTx(tx), requestKey)).catch(() => undefined);
  if (found?.found !== 'POSTED') return undefined;
  if (requestHash.toString('hex') !== found.requestHash) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return resultOf(found.posted);
}

/**
 * What became of a transfer. Whoever is told ABSENT can rely on it: the key is closed first, so that a request still on its
 * way cannot be posted afterwards.
 */
export async function outcomeOf(
  db: Db,
  userId: bigint,
  key: string,
): Promise<{ outcome: 'POSTED' | 'UNKNOWN' | 'ABSENT'; transfer: TransferResult | null }> {
  const requestKey = { principal: principalOf(userId), key };
  const found = await inTransaction(db, async (tx) => {
    const deadline = await pendingUntil(tx, requestKey);
    return findByKey(rawTx(tx), { ...requestKey, ...(deadline === undefined ? {} : { deadline }) });
  });
  if (found.found === 'POSTED') return { outcome: 'POSTED', transfer: resultOf(found.posted) };
  if (found.found === 'UNKNOWN') return { outcome: 'UNKNOWN', transfer: null };
  const isClosed = await inTransaction(db, (tx) => closeRequest(tx, requestKey));
  if (!isClosed) return { outcome: 'UNKNOWN', transfer: null };
  const last = await inTransaction(db, (tx) => findByKey(rawTx(tx), requestKey));
  return last.found === 'POSTED'
    ? { outcome: 'POSTED', transfer: resultOf(last.posted) }
    : { outcome: last.found, transfer: null };
}

/** This bank, and the recipient where it is a customer of it. */
async function partiesOf(
  tx: Tx,
  request: TransferRequest,
): Promise<{ bank: OwnBank; customer: CustomerCard | undefined }> {
  const bank = await ownBank(tx);
  if (request.destAccountId === bank.mainAccountId) throw new Refusal('RECIPIENT_IS_MAIN_ACCOUNT');
  if (isAbroad(bank, request.destAccountId)) return { bank, customer: undefined };
  const customer = await customerOf(tx, request.destAccountId);
  if (customer === undefined) throw accountNotFound(bank, request.destAccountId, 'destAccountId');
  return { bank, customer };
}

const amountOf = (request: TransferRequest): bigint => {
  const amountMinor = judgeAmount(request.amount, currencyOf(request.assetId));
  if (typeof amountMinor === 'string') throw new Error(`an amount passed that is none: ${amountMinor}`);
  return amountMinor;
};

/** The parsed request in one form, so that 100 and 100.00 are the same request. */
const hashOf = (it: TransferRequest): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        it.destAccountId,
        it.assetId,
        amountOf(it).toString(),
        it.srcName ?? null,
        it.description ?? null,
        it.extRef ?? null,
        it.sourceOfFunds?.name ?? null,
        it.sourceOfFunds?.phoneNumber ?? null,
      ]),
    )
    .digest();

/** How the money goes: the posting, what must hold for it, and what is written with it. */
type TransferRoute = {
  draft: TransferDraft;
  requires: Requirement[];
  attachmentsOf: (prepared: PreparedTransfer) => Attachment[];
};

const within = (order: TransferOrder, bank: OwnBank, recipient: CustomerCard, now: Date): TransferRoute => ({
  draft: draftOf(order, bank, recipient, now),
  requires: [{ kind: 'account-open', accountId: recipient.accountId }],
  attachmentsOf: () => [],
});

/**
 * To another bank: checked over the gateway, posted as pending with the message to the network (decisions section 7). The
 * network's silence is no fault of the person who sends: the transfer then waits, unchecked, and comes back if it must.
 */
async function abroad(deps: TransferDeps, { request }: TransferOrder, own: OwnBank): Promise<TransferRoute> {
  const { network } = deps;
  const accountId = request.destAccountId;
  const bank = await bankOf(network, own, accountId, 'destAccountId');
  const account = await findAbroad(network, own, accountId, 'destAccountId').then(
    (found) => found.account,
    (error: unknown) => {
      if (error instanceof Refusal && error.refusalName === 'NETWORK_SILENT') return undefined;
      throw error;
    },
  );
  refuseUnusable(account);
  await network.directory.settlementAccountOf(bank);
  const now = deps.clock();
  const payment: OutgoingPayment = {
    fiTransactionId: newFiTransactionId(own, now),
    assetId: request.assetId,
    amountMinor: amountOf(request),
    own,
    bank,
    source: { accountId: own.mainAccountId, name: request.srcName ?? own.name, walletType: 'BANK' },
    recipient: { accountId, ...(account && { name: account.name, walletType: account.accountType }) },
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    ...(request.sourceOfFunds === undefined ? {} : { sourceOfFunds: request.sourceOfFunds }),
  };
  return {
    draft: outgoingDraft(payment),
    requires: [],
    attachmentsOf: (prepared) =>
      outgoingAttachments(payment, prepared, { now, silenceSeconds: network.silenceSeconds }),
  };
}

function refuseUnusable(account: InquiredAccount | undefined): void {
  if (account === undefined) return;
  const data = { account: account.accountId };
  if (account.accountStatus === 'DELETED') throw new Refusal('ACCOUNT_DELETED', data);
  if (account.accountStatus === 'DEACTIVATED') throw new Refusal('ACCOUNT_DEACTIVATED', data);
  if (account.frozen) throw new Refusal('ACCOUNT_BLOCKED', data);
}

function draftOf(
  { request }: TransferOrder,
  bank: OwnBank,
  recipient: CustomerCard,
  now: Date,
): TransferDraft {
  const phone = normalisePhone(recipient.primaryContact);
  return {
    nonce: randomBytes(16),
    assetId: request.assetId,
    amountMinor: amountOf(request),
    type: 'SEND_PAY',
    standing: { status: 'SUCCESS', businessStatus: null },
    debitAccountId: bank.mainAccountId,
    creditAccountId: recipient.accountId,
    fiTransactionId: newFiTransactionId(bank, now),
    sourceName: request.srcName ?? bank.name,
    destinationName: recipient.name,
    ...(phone === undefined ? {} : { destinationPhoneNumber: phone }),
    ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    ...(request.description === undefined ? {} : { description: request.description }),
    details: detailsOf({
      sourceBankName: bank.name,
      sourceBankParticipantCode: bank.participantCode,
      destinationBankName: bank.name,
      destinationBankParticipantCode: bank.participantCode,
      sourceWalletType: 'BANK',
      destinationWalletType: recipient.accountType,
      transactionWalletType: 'BANK',
      sourceOfFundsName: request.sourceOfFunds?.name,
      sourceOfFundsPhoneNumber: request.sourceOfFunds?.phoneNumber,
    }),
  };
}

function auditOf({ actor, request }: TransferOrder, bank: OwnBank, signed: PreparedTransfer) {
  const currency = currencyOf(request.assetId);
  const amount = formatAmount(amountOf(request), currency);
  return auditAttachment({
    actor,
    activity: 'TRANSFER_SENT',
    description: `Sent ${amount} ${currency} from ${bank.mainAccountId} to ${request.destAccountId}`,
    subject: request.destAccountId,
    new: {
      transactionHash: Buffer.from(signed.hash).toString('hex'),
      destAccountId: request.destAccountId,
      currency,
      amount,
      ...(request.description === undefined ? {} : { description: request.description }),
      ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    },
  });
}

function resultOf(posted: Posted): TransferResult {
  const it = posted.transfers[0];
  if (it === undefined) throw new Error('a transfer was posted without a transfer');
  return {
    transactionHash: it.transactionHash,
    fiTransactionId: it.fiTransactionId,
    status: it.status,
    transactionCreatedTime: it.created.toISOString(),
  };
}

/** The ledger's refusals in the words of the contract. */
function refusalOf(reason: RefusalReason): Error {
  switch (reason.name) {
    case 'INSUFFICIENT_FUNDS': {
      const currency = currencyOf(reason.assetId);
      return new Refusal('INSUFFICIENT_FUNDS', {
        balance: formatAmount(reason.balanceMinor, currency),
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
      return new Error(`the ledger refused a transfer in an unexpected way: ${reason.name}`);
  }
}
