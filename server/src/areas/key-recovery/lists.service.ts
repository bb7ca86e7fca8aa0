import type { RecoveryDetail, RecoveryRow } from '@tonle/contract/key-recovery';
import {
  type RecoveryStatus,
  recoveryMoves,
  recoveryPatienceHours,
  type TrxStatus,
} from '@tonle/contract/key-recovery-states';
import { type PageOf, searchLengthMin } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import { customerRow, pictures } from '../customers/customers.public.ts';
import { isOverdueWithin, type ReminderRules } from '../events/events.public.ts';
import { keyChangeDelivery } from '../network/network.public.ts';
import type { By } from './admin.service.ts';
import { applications } from './applications.store.ts';
import { barsOf } from './bars.store.ts';
import { type ListAsked, listRequests } from './lists.store.ts';
import { auditOf } from './recovery-rules.ts';
import { type RecoveryRequest, requestOf, stepsOf } from './requests.store.ts';

export type ListQuery = Pick<ListAsked, 'sort'> & {
  status?: RecoveryStatus | undefined;
  page: number;
  size: number;
  filter?: string | undefined;
};

export type ListDeps = { db: Db; reminders: ReminderRules };

export async function listRecoveries(
  { db, reminders }: ListDeps,
  { page, size, filter, status, sort }: ListQuery,
  userId: bigint,
): Promise<PageOf<RecoveryRow>> {
  const search = filter === '' ? undefined : filter;
  if (search !== undefined && [...search].length < searchLengthMin) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'filter', key: 'search.too-short' }]);
  }
  return inTransaction(
    db,
    async (tx) => {
      const found = await listRequests(tx, { status, search, sort, offset: page * size, limit: size });
      const bars = await barsOf(tx, found.rows, userId);
      return { ...found, rows: found.rows.map((it) => rowOf(it, bars.get(it.id) ?? null, reminders)) };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

const waits: readonly RecoveryStatus[] = ['CREATED', 'VERIFIED', 'READY'];

type Listed = RecoveryRequest & { was_approved: boolean };

const rowOf = (it: Listed, barred: RecoveryRow['barred'], reminders: ReminderRules): RecoveryRow => ({
  id: String(it.id),
  status: it.status,
  accountId: it.account_id,
  name: it.name,
  trxHash: it.trx_hash,
  trxStatus: trxStatusOf(it),
  date: seconds(it.created),
  updateTime: seconds(it.updated),
  comment: it.reason,
  accountType: it.account_type,
  barred: barred ?? null,
  overdue:
    waits.includes(it.status) &&
    isOverdueWithin(
      { since: it.updated, expires: it.expires, patienceHours: recoveryPatienceHours },
      reminders,
    ),
});

/**
 * How the key's change stands follows from how the request stands: the network's no is REJECTED, its yes that the ledger
 * could not carry out is FAILED (decisions section 8).
 */
function trxStatusOf({ status, trx_hash, was_approved }: Listed): TrxStatus | null {
  if (trx_hash === null) return null;
  const byStatus: Partial<Record<RecoveryStatus, TrxStatus>> = {
    SENT: 'PENDING',
    APPROVED: 'APPROVED',
    SUCCESSFUL: 'SUCCESS',
    REVOKED: 'REVOKED',
    FAILED: was_approved ? 'FAILED' : 'REJECTED',
  };
  return byStatus[status] ?? null;
}

/** A request with its timeline; with its documents where they are asked for, and then the view is audited. */
export async function recoveryDetail(
  { db, reminders }: ListDeps,
  { id, documents, actor, session }: By & { id: bigint; documents: boolean },
): Promise<RecoveryDetail> {
  return inTransaction(db, async (tx) => {
    const request = await requestOf(tx, id);
    const customer = request && (await customerRow(tx, request.account_id));
    if (request === undefined || customer === undefined) throw new Refusal('NOT_FOUND');
    const shown = documents ? await documentsOf(tx, request, customer.photo_id) : noDocuments;
    if (shown.photo !== null || shown.application !== null) {
      await auditOf(tx, actor, 'KEY_RECOVERY_DOCUMENTS_VIEWED', request);
    }
    const bars = await barsOf(tx, [request], session.userId);
    const steps = await stepsOf(tx, request.id);
    return {
      ...rowOf(
        { ...request, was_approved: steps.some((it) => it.status === 'APPROVED') },
        bars.get(request.id) ?? null,
        reminders,
      ),
      ...shown,
      documentId: request.document_id,
      hasPhoto: customer.photo_id !== null,
      hasApplication: request.application_id !== null,
      recordName: customer.full_name ?? customer.organization_name ?? '',
      recordDocumentId: customer.document_id,
      expires: (recoveryMoves.expire.from as readonly RecoveryStatus[]).includes(request.status)
        ? seconds(request.expires)
        : null,
      delivery: request.trx_hash === null ? null : await keyChangeDelivery(tx, request.trx_hash),
      history: steps.map((it) => ({
        status: it.status,
        at: seconds(it.at),
        by: it.by_name,
        reason: it.reason,
      })),
    };
  });
}

const noDocuments = { photo: null, application: null };

async function documentsOf(
  tx: Tx,
  { application_id }: RecoveryRequest,
  photoId: string | null,
): Promise<{ photo: string | null; application: string | null }> {
  const photo = photoId === null ? undefined : await pictures.get(tx, photoId);
  const application = application_id === null ? undefined : await applications.get(tx, application_id);
  return {
    photo: photo?.content.toString('base64') ?? null,
    application: application?.content.toString('base64') ?? null,
  };
}
