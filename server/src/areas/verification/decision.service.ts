import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { fill } from '@tonle/contract/messages';
import { reasons } from '@tonle/contract/reasons';
import { Refusal } from '@tonle/contract/refusal';
import { type Decided, verificationCan } from '@tonle/contract/verification';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { type Customer, changeProfile, customerRow } from '../customers/customers.public.ts';
import { giveLimit, namedOf } from '../kyc-limits/kyc-limits.public.ts';
import { nextInQueue } from './queue.store.ts';
import { decideRequest, requestById, type VerificationRequest } from './verification.store.ts';

export type DecisionOrder = {
  verificationId: string;
  /** What was seen, where the caller says it. */
  revision?: number | undefined;
  actor: Actor & { userId: bigint };
  /** The kinds of account that the caller decides on. */
  accountTypes: readonly ChannelAccountType[];
};

/** The new values become the customer's, with FULL_KYC and the chosen limit, all of it or nothing (2-console.md section 4). */
export const approve = (db: Db, order: DecisionOrder & { limitId: string }): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const { request, customer } = await requestToDecide(tx, order);
    const { actor, limitId } = order;
    const { before, after } = await giveLimit(tx, customer, limitId, 'FULL_KYC');
    const changed = await changeProfile(
      tx,
      request.account_id,
      {
        ...request.new_values,
        photoUuid: request.photo_id ?? customer.photo_id,
        identityUuid: request.identity_id ?? customer.identity_id,
        kycStatus: 'FULL_KYC',
      },
      { changedBy: nameOf(actor), remarks: fill(reasons['reason.verification'], { request: request.id }) },
    );
    await decideRequest(tx, request.id, { status: 'APPROVED', by: nameOf(actor), userId: actor.userId });
    await audit(tx, {
      actor,
      activity: 'VERIFICATION_APPROVED',
      description: `Approved the verification request of ${request.account_id}`,
      subject: request.account_id,
      old: { ...changed?.old, ...(before === undefined ? {} : { limit: namedOf(before) }) },
      new: { verificationId: String(request.id), ...changed?.new, limit: namedOf(after) },
    });
    return decidedOf(tx, request, 'APPROVED');
  });

export const reject = (db: Db, order: DecisionOrder & { reason: string }): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const { request } = await requestToDecide(tx, order);
    const { actor, reason } = order;
    await decideRequest(tx, request.id, {
      status: 'REJECTED',
      by: nameOf(actor),
      userId: actor.userId,
      reason,
    });
    await audit(tx, {
      actor,
      activity: 'VERIFICATION_REJECTED',
      description: `Rejected the verification request of ${request.account_id}`,
      subject: request.account_id,
      old: { requestStatus: 'PENDING' },
      new: { verificationId: String(request.id), requestStatus: 'REJECTED', reason },
    });
    return decidedOf(tx, request, 'REJECTED');
  });

const nameOf = ({ fullName, login }: Actor): string => fullName ?? login ?? '';

const decidedOf = async (
  tx: Tx,
  request: VerificationRequest,
  requestStatus: 'APPROVED' | 'REJECTED',
): Promise<Decided> => ({
  verificationId: String(request.id),
  requestStatus,
  nextVerificationId: await nextInQueue(tx, request),
});

/**
 * The request, locked with its customer, as long as it waits and the caller may decide on it. Of two who decide at once the
 * second waits here, then sees what the first has made of it.
 */
async function requestToDecide(
  tx: Tx,
  { verificationId, revision, actor, accountTypes }: DecisionOrder,
): Promise<{ request: VerificationRequest; customer: Customer }> {
  const id = BigInt(verificationId);
  const seen = await requestById(tx, id);
  // Of a kind that the caller does not decide on, it is not there for them.
  if (seen === undefined || !accountTypes.includes(seen.account_type)) throw new Refusal('NOT_FOUND');
  // The customer first, as whoever changes or deletes one does.
  const customer = await customerRow(tx, seen.account_id, { lock: true });
  const request = await requestById(tx, id, { lock: true });
  if (customer === undefined || request === undefined) throw new Refusal('NOT_FOUND');
  const isOwn = request.requested_by_user === actor.userId;
  if (isOwn) throw new Refusal('OWN_REQUEST');
  if (!verificationCan.approve({ requestStatus: request.status, isOwn })) {
    throw new Refusal('ALREADY_DECIDED', {
      state: request.status,
      by: request.decided_by,
      decidedTime: request.decided_at?.toISOString() ?? null,
    });
  }
  if (revision !== undefined && revision !== request.revision) {
    throw new Refusal('CHANGED_MEANWHILE', { revision: request.revision });
  }
  return { request, customer };
}
