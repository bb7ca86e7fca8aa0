import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

interface AuditLogRow {
  id: GeneratedAlways<bigint>;
  transaction_id: GeneratedAlways<string>;
  created: Generated<Date>;
  user_id: bigint | null;
  login: string | null;
  full_name: string | null;
  /** Written as JSON text. */
  roles: ColumnType<string[], string, never>;
  activity: string;
  description: string;
  subject: string | null;
  old_values: ColumnType<unknown, string | null, never>;
  new_values: ColumnType<unknown, string | null, never>;
  request_id: string | null;
  address: string | null;
}

interface AuditSealRow {
  seq: bigint;
  entry_id: bigint;
  transaction_id: string;
  hash: Buffer;
  sealed: Generated<Date>;
}

export interface AuditLogTables {
  audit_log: AuditLogRow;
  audit_seal: AuditSealRow;
}
