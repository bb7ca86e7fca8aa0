import { contactChangeHours, type RecoveryStatus } from '@tonle/contract/key-recovery-states';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { By } from './admin.service.ts';
import { moveOrRefuse } from './asking.service.ts';
import { barsOf } from './bars.store.ts';
import { auditMove } from './recovery-rules.ts';
import { requestOf } from './requests.store.ts';

type Decision = By & { id: bigint; reason?: string | undefined };
type Decided = { id: string; status: RecoveryStatus };

/**
 * Approves a request that the customer's app has answered. Nobody approves what they had a part in, and whoever had a part
 * in a change of the account's contact shortly before is not the one either (decisions sections 4 and 8).
 */
export const authorizeRecovery = (db: Db, it: Decision): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const request = await requestOf(tx, it.id, { lock: true });
    if (request === undefined) throw new Refusal('NOT_FOUND');
    const bar = (await barsOf(tx, [request], it.session.userId)).get(request.id);
    if (bar === 'OWN') throw new Refusal('OWN_REQUEST');
    if (bar === 'CONTACT_CHANGE') throw new Refusal('CONTACT_CHANGED_LATELY', { hours: contactChangeHours });
    const moved = await moveOrRefuse(tx, 'authorize', it.id, it.actor, { authorized_by: it.session.userId });
    await auditMove(tx, it.actor, { request: moved, from: request.status });
    return { id: String(moved.id), status: moved.status };
  });

export const rejectRecovery = (db: Db, it: Decision): Promise<Decided> =>
  inTransaction(db, async (tx) => {
    const request = await requestOf(tx, it.id, { lock: true });
    if (request === undefined) throw new Refusal('NOT_FOUND');
    const moved = await moveOrRefuse(tx, 'reject', it.id, it.actor, { reason: it.reason ?? null });
    await auditMove(tx, it.actor, { request: moved, from: request.status });
    return { id: String(moved.id), status: moved.status };
  });
