import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { AddLimit, EditLimit, KycLimit } from '@tonle/contract/kyc-limits';
import { kycLimitCan, nationalDayLimits } from '@tonle/contract/kyc-limits';
import type { PageOf } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import { giveDayLimit, putDayLimit } from '@tonle/ledger';
import { formatAmount } from '@tonle/money';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { type Customer, customerRow } from '../customers/customers.public.ts';
import type { LimitRow, LimitsAsked, LimitValues } from './kyc-limits.store.ts';
import * as store from './kyc-limits.store.ts';

export const limitOf = (it: LimitRow): KycLimit => ({
  id: String(it.id),
  limitName: it.limit_name,
  description: it.description,
  customLimit: it.custom,
  kycStatus: it.kyc_status,
  accountType: it.account_type,
  createdTime: it.created_at.toISOString(),
  updatedTime: it.updated_at.toISOString(),
  limits: {
    'khr#nbc': { dayLimit: formatAmount(it.day_limit_khr_minor, 'KHR') },
    'usd#nbc': { dayLimit: formatAmount(it.day_limit_usd_minor, 'USD') },
  },
  revision: it.revision,
});

/** What the audit log keeps of a limit. */
const factsOf = (it: LimitRow) => ({
  limitName: it.limit_name,
  description: it.description,
  khr: formatAmount(it.day_limit_khr_minor, 'KHR'),
  usd: formatAmount(it.day_limit_usd_minor, 'USD'),
});

export async function listLimits(db: Db, asked: LimitsAsked): Promise<PageOf<KycLimit>> {
  const { rows, total } = await inTransaction(db, (tx) => store.listLimits(tx, asked), { readOnly: true });
  return { rows: rows.map(limitOf), total };
}

/** What is there for the caller: a limit of another kind of account is not. */
export async function readLimit(
  db: Db,
  id: string,
  accountTypes: readonly ChannelAccountType[],
): Promise<KycLimit> {
  const row = await inTransaction(db, (tx) => store.limitById(tx, BigInt(id)), { readOnly: true });
  if (row === undefined || !accountTypes.includes(row.account_type)) throw new Refusal('NOT_FOUND');
  return limitOf(row);
}

const valuesOf = ({ limitName, description, limits }: AddLimit | EditLimit): LimitValues => ({
  limitName,
  description: description ?? null,
  khrMinor: limits['khr#nbc'].dayLimit,
  usdMinor: limits['usd#nbc'].dayLimit,
});

export const addLimit = (db: Db, request: AddLimit, actor: Actor): Promise<KycLimit> =>
  inTransaction(db, (tx) => enterLimit(tx, request, actor));

export async function enterLimit(tx: Tx, request: AddLimit, actor: Actor): Promise<KycLimit> {
  const values = valuesOf(request);
  const row = await store.insertLimit(tx, request, values);
  await putDayLimit(rawTx(tx), row.id, values);
  const { accountType, kycStatus } = request;
  await audit(tx, {
    actor,
    activity: 'KYC_LIMIT_ADDED',
    description: `Added the limit ${row.limit_name} for ${accountType} accounts`,
    subject: `limit ${row.id}`,
    new: { limitId: String(row.id), accountType, kycStatus, ...factsOf(row) },
  });
  return limitOf(row);
}

export type EditOrder = { request: EditLimit; accountTypes: readonly ChannelAccountType[]; actor: Actor };

/**
 * Edits a limit, and in the same transaction what the ledger judges by: one row, however many accounts have the limit, so that
 * no payment waits. The next one is judged by the new limit.
 */
export const editLimit = (db: Db, { request, accountTypes, actor }: EditOrder): Promise<KycLimit> =>
  inTransaction(db, async (tx) => {
    const id = BigInt(request.limitId);
    const before = await store.limitById(tx, id, 'change');
    if (before === undefined || !accountTypes.includes(before.account_type)) throw new Refusal('NOT_FOUND');
    const values = valuesOf(request);
    if (!kycLimitCan.edit({ customLimit: before.custom })) throw nationalLimit(before, values);
    // Also where the editor saw an older state: what was asked for is so, as after an answer that was lost.
    if (isSo(before, values)) return limitOf(before);
    if (request.revision !== undefined && request.revision !== before.revision) {
      throw new Refusal('CHANGED_MEANWHILE', { revision: before.revision });
    }
    const after = await store.updateLimit(tx, id, values);
    await putDayLimit(rawTx(tx), id, values);
    const accounts = await store.countAccountsWith(tx, id);
    await audit(tx, {
      actor,
      activity: 'KYC_LIMIT_CHANGED',
      description: `Changed the limit ${after.limit_name} of ${accounts} accounts`,
      subject: `limit ${id}`,
      old: factsOf(before),
      new: { ...factsOf(after), accounts },
    });
    return limitOf(after);
  });

