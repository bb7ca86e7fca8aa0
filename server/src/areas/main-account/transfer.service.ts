import type { TransferRequest, TransferResult } from '@tonle/contract/main-account';
import { normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import { findByKey, type Ledger, type Posted, prepareTransfer, signTransfer } from '@tonle/ledger';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import { type CustomerCard, customerOf } from '../customers/customers.public.ts';
import type { BankKey } from '../keyholders/keyholders.public.ts';
import { accountNotFound } from './accounts.service.ts';
import { type Abroad, isAbroad } from './accounts-abroad.service.ts';
import {
  amountOf,
  auditMoney,
  type MoneyOrder,
  postedBefore,
  refusalOf,
  requestHashOf,
  resultOf,
  routeAbroad,
  routeWithin,
} from './money-order.ts';
import { closeRequest, openRequest, pendingUntil } from './transfer-request.store.ts';

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
  const { request, idempotencyKey, deadline, actor } = order;
  const key =
    idempotencyKey === undefined
      ? undefined
      : { principal: principalOf(order.userId), key: idempotencyKey, requestHash: hashOf(request) };
  const { own, customer, isOpen } = await inTransaction(deps.db, async (tx) => ({
    ...(await partiesOf(tx, request)),
    isOpen: key === undefined || (await openRequest(tx, key, deadline)),
  }));
  const from = own.mainAccountId;
  try {
    if (!isOpen) throw new Refusal('DEADLINE_PASSED');
    const signer = deps.bankKey.signer();
    const money: MoneyOrder = {
      request,
      own,
      source: { accountId: from, name: request.srcName ?? own.name, walletType: 'BANK' },
    };
    const route = customer
      ? routeWithin(money, recipientOf(customer), deps.clock())
      : await routeAbroad(deps, money);
    const signed = await signTransfer(prepareTransfer(route.draft), signer);
    const entry = {
      actor,
      activity: 'TRANSFER_SENT',
      verb: 'Sent',
      from,
      subject: request.destAccountId,
    } as const;
    const result = await deps.ledger.submit({
      ...(key === undefined ? {} : { key }),
      deadline,
      requires: [
        { kind: 'account-open', accountId: from },
        ...route.requires,
        { kind: 'key-registered', accountId: from, keyId: signer.keyId },
      ],
      transfers: [signed],
      attach: [auditMoney(entry, request, signed), ...route.attachmentsOf(signed)],
    });
    if (result.outcome === 'refused') throw refusalOf(result.reason, 'INSUFFICIENT_FUNDS');
    if (customer === undefined) deps.network.wake();
    return shown(result);
  } catch (error) {
    const earlier = await postedBefore(deps.db, key, error, (it) => refusedBeforeTheLedger.has(it));
    if (earlier !== undefined) return shown(earlier);
    throw error;
  }
}

function shown(posted: Posted): TransferResult {
  const { businessStatus: _, ...result } = resultOf(posted);
  return result;
}

function recipientOf(customer: CustomerCard): MoneyOrder['source'] {
  const phoneNumber = normalisePhone(customer.primaryContact);
  return {
    accountId: customer.accountId,
    name: customer.name,
    walletType: customer.accountType,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
  };
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
  if (found.found === 'POSTED') return { outcome: 'POSTED', transfer: shown(found.posted) };
  if (found.found === 'UNKNOWN') return { outcome: 'UNKNOWN', transfer: null };
  const isClosed = await inTransaction(db, (tx) => closeRequest(tx, requestKey));
  if (!isClosed) return { outcome: 'UNKNOWN', transfer: null };
  const last = await inTransaction(db, (tx) => findByKey(rawTx(tx), requestKey));
  return last.found === 'POSTED'
    ? { outcome: 'POSTED', transfer: shown(last.posted) }
    : { outcome: last.found, transfer: null };
}

/** This bank, and the recipient where it is a customer of it. */
async function partiesOf(
  tx: Tx,
  request: TransferRequest,
): Promise<{ own: OwnBank; customer: CustomerCard | undefined }> {
  const own = await ownBank(tx);
  if (request.destAccountId === own.mainAccountId) throw new Refusal('RECIPIENT_IS_MAIN_ACCOUNT');
  if (isAbroad(own, request.destAccountId)) return { own, customer: undefined };
  const customer = await customerOf(tx, request.destAccountId);
  if (customer === undefined) throw accountNotFound(own, request.destAccountId, 'destAccountId');
  return { own, customer };
}

/** The parsed request in one form, so that 100 and 100.00 are the same request. */
const hashOf = (it: TransferRequest): Buffer =>
  requestHashOf([
    it.destAccountId,
    it.assetId,
    amountOf(it).toString(),
    it.srcName ?? null,
    it.description ?? null,
    it.extRef ?? null,
    it.sourceOfFunds?.name ?? null,
    it.sourceOfFunds?.phoneNumber ?? null,
  ]);
