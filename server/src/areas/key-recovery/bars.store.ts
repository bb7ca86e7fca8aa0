import type { recoveryBars } from '@tonle/contract/key-recovery';
import type { Tx } from '../../db/tx.ts';
import type { RecoveryRequest } from './requests.store.ts';

type Bar = (typeof recoveryBars)[number];

/** Why this person may not approve each of these requests; those that they may approve are left out. */
export async function barOf(
  _tx: Tx,
  requests: readonly RecoveryRequest[],
  userId: bigint,
): Promise<Map<bigint, Bar>> {
  return new Map(requests.filter((it) => it.makers.includes(userId)).map((it) => [it.id, 'OWN']));
}