const isSo = (it: LimitRow, { limitName, description, khrMinor, usdMinor }: LimitValues): boolean =>
  it.limit_name === limitName &&
  it.description === description &&
  it.day_limit_khr_minor === khrMinor &&
  it.day_limit_usd_minor === usdMinor;

/** Nobody edits it; what would be above it is named besides (2-console.md section 5). */
function nationalLimit({ kyc_status }: LimitRow, { khrMinor, usdMinor }: LimitValues): Refusal {
  const national = nationalDayLimits[kyc_status];
  return new Refusal('NATIONAL_LIMIT', {}, [
    ...(khrMinor > national.khrMinor
      ? [{ path: 'limits.khr#nbc.dayLimit', key: 'limit.khr-above-national' }]
      : []),
    ...(usdMinor > national.usdMinor
      ? [{ path: 'limits.usd#nbc.dayLimit', key: 'limit.usd-above-national' }]
      : []),
  ]);
}

export type SetLimitOrder = {
  accountId: string;
  limitId: string;
  accountTypes: readonly ChannelAccountType[];
  actor: Actor;
};

export const setAccountLimit = (
  db: Db,
  { accountId, limitId, accountTypes, actor }: SetLimitOrder,
): Promise<{ accountId: string; limit: KycLimit }> =>
  inTransaction(db, async (tx) => {
    const customer = await customerRow(tx, accountId, { lock: true });
    if (customer === undefined || !accountTypes.includes(customer.account_type)) {
      throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
    }
    const { before, after } = await giveLimit(tx, customer, limitId, customer.kyc_status);
    await audit(tx, {
      actor,
      activity: 'ACCOUNT_LIMIT_SET',
      description: `Gave ${accountId} the limit ${after.limitName}`,
      subject: accountId,
      ...(before === undefined ? {} : { old: namedOf(before) }),
      new: namedOf(after),
    });
    return { accountId, limit: after };
  });

/** A limit as the audit log of an account keeps it. */
export const namedOf = ({ id, limitName, limits }: KycLimit) => ({
  limitId: id,
  limitName,
  khr: limits['khr#nbc'].dayLimit,
  usd: limits['usd#nbc'].dayLimit,
});

/**
 * Gives an account a limit, of its kind and of a KYC status; its next payment is judged by it. Whoever calls has locked the
 * customer and writes the audit entry.
 */
export async function giveLimit(
  tx: Tx,
  { account_id: accountId, account_type: accountType }: Pick<Customer, 'account_id' | 'account_type'>,
  limitId: string,
  kycStatus: KycLimit['kycStatus'],
): Promise<{ before: KycLimit | undefined; after: KycLimit }> {
  const limit = await store.limitById(tx, BigInt(limitId), 'share');
  const fault =
    limit === undefined
      ? 'limit.unknown'
      : limit.account_type !== accountType
        ? 'limit.other-account-type'
        : limit.kyc_status !== kycStatus
          ? 'limit.other-kyc-status'
          : undefined;
  if (limit === undefined || fault !== undefined) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'limitId', key: fault ?? 'limit.unknown' }]);
  }
  const before = await store.limitOfAccount(tx, accountId);
  await store.putAccountLimit(tx, accountId, limit.id);
  const change = await giveDayLimit(rawTx(tx), accountId, limit.id);
  if (change.outcome === 'refused') {
    throw change.reason.name === 'ACCOUNT_MISSING'
      ? new Refusal('ACCOUNT_NOT_FOUND', { account: accountId })
      : new Refusal('ACCOUNT_DELETED', { account: accountId });
  }
  return { before: before && limitOf(before), after: limitOf(limit) };
}

/** The limit that an account has. */
export async function currentLimitOf(tx: Tx, accountId: string): Promise<KycLimit | undefined> {
  const row = await store.limitOfAccount(tx, accountId);
  return row && limitOf(row);
}
