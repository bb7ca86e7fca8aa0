import { recoveryHours } from '@tonle/contract/key-recovery-states';
import { fill } from '@tonle/contract/messages';
import { reasons } from '@tonle/contract/reasons';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { inTransaction } from '../../db/tx.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import { type Network, tellKeyChangesAgain } from '../network/network.public.ts';
import { noteDelivered } from './delivery.service.ts';
import { applyKeyChange, handOver, type LedgerDeps } from './key-change.service.ts';
import { auditMove, bankActor, movedBy } from './recovery-rules.ts';
import { deliveredRequests, expiredRequests, moveRequest, requestOf, requestsIn } from './requests.store.ts';

export interface WorkDeps extends LedgerDeps {
  readonly network: Pick<Network, 'isConfigured' | 'wake' | 'silenceSeconds'>;
  readonly timing?: { readonly everyMs: number };
}

const EVERY_MS = 1_000;
const BATCH = 20;

/**
 * What moves requests without anybody: codes arrive, approved requests go to the gateway, keys that the network has said yes
 * to go into the ledger, and time passes. Any number of servers do it, each move by its own compare-and-set.
 */
export function startRecoveryWork(deps: WorkDeps): Repeating {
  return repeat(
    deps.timing?.everyMs ?? EVERY_MS,
    () => round(deps),
    (error) => {
      // The server itself says that the database is away.
      if (!isDatabaseUnavailable(error))
        deps.log.error({ err: error }, 'key recoveries could not be moved on');
    },
  );
}

async function round(deps: WorkDeps): Promise<void> {
  const { db, network } = deps;
  const found = await inTransaction(
    db,
    async (tx) => ({
      delivered: await deliveredRequests(tx, { max: BATCH }),
      authorized: network.isConfigured ? await requestsIn(tx, 'AUTHORIZED', BATCH) : [],
      approved: await requestsIn(tx, 'APPROVED', BATCH),
      expired: await expiredRequests(tx, BATCH),
    }),
    { readOnly: true },
  );
  for (const id of found.delivered) await inTransaction(db, (tx) => noteDelivered(tx, id));
  for (const id of found.expired) await expire(deps, id);
  let isHanded = false;
  for (const request of found.authorized) isHanded = (await handOver(db, request)) || isHanded;
  const told = await inTransaction(db, (tx) => tellKeyChangesAgain(tx, network.silenceSeconds));
  if (isHanded || told > 0) network.wake();
  for (const request of found.approved) await applyKeyChange(deps, request);
}

/** Its time is over. */
export const expire = ({ db }: Pick<WorkDeps, 'db'>, id: bigint): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await requestOf(tx, id, { lock: true });
    const reason = fill(reasons['reason.unfinished'], { hours: recoveryHours });
    const failed = before && (await moveRequest(tx, 'expire', id, movedBy(bankActor), { reason }));
    if (before !== undefined && failed !== undefined) {
      await auditMove(tx, bankActor, { request: failed, from: before.status });
    }
  });
