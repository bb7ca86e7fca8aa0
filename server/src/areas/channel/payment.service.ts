import type { Payment, PaymentResult } from '@tonle/contract/channel';
import { readKhqr } from '@tonle/contract/khqr';
import { normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import { type Ledger, prepareTransfer } from '@tonle/ledger';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { type Customer, customerOf } from '../customers/customers.public.ts';
import {
  type Abroad,
  accountNotFound,
  amountOf,
  auditMoney,
  isAbroad,
  type MoneyOrder,
  type MoneyRoute,
  postedBefore,
  refusalOf,
  requestHashOf,
  resultOf,
  routeAbroad,
  routeWithin,
} from '../main-account/main-account.public.ts';
import { commandKeyOf } from './asked-before.ts';
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

/** Pays from a customer's account: the ledger judges balance, limit of the day and accounts when its turn comes (decisions section 8). */
export async function pay(deps: PaymentDeps, order: PaymentOrder): Promise<PaymentResult> {
  const { request, app, accountId, deadline } = order;
  const amountMinor = amountOf(request);
  const requestHash = requestHashOf({ accountId, ...request, amount: String(amountMinor) });
  const key = commandKeyOf(app, order.idempotencyKey, requestHash);
  try {
    const { draft, requires, attachmentsOf } = await routeOf(deps, order);
    const entry = {
      actor: order.actor,
      activity: 'PAYMENT_SENT',
      verb: 'Paid',
      from: accountId,
      subject: accountId,
    } as const;
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
      attach: [auditMoney(entry, request, prepared), ...attachmentsOf(prepared)],
    });
    if (result.outcome === 'refused') throw refusalOf(result.reason, 'BALANCE_TOO_LOW');
    if (draft.standing.status === 'PENDING') deps.network.wake();
    return resultOf(result);
  } catch (error) {
    const earlier = await postedBefore(deps.db, key, error);
    if (earlier !== undefined) return resultOf(earlier);
    throw error;
  }
}

async function routeOf(deps: PaymentDeps, order: PaymentOrder): Promise<MoneyRoute> {
  const { request, app, accountId } = order;
  const now = deps.clock();
  const { own, source, payee } = await inTransaction(
    deps.db,
    async (tx) => {
      const bank = await ownBank(tx);
      const { customer } = await ownAccount(tx, app, accountId);
      return { own: bank, source: payerOf(customer), payee: await customerOf(tx, request.destAccountId) };
    },
    { readOnly: true },
  );
  const refuse = (path: string, key: string) => new Refusal('INVALID_REQUEST', {}, [{ path, key }]);
  if (request.destAccountId === accountId) throw refuse('destAccountId', 'recipient.is-sender');
  const expiresAt = request.qrCode === undefined ? undefined : readKhqr(request.qrCode)?.expiresAt;
  if (expiresAt !== undefined && expiresAt < now) throw refuse('qrCode', 'qr.expired');
  const money: MoneyOrder = { request, own, source };
  if (isAbroad(own, request.destAccountId)) return routeAbroad(deps, money);
  if (request.destAccountId === own.mainAccountId) {
    return routeWithin(money, { accountId: own.mainAccountId, name: own.name, walletType: 'BANK' }, now);
  }
  if (payee === undefined) throw accountNotFound(own, request.destAccountId, 'destAccountId');
  const phoneNumber = normalisePhone(payee.primaryContact);
  const recipient = { accountId: payee.accountId, name: payee.name, walletType: payee.accountType };
  return routeWithin(money, { ...recipient, ...(phoneNumber && { phoneNumber }) }, now);
}

function payerOf(customer: Customer): MoneyOrder['source'] {
  const phoneNumber = normalisePhone(customer.primary_contact);
  return {
    accountId: customer.account_id,
    name: customer.full_name ?? customer.organization_name ?? customer.account_id,
    walletType: customer.account_type,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
  };
}
