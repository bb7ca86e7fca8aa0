import type { recoveryBars } from '@tonle/contract/key-recovery';
import { contactChangeHours } from '@tonle/contract/key-recovery-states';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { RecoveryRequest } from './requests.store.ts';

type Bar = (typeof recoveryBars)[number];

/** Why this person may not approve each of these requests; those that they may approve are left out. */
export async function barOf(
  tx: Tx,
  requests: readonly RecoveryRequest[],
  userId: bigint,
): Promise<Map<bigint, Bar>> {
  const bars = new Map<bigint, Bar>(
    requests.filter((it) => it.makers.includes(userId)).map((it) => [it.id, 'OWN']),
  );
  const others = requests.filter((it) => !bars.has(it.id));
  const changed = await lateContactChanges(tx, [...new Set(others.map((it) => it.account_id))], userId);
  for (const it of others) if (changed.has(it.account_id)) bars.set(it.id, 'CONTACT_CHANGE');
  return bars;
}

/** The accounts whose contact was changed shortly before, with this person's part in it (decisions section 8). */
async function lateContactChanges(
  tx: Tx,
  accountIds: readonly string[],
  userId: bigint,
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('contact_change')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('status', '=', 'CLOSED')
    .where(
      'status_since',
      '>',
      sql<Date>`clock_timestamp() - make_interval(hours => ${contactChangeHours}::int)`,
    )
    .where((or) => or.or([or('creator_user_id', '=', userId), or('authorized_by', '=', userId)]))
    .execute();
  return new Set(rows.map((it) => it.account_id));
}
