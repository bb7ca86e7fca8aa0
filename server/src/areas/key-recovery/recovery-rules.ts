import { createHash } from 'node:crypto';
import { systemNames } from '@tonle/contract/actors';
import type { Activity } from '@tonle/contract/audit-log';
import { Refusal } from '@tonle/contract/refusal';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit, systemActor } from '../audit-log/audit-log.public.ts';
import type { MovedBy, RecoveryRequest } from './requests.store.ts';

/** What the bank itself does: the clock, the gateway, the ledger. */
export const bankActor: Actor = systemActor(systemNames.recovery);

export const movedBy = ({ fullName, userId }: Actor): MovedBy => ({
  name: fullName ?? 'Unknown',
  userId,
});

export const codeSubject = (id: bigint) => ({ kind: 'KEY_RECOVERY', id: String(id) });
/** Of the code that is shown once for the customer's app. */
export const appCodeSubject = (id: bigint) => ({ kind: 'KEY_RECOVERY_APP', id: String(id) });

/** The name of a customer's key in the ledger. */
export const keyIdOf = (publicKey: Uint8Array): string =>
  `customer-${createHash('sha256').update(publicKey).digest('hex').slice(0, 32)}`;

/** Somebody was faster, or it never was to be done: what it is now is said. */
export const wrongState = (state: string): Refusal => new Refusal('WRONG_STATE', { state });

const sentences: Partial<Record<Activity, string>> = {
  KEY_RECOVERY_PREPARED: 'Prepared the recovery of the key of',
  KEY_RECOVERY_CREATED: 'The code reached the customer: recovery of the key of',
  KEY_RECOVERY_CODE_RESENT: 'Sent the recovery code once more to',
  KEY_RECOVERY_CODE_WRONG: 'A wrong code was entered for the recovery of the key of',
  KEY_RECOVERY_VERIFIED: 'Verified the code of the recovery of the key of',
  KEY_RECOVERY_OPENED: 'Opened the recovery of the key of',
  KEY_RECOVERY_READY: 'The app answered with a new key: recovery of the key of',
  KEY_RECOVERY_AUTHORIZED: 'Approved the recovery of the key of',
  KEY_RECOVERY_REJECTED: 'Rejected the recovery of the key of',
  KEY_RECOVERY_CANCELED: 'Cancelled the recovery of the key of',
  KEY_RECOVERY_REVOKED: 'Revoked the recovery of the key of',
  KEY_RECOVERY_SENT: 'Gave the gateway the new key of',
  KEY_RECOVERY_APPROVED: 'The network said yes to the new key of',
  KEY_RECOVERY_FAILED: 'Failed: the recovery of the key of',
  KEY_RECOVERY_SUCCESSFUL: 'Finished the recovery of the key of',
  KEY_RECOVERY_DOCUMENTS_VIEWED: 'Looked at the documents of the recovery of the key of',
};

type Told = { request: RecoveryRequest; from: string | null };

/** The entry of a request's move, in its transaction. */
export const auditMove = (tx: Tx, actor: Actor, { request, from }: Told): Promise<void> =>
  auditOf(tx, actor, `KEY_RECOVERY_${request.status}`, request, {
    ...(from === null ? {} : { old: { status: from } }),
    new: {
      status: request.status,
      ...(request.reason === null ? {} : { reason: request.reason }),
      ...(request.trx_hash === null ? {} : { trxHash: request.trx_hash }),
    },
  });

type Values = Record<string, string | number | null>;

export const auditOf = (
  tx: Tx,
  actor: Actor,
  activity: Activity,
  { id, account_id: accountId }: RecoveryRequest,
  { old, new: next = {} }: { old?: Values; new?: Values } = {},
): Promise<void> =>
  audit(tx, {
    actor,
    activity,
    description: `${sentences[activity]} ${accountId}`,
    subject: accountId,
    ...(old === undefined ? {} : { old }),
    new: { recoveryId: String(id), ...next },
  });
