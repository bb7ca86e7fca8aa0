import { randomBytes } from 'node:crypto';
import { judgeAmount } from '@tonle/contract/amount';
import type { Payment, PaymentResult } from '@tonle/contract/channel';
import { readKhqr } from '@tonle/contract/khqr';
import { normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import {
  type Attachment,
  type Ledger,
  type Posted,
  type PreparedTransfer,
  prepareTransfer,
  type RefusalReason,
  type Requirement,
  type TransferDraft,
} from '@tonle/ledger';
import { currencyOf, formatAmount } from '@tonle/money';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import { auditAttachment } from '../audit-log/audit-log.public.ts';
import { type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import { type Customer, customerOf } from '../customers/customers.public.ts';
import {
  type Abroad,
  accountNotFound,
  bankOf,
  findAbroad,
  isAbroad,
} from '../main-account/main-account.public.ts';
import { type OutgoingPayment, outgoingAttachments, outgoingDraft } from '../network/network.public.ts';
import { detailsOf, newFiTransactionId } from '../transactions/transactions.public.ts';
import { commandKeyOf, postedBefore, requestHashOf } from './asked-before.ts';
import { ownAccount } from './own-account.ts';

export interface PaymentDeps {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly network: Abroad;
  readonly clock: () => Date;
}

export type PaymentOrder = {
  request: Payment;
  app: ChannelApp;
  actor: Actor;
  accountId: string;
  idempotencyKey?: string;
  deadline: Date;
};

/** How the money goes: the posting, what must hold for it, and what is written with it. */
type Route = {
  draft: TransferDraft;
  requires: Requirement[];
  attachmentsOf: (prepared: PreparedTransfer) => Attachment[];
};
type Payer = { accountId: string; name: string; phoneNumber?: string; walletType: Customer['account_type'] };

/** Pays from a customer's account: the ledger judges balance, limit of the day and accounts when its turn comes (decisions section 8). */
export async function pay(deps: PaymentDeps, order: PaymentOrder): Promise<PaymentResult> {
  const { request, app, accountId, deadline } = order;
  const amountMinor = amountOf(request);
  const requestHash = requestHashOf({ accountId, ...request, amount: String(amountMinor) });
  const key = commandKeyOf(app, order.idempotencyKey, requestHash);
  try {
    const { draft, requires, attachmentsOf } = await routeOf(deps, order);
    const prepared = prepareTransfer(draft);
    const result = await deps.ledger.submit({
      ...(key === undefined ? {} : { key }),
      deadline,
      requires: [
        { kind: 'account-open', accountId },
        ...requires,
        { kind: 'day-limit', accountId, assetId: request.assetId, amountMinor },
      ],
      transfers: [prepared],
      attach: [auditOf(order, prepared), ...attachmentsOf(prepared)],
    });
    if (result.outcome === 'refused') throw refusalOf(result.reason);
    if (draft.standing.status === 'PENDING') deps.network.wake();
    return resultOf(result);
  } catch (error) {
    const earlier = await postedBefore(deps.db, key, error);
    if (earlier !== undefined) return resultOf(earlier);
    throw error;
  }
}

const amountOf = ({ amount, assetId }: Payment): bigint => {
  const amountMinor = judgeAmount(amount, currencyOf(assetId));
  if (typeof amountMinor === 'string') throw new Error(`an amount passed that is none: ${amountMinor}`);
  return amountMinor;
};

async function routeOf(deps: PaymentDeps, order: PaymentOrder): Promise<Route> {
  const { request, app, accountId } = order;
  const now = deps.clock();
  const { own, payer, payee } = await inTransaction(
    deps.db,
    async (tx) => {
      const bank = await ownBank(tx);
      const { customer } = await ownAccount(tx, app, accountId);
      return { own: bank, payer: payerOf(customer), payee: await customerOf(tx, request.destAccountId) };
    },
    { readOnly: true },
  );
  const refuse = (path: string, key: string) => new Refusal('INVALID_REQUEST', {}, [{ path, key }]);
  if (request.destAccountId === accountId) throw refuse('destAccountId', 'recipient.is-sender');
  const expiresAt = request.qrCode === undefined ? undefined : readKhqr(request.qrCode)?.expiresAt;
  if (expiresAt !== undefined && expiresAt < now) throw refuse('qrCode', 'qr.expired');
  if (isAbroad(own, request.destAccountId)) return abroad(deps, order, own, payer);
  if (request.destAccountId === own.mainAccountId) {
    return within(
      order,
      own,
      payer,
      { accountId: own.mainAccountId, name: own.name, walletType: 'BANK' },
      now,
    );
  }
  if (payee === undefined) throw accountNotFound(own, request.destAccountId, 'destAccountId');
  const phoneNumber = normalisePhone(payee.primaryContact);
  const recipient = { accountId: payee.accountId, name: payee.name, walletType: payee.accountType };
  return within(order, own, payer, { ...recipient, ...(phoneNumber && { phoneNumber }) }, now);
}

function payerOf(customer: Customer): Payer {
  const phoneNumber = normalisePhone(customer.primary_contact);
  return {
    accountId: customer.account_id,
    name: customer.full_name ?? customer.organization_name ?? customer.account_id,
    walletType: customer.account_type,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
  };
}

/** To an account of this bank: there at once. */
function within(
  { request }: PaymentOrder,
  own: OwnBank,
  payer: Payer,
  payee: Omit<Payer, 'walletType'> & { walletType: Payer['walletType'] | 'BANK' },
  now: Date,
): Route {
  const draft: TransferDraft = {
    nonce: randomBytes(16),
    assetId: request.assetId,
    amountMinor: amountOf(request),
    type: 'SEND_PAY',
    standing: { status: 'SUCCESS', businessStatus: null },
    debitAccountId: payer.accountId,
    creditAccountId: payee.accountId,
    fiTransactionId: newFiTransactionId(own, now),
    sourceName: payer.name,
    ...(payer.phoneNumber === undefined ? {} : { sourcePhoneNumber: payer.phoneNumber }),
    destinationName: payee.name,
    ...(payee.phoneNumber === undefined ? {} : { destinationPhoneNumber: payee.phoneNumber }),
    ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    ...(request.description === undefined ? {} : { description: request.description }),
    details: detailsOf({
      sourceBankName: own.name,
      sourceBankParticipantCode: own.participantCode,
      destinationBankName: own.name,
      destinationBankParticipantCode: own.participantCode,
      sourceWalletType: payer.walletType,
      destinationWalletType: payee.walletType,
      transactionWalletType: payer.walletType,
      ...(request.qrCode === undefined ? {} : { qrCode: request.qrCode }),
    }),
  };
  return {
    draft,
    requires: [{ kind: 'account-open', accountId: payee.accountId }],
    attachmentsOf: () => [],
  };
}

/** To another bank: pending, until the network has said what became of it; its silence is no reason not to pay (decisions section 7). */
async function abroad(
  { network, clock }: PaymentDeps,
  { request }: PaymentOrder,
  own: OwnBank,
  payer: Payer,
): Promise<Route> {
  const accountId = request.destAccountId;
  const bank = await bankOf(network, own, accountId, 'destAccountId');
  const account = await findAbroad(network, own, accountId, 'destAccountId').then(
    (found) => found.account,
    (error: unknown) => {
      if (error instanceof Refusal && error.refusalName === 'NETWORK_SILENT') return undefined;
      throw error;
    },
  );
  if (account?.accountStatus === 'DELETED') throw new Refusal('ACCOUNT_DELETED', { account: accountId });
  if (account?.accountStatus === 'DEACTIVATED')
    throw new Refusal('ACCOUNT_DEACTIVATED', { account: accountId });
  if (account?.frozen === true) throw new Refusal('ACCOUNT_BLOCKED', { account: accountId });
  await network.directory.settlementAccountOf(bank);
  const now = clock();
  const payment: OutgoingPayment = {
    fiTransactionId: newFiTransactionId(own, now),
    assetId: request.assetId,
    amountMinor: amountOf(request),
    own,
    bank,
    source: payer,
    recipient: { accountId, ...(account && { name: account.name, walletType: account.accountType }) },
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.extRef === undefined ? {} : { extRef: request.extRef }),
    ...(request.qrCode === undefined ? {} : { qrCode: request.qrCode }),
  };
  return {
    draft: outgoingDraft(payment),
    requires: [],
    attachmentsOf: (prepared) =>
      outgoingAttachments(payment, prepared, { now, silenceSeconds: network.silenceSeconds }),
  };
}

function auditOf({ actor, accountId, request }: PaymentOrder, { hash }: PreparedTransfer) {
  const currency = currencyOf(request.assetId);
  const amount = formatAmount(amountOf(request), currency);
  return auditAttachment({
    actor,
    activity: 'PAYMENT_SENT',
    description: `Paid ${amount} ${currency} from ${accountId} to ${request.destAccountId}`,
    subject: accountId,
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

function resultOf(posted: Posted): PaymentResult {
  const it = posted.transfers[0];
  if (it === undefined) throw new Error('a payment was posted without a transfer');
  return {
    transactionHash: it.transactionHash,
    fiTransactionId: it.fiTransactionId,
    status: it.status,
    businessStatus: it.businessStatus,
    transactionCreatedTime: it.created.toISOString(),
  };
}

/** The ledger's refusals in the words of the contract. */
function refusalOf(reason: RefusalReason): Error {
  switch (reason.name) {
    case 'INSUFFICIENT_FUNDS': {
      const currency = currencyOf(reason.assetId);
      return new Refusal('BALANCE_TOO_LOW', {
        balance: formatAmount(reason.balanceMinor, currency),
        currency,
      });
    }
    case 'DAY_LIMIT_EXCEEDED': {
      const currency = currencyOf(reason.assetId);
      const [limit, spent] = [reason.limitMinor, reason.spentMinor].map((it) => formatAmount(it, currency));
      return new Refusal('DAY_LIMIT_EXCEEDED', { limit: limit ?? null, spent: spent ?? null, currency });
    }
    case 'ACCOUNT_MISSING':
      return new Refusal('ACCOUNT_NOT_FOUND', { account: reason.accountId });
    case 'ACCOUNT_FROZEN':
      return new Refusal('ACCOUNT_BLOCKED', { account: reason.accountId });
    case 'ACCOUNT_CLOSED':
      return new Refusal(reason.status === 'DELETED' ? 'ACCOUNT_DELETED' : 'ACCOUNT_DEACTIVATED', {
        account: reason.accountId,
      });
    case 'DEADLINE_PASSED':
      return new Refusal('DEADLINE_PASSED');
    case 'KEY_REUSED':
      return new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'BALANCE_OUT_OF_RANGE':
      return new Refusal('INVALID_REQUEST', {}, [{ path: 'amount', key: 'amount.out-of-range' }]);
    default:
      return new Error(`the ledger refused a payment in an unexpected way: ${reason.name}`);
  }
}
