import { createHash, randomBytes } from 'node:crypto';
import { judgeAmount, type TransferRequest, type TransferResult } from '@tonle/contract/main-account';
import { normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import {
  findByKey,
  type Ledger,
  type Posted,
  type PreparedTransfer,
  prepareTransfer,
  type RefusalReason,
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
import { detailsOf, newFiTransactionId } from '../transactions/transactions.public.ts';
import { accountNotFound } from './accounts.service.ts';
import { closeRequest, openRequest, pendingUntil, type RequestKey } from './transfer-request.store.ts';

export interface TransferDeps {
  db: Db;
  ledger: Pick<Ledger, 'submit'>;
  bankKey: Pick<BankKey, 'signer'>;
  clock: () => Date;
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
  const { bank, recipient, isOpen } = await inTransaction(deps.db, async (tx) => ({
    ...(await partiesOf(tx, request)),
    isOpen: requestKey === undefined || (await openRequest(tx, requestKey, deadline)),
  }));
  try {
    if (!isOpen) throw new Refusal('DEADLINE_PASSED');
    const signer = deps.bankKey.signer();
    const signed = await signTransfer(prepareTransfer(draftOf(order, bank, recipient, deps.clock())), signer);
    const result = await deps.ledger.submit({
      ...(requestKey === undefined ? {} : { key: { ...requestKey, requestHash } }),
      deadline,
      requires: [
        { kind: 'account-open', accountId: bank.mainAccountId },
        { kind: 'account-open', accountId: recipient.accountId },
        { kind: 'key-registered', accountId: bank.mainAccountId, keyId: signer.keyId },
      ],
      transfers: [signed],
      attach: [auditOf(order, bank, signed)],
    });
    if (result.outcome === 'refused') throw refusalOf(result.reason);
    return resultOf(result);
  } catch (error) {
    const earlier = requestKey && (await earlierAnswer(deps.db, requestKey, requestHash, error));
    if (earlier !== undefined) return earlier;
    throw error;
  }
}

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
  const isOurs =
    error instanceof Refusal && ['BANK_KEY_NOT_INSTALLED', 'DEADLINE_PASSED'].includes(error.refusalName);
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

async function partiesOf(
  tx: Tx,
  request: TransferRequest,
): Promise<{ bank: OwnBank; recipient: CustomerCard }> {
  const bank = await ownBank(tx);
  if (request.destAccountId === bank.mainAccountId) throw new Refusal('RECIPIENT_IS_MAIN_ACCOUNT');
  const recipient = await customerOf(tx, request.destAccountId);
  if (recipient === undefined) throw accountNotFound(bank, request.destAccountId, 'destAccountId');
  return { bank, recipient };
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
