import { createHash } from 'node:crypto';
import type { StatusEffect } from '@tonle/contract/network-states';
import { reasons } from '@tonle/contract/reasons';
import type { Ledger, RegistrationDraft } from '@tonle/ledger';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, Log } from '../../http/call.ts';
import { auditAttachment } from '../audit-log/audit-log.public.ts';
import { sendKeyChange } from '../network/network.public.ts';
import { auditMove, bankActor, keyIdOf, movedBy } from './recovery-rules.ts';
import { keysOf, moveRequest, type RecoveryRequest, requestOfHash } from './requests.store.ts';

/** Gives the gateway an approved request: state and message in one transaction. False where somebody else did. */
export const handOver = (db: Db, request: RecoveryRequest): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const change = changeOf(request);
    const sent = await moveRequest(tx, 'hand', request.id, movedBy(bankActor), {
      trx_hash: change.transactionHash,
    });
    if (sent === undefined) return false;
    await sendKeyChange(tx, change);
    await auditMove(tx, bankActor, { request: sent, from: 'AUTHORIZED' });
    return true;
  });

function changeOf({ id, account_id: accountId, public_key: key }: RecoveryRequest) {
  if (key === null) throw new Error(`the approved recovery ${id} has no key`);
  const keyId = keyIdOf(key);
  const publicKey = key.toString('base64');
  const signed = ['tonle-key-change-1', id, accountId, keyId, publicKey, ''].join('\n');
  const transactionHash = createHash('sha256').update(signed).digest('hex');
  return { transactionHash, accountId, keyId, publicKey };
}

export type Verdict = { verdict: 'APPROVED' | 'REJECTED'; reason: string | null };

/**
 * The network says yes or no. Undefined where it speaks of nothing that we know. What contradicts the state that the
 * request has reached, such as a yes after it was revoked, moves nothing.
 */
export async function hearKeyChange(
  tx: Tx,
  transactionHash: string,
  { verdict, reason }: Verdict,
  actor: Actor,
): Promise<StatusEffect | undefined> {
  const request = await requestOfHash(tx, transactionHash, { lock: true });
  if (request === undefined) return undefined;
  const moved = await (verdict === 'APPROVED'
    ? moveRequest(tx, 'approve', request.id, movedBy(actor))
    : moveRequest(tx, 'refuse', request.id, movedBy(actor), {
        reason: reason ?? reasons['reason.network-refused'],
      }));
  if (moved === undefined) return repeats(request.status, verdict) ? 'REPEATS' : 'CONTRADICTS';
  await auditMove(tx, actor, { request: moved, from: request.status });
  return 'MOVES';
}

const repeats = (status: RecoveryRequest['status'], verdict: Verdict['verdict']): boolean =>
  verdict === 'APPROVED' ? status === 'APPROVED' || status === 'SUCCESSFUL' : status === 'FAILED';

export interface LedgerDeps {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly log: Log;
}

/**
 * The network has said yes: the ledger takes the new key and revokes the old ones, sealed, in one command. The command has
 * the request's own key, so however often this is begun it is done once.
 */
export async function applyKeyChange(
  { db, ledger, log }: LedgerDeps,
  request: RecoveryRequest,
): Promise<void> {
  const { id, account_id: accountId, public_key: publicKey, trx_hash: trxHash } = request;
  if (publicKey === null || trxHash === null) throw new Error(`the approved recovery ${id} has no key`);
  const old = await inTransaction(db, (tx) => keysOf(tx, accountId), { readOnly: true });
  const keyId = keyIdOf(publicKey);
  const registrations: RegistrationDraft[] = [
    ...old
      .filter((it) => it.keyId !== keyId)
      .map((it): RegistrationDraft => ({ ...it, accountId, action: 'REVOKE' })),
    { accountId, keyId, action: 'REGISTER', publicKey },
  ];
  const result = await ledger.submit({
    key: { principal: 'key-recovery', key: `recovery-${id}`, requestHash: Buffer.from(trxHash, 'hex') },
    registrations,
    attach: [
      auditAttachment({
        actor: bankActor,
        activity: 'CUSTOMER_KEY_CHANGED',
        description: `Changed the key of ${accountId}`,
        subject: accountId,
        old: { keyIds: old.map((it) => it.keyId) },
        new: { keyId, recoveryId: String(id), trxHash },
      }),
    ],
  });
  if (result.outcome === 'posted') return finish(db, request, 'apply');
  switch (result.reason.name) {
    // Somebody else has registered this very key meanwhile.
    case 'SIGNING_KEY_EXISTS':
      log.error({ alert: 'key-change-refused', trxHash }, 'a key that the network has approved is in use');
      return finish(db, request, 'fail');
    // A key was revoked in between: looked at anew in the next round.
    case 'SIGNING_KEY_MISSING':
      return;
    default:
      throw new Error(`the ledger refused a key in an unexpected way: ${result.reason.name}`);
  }
}

const finish = (db: Db, request: RecoveryRequest, move: 'apply' | 'fail'): Promise<void> =>
  inTransaction(db, async (tx) => {
    const set = move === 'fail' ? { reason: reasons['reason.key-in-use'] } : {};
    const moved = await moveRequest(tx, move, request.id, movedBy(bankActor), set);
    if (moved !== undefined) await auditMove(tx, bankActor, { request: moved, from: 'APPROVED' });
  });
