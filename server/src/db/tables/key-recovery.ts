import type { RecoveryStatus } from '@tonle/contract/key-recovery-states';
import type { Generated, GeneratedAlways } from 'kysely';
import type { CustomerType } from './customers.ts';

interface ApplicationRow {
  application_id: Generated<string>;
  account_id: string;
  content: Buffer;
  media_type: 'image/jpeg';
  width: number;
  height: number;
  source_hash: Buffer;
  created: Generated<Date>;
}

interface RequestRow {
  id: GeneratedAlways<bigint>;
  account_id: string;
  account_type: CustomerType;
  name: string;
  document_id: string | null;
  status: RecoveryStatus;
  application_id: string | null;
  public_key: Buffer | null;
  trx_hash: string | null;
  reason: string | null;
  makers: bigint[];
  authorized_by: bigint | null;
  created: Generated<Date>;
  updated: Generated<Date>;
  expires: Date;
}

interface StepRow {
  id: GeneratedAlways<bigint>;
  request_id: bigint;
  status: RecoveryStatus;
  at: Generated<Date>;
  by_name: string;
  by_user: bigint | null;
  reason: string | null;
}

export interface KeyRecoveryTables {
  key_recovery_application: ApplicationRow;
  key_recovery_request: RequestRow;
  key_recovery_step: StepRow;
}
