import type { Activity } from '@tonle/contract/audit-log';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { type AuditRow, insertAuditRow } from './audit-log.store.ts';

export { startSealer } from './sealer.ts';
export { verifyAudit } from './verify-audit.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One entry of the audit log. */
export interface AuditEntry {
  readonly actor: Actor;
  readonly activity: Activity;
  /** One plain sentence. */
  readonly description: string;
  /** What it was done to: an account id, a login, a transaction's hash. */
  readonly subject?: string;
  readonly old?: Json;
  readonly new?: Json;
  /** Only while the demo's past is written. */
  readonly at?: Date;
}

/** Writes an entry in the transaction of the change it tells of, so that neither is there without the other. */
export const audit = (tx: Tx, entry: AuditEntry): Promise<void> => insertAuditRow(tx, rowOf(entry));

/** The same as data, for a command of the ledger: written in the batch that accepts the command, or not at all. */
export function auditAttachment(entry: AuditEntry): { table: 'audit'; row: Record<string, unknown> } {
  const { created: _, ...row } = rowOf(entry);
  return { table: 'audit', row };
}

/** How the ledger writes those rows. The entry's time is that of the command's records. */
export const auditAttachmentTable = {
  table: 'audit_log',
  columns: [
    { name: 'created', pgType: 'timestamptz', from: 'created' },
    { name: 'user_id', pgType: 'bigint' },
    { name: 'login', pgType: 'text' },
    { name: 'full_name', pgType: 'text' },
    { name: 'roles', pgType: 'jsonb' },
    { name: 'activity', pgType: 'text' },
    { name: 'description', pgType: 'text' },
    { name: 'subject', pgType: 'text' },
    { name: 'old_values', pgType: 'jsonb' },
    { name: 'new_values', pgType: 'jsonb' },
    { name: 'request_id', pgType: 'text' },
    { name: 'address', pgType: 'text' },
  ],
} as const;

/** What no person did: a job, the network, the first start. */
export const systemActor = (name: string): Actor => ({
  userId: null,
  login: null,
  fullName: name,
  roles: [],
  requestId: null,
  address: null,
});

/** By whom changes that people asked for are carried out. */
export const bankItself = systemActor('Tonle');

function rowOf({ actor, activity, description, subject, old, new: next, at }: AuditEntry): AuditRow {
  return {
    created: at,
    user_id: actor.userId,
    login: actor.login,
    full_name: actor.fullName,
    roles: JSON.stringify(actor.roles),
    activity,
    description,
    subject: subject ?? null,
    old_values: old === undefined ? null : JSON.stringify(old),
    new_values: next === undefined ? null : JSON.stringify(next),
    request_id: actor.requestId,
    address: actor.address,
  };
}
