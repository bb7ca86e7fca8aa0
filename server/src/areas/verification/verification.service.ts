import { createHash } from 'node:crypto';
import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { type ProfileField, profileFields } from '@tonle/contract/customers';
import { freeTextCountMax, type PageOf, searchLengthMin } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import type { RequestedChange, VerificationDetail, VerificationRow } from '@tonle/contract/verification';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Session } from '../../http/call.ts';
import { customerDetailOf, searchTermsOf } from '../customers/customers.public.ts';
import { isOverdue, type ReminderRules } from '../events/events.public.ts';
import * as queue from './queue.store.ts';
import { requestById, tellPresence, type VerificationRequest } from './verification.store.ts';

type ListAsked = {
  page: number;
  size: number;
  filter?: string | undefined;
  sort: { direction: 'asc' | 'desc' };
  kyc?: 'FULL_KYC' | 'PARTIAL_KYC' | 'REJECTED' | undefined;
};

/** Those that wait, or by filter those that were rejected. A request that waits counts as PARTIAL_KYC (decisions section 8). */
export function listRequests(
  db: Db,
  accountType: ChannelAccountType,
  { page, size, filter, sort, kyc }: ListAsked,
  { session, reminders }: { session: Session; reminders: ReminderRules },
): Promise<PageOf<VerificationRow>> {
  if (filter !== undefined && [...filter].length < searchLengthMin) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'filter', key: 'search.too-short' }]);
  }
  if (kyc === 'FULL_KYC') return Promise.resolve({ rows: [], total: 0 });
  const wanted = {
    accountType,
    status: kyc === 'REJECTED' ? ('REJECTED' as const) : ('PENDING' as const),
    search: filter === undefined ? undefined : searchTermsOf(filter),
  };
  return inTransaction(
    db,
    async (tx) => {
      const counted = await queue.countRequests(tx, wanted, freeTextCountMax);
      const isMore = filter !== undefined && counted > freeTextCountMax;
      const rows = await queue.listRequests(tx, wanted, {
        direction: sort.direction,
        offset: page * size,
        limit: size,
      });
      return {
        rows: rows.map((it) => ({
          ...rowOf(it, session),
          overdue: it.status === 'PENDING' && isOverdue(it.requested_at, reminders),
        })),
        total: isMore ? freeTextCountMax : counted,
        totalMore: isMore,
      };
    },
    { readOnly: true },
  );
}

const kycStatusOf = (status: VerificationRequest['status']) =>
  status === 'APPROVED' ? ('FULL_KYC' as const) : ('PARTIAL_KYC' as const);

const rowOf = (it: queue.ListedRequest, { userId }: Session): VerificationRow => ({
  verificationId: String(it.id),
  name: it.organization_name ?? it.full_name ?? it.account_id,
  nameKhmer:
    it.organization_name_khmer ??
    ([it.last_name_khmer, it.first_name_khmer].filter((one) => one !== null).join(' ') || null),
  accountId: it.account_id,
  primaryContact: it.primary_contact,
  secondaryContact: it.secondary_contact,
  address: it.address,
  registeredDate: it.registered_at.toISOString(),
  requestedDate: it.requested_at.toISOString(),
  accountType: it.account_type,
  requestStatus: it.status,
  kycStatus: kycStatusOf(it.status),
  remarks: it.reason,
  requestedBy: it.requested_by,
  isOwn: it.requested_by_user === userId,
  revision: it.revision,
});

/** The kinds of account whose requests the caller sees; what is of another kind is not there. */
export type Seeing = { session: Session; accountTypes: readonly ChannelAccountType[] };

export const activeRequestOf = (db: Db, accountId: string, by: Seeing): Promise<VerificationRow> =>
  inTransaction(
    db,
    async (tx) => {
      const row = await queue.pendingRequestOf(tx, accountId);
      if (row === undefined || !by.accountTypes.includes(row.account_type)) throw new Refusal('NOT_FOUND');
      return rowOf(row, by.session);
    },
    { readOnly: true },
  );

async function visibleRequest(tx: Tx, id: string, { accountTypes }: Seeing): Promise<VerificationRequest> {
  const request = await requestById(tx, BigInt(id));
  if (request === undefined || !accountTypes.includes(request.account_type)) throw new Refusal('NOT_FOUND');
  return request;
}

/** All that helps to decide on a request. */
export const readRequest = (db: Db, id: string, by: Seeing): Promise<VerificationDetail> =>
  inTransaction(
    db,
    async (tx) => {
      const request = await visibleRequest(tx, id, by);
      const customer = await customerDetailOf(tx, request.account_id);
      if (customer === undefined) throw new Refusal('NOT_FOUND');
      const isPending = request.status === 'PENDING';
      return {
        ...customer,
        verificationId: String(request.id),
        requestStatus: request.status,
        kycStatus: kycStatusOf(request.status),
        accountKycStatus: customer.kycStatus,
        remarks: request.reason,
        requestedBy: request.requested_by,
        requestedDate: request.requested_at.toISOString(),
        isOwn: request.requested_by_user === by.session.userId,
        revision: request.revision,
        changes: changesOf(request, customer.kycStatus),
        photoUuid: request.photo_id,
        identityUuid: request.identity_id,
        oldPhotoUuid: request.old_photo_id,
        oldIdentityUuid: request.old_identity_id,
        identityCheck: request.identity_check,
        decidedBy: request.decided_by,
        decidedByCaller: request.decided_by_user === by.session.userId,
        decidedTime: request.decided_at?.toISOString() ?? null,
        queue: isPending ? await queue.placeInQueue(tx, request) : null,
      };
    },
    { readOnly: true },
  );

/** What would change, or has: only what the request really says otherwise. */
function changesOf(request: VerificationRequest, kycNow: 'FULL_KYC' | 'PARTIAL_KYC'): RequestedChange[] {
  const { old_values: old, new_values: next } = request;
  const named = profileFields.flatMap((fieldName: ProfileField): RequestedChange[] => {
    const newValue = next[fieldName];
    const oldValue = old[fieldName] ?? null;
    return newValue === undefined || newValue === oldValue ? [] : [{ fieldName, oldValue, newValue }];
  });
  const raises = request.status === 'PENDING' && kycNow === 'PARTIAL_KYC';
  return raises
    ? [{ fieldName: 'kycStatus', oldValue: 'PARTIAL_KYC', newValue: 'FULL_KYC' }, ...named]
    : named;
}

/** Tells whoever else looks at a request that somebody is there; nothing of it is kept. */
export const tellLooking = (
  db: Db,
  { verificationId, here }: { verificationId: string; here: boolean },
  by: Seeing,
): Promise<{ viewer: string }> =>
  inTransaction(db, async (tx) => {
    const { id, fullName } = by.session;
    const { account_type: accountType } = await visibleRequest(tx, verificationId, by);
    // One name a session, from which the session cannot be told.
    const viewer = createHash('sha256').update(`presence ${id}`).digest('base64url').slice(0, 16);
    await tellPresence(tx, { verificationId, accountType, viewer, fullName, here });
    return { viewer };
  });
