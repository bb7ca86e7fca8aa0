import type { Activity } from '@tonle/contract/audit-log';
import type { Tx } from '../../db/tx.ts';

/** An entry as the table holds it; JSON is written as text. */
export interface AuditRow {
  readonly created: Date | undefined;
  readonly user_id: bigint | null;
  readonly login: string | null;
  readonly full_name: string | null;
  readonly roles: string;
  readonly activity: Activity;
  readonly description: string;
  readonly subject: string | null;
  readonly old_values: string | null;
  readonly new_values: string | null;
  readonly request_id: string | null;
  readonly address: string | null;
}

export async function insertAuditRow(tx: Tx, { created, ...row }: AuditRow): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values(created === undefined ? row : { ...row, created })
    .execute();
}
