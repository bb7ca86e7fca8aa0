import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CustomerType } from './customers.ts';

/** JSON, written as text. */
type Json<Read> = ColumnType<Read, string, string>;

/** What a request is about: the fields of the customer that it names. */
export type VerificationValues = Readonly<Record<string, string | null>>;
export type IdentityCheck = { live: boolean; liveConfidenceAvg: number; faceMatch: number };

interface RequestRow {
  id: GeneratedAlways<bigint>;
  account_id: string;
  account_type: CustomerType;
  status: Generated<'PENDING' | 'APPROVED' | 'REJECTED'>;
  revision: Generated<number>;
  old_values: Json<VerificationValues>;
  new_values: Json<VerificationValues>;
  old_photo_id: string | null;
  old_identity_id: string | null;
  photo_id: string | null;
  identity_id: string | null;
  identity_check: ColumnType<IdentityCheck | null, string | null, string | null>;
  requested_by: string;
  requested_by_user: bigint | null;
  requested_at: Generated<Date>;
  updated_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: string | null;
  decided_by_user: bigint | null;
  reason: string | null;
}

export interface VerificationTables {
  verification_request: RequestRow;
}
