import type { recoveryBars } from '@tonle/contract/key-recovery';
import { contactChangeHours } from '@tonle/contract/key-recovery-states';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { RecoveryRequest } from './requests.store.ts';

type Bar = (typeof recoveryBars)[number];

/**
 * Why this person may not approve each of these requests; those that they may approve are left out. Of a change of the
 * contact shortly before, or since, it is both who asked for it and who approved it: one person must not bring about both.
 */
export async function barsOf(
  tx: Tx,
  requests: readonly RecoveryRequest[],
  userId: bigint,
): Promise<Map<bigint, Bar>> {
  if (requests.length === 0) return new Map();
  const changed = await tx
    .selectFrom('contact_change as c')
    .innerJoin('key_recovery_request as r', 'r.account_id', 'c.account_id')
    .select('r.id')
    .where(
      'r.id',
      'in',
      requests.map((it) => it.id),
    )
    .where('c.status', '=', 'CLOSED')
    .where('c.status_since', '>', sql<Date>`r.created - make_interval(hours => ${contactChangeHours}::int)`)
    .where((of) => of.or([of('c.authorized_by', '=', userId), of('c.creator_user_id', '=', userId)]))
    .execute();
  return new Map<bigint, Bar>([
    ...changed.map(({ id }) => [id, 'CONTACT_CHANGE'] as const),
    ...requests.filter((it) => it.makers.includes(userId)).map((it) => [it.id, 'OWN'] as const),
  ]);
}
