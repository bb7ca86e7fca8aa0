import type { Tx } from '../../db/tx.ts';
import { auditMove, bankActor, movedBy } from './recovery-rules.ts';
import { deliveredRequests, moveRequest, type RecoveryRequest } from './requests.store.ts';

/** The code is on its way until the outbox has delivered it; whoever types it has it. */
export async function noteDelivered(tx: Tx, id: bigint): Promise<RecoveryRequest | undefined> {
  const delivered = await deliveredRequests(tx, { id, max: 1 });
  if (delivered.length === 0) return undefined;
  const request = await moveRequest(tx, 'deliver', id, movedBy(bankActor));
  if (request !== undefined) await auditMove(tx, bankActor, { request, from: 'PREPARED' });
  return request;
}
