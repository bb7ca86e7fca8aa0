import type { Generated, GeneratedAlways } from 'kysely';

interface CeremonyRow {
  id: GeneratedAlways<bigint>;
  account_id: string;
  created: Generated<Date>;
  key_id: string | null;
  public_key: Buffer | null;
  completed_at: Date | null;
}

interface ShareRow {
  ceremony_id: bigint;
  user_id: bigint;
  position: number;
  salt: Buffer;
  verifier: Buffer | null;
  wrapped_share: Buffer | null;
  submitted_at: Date | null;
  backup_key: Buffer;
  backup_salt: Buffer;
}

interface TryRow {
  user_id: bigint;
  tries: number;
  window_ends: Date;
}

export interface KeyholderTables {
  keyholder_ceremony: CeremonyRow;
  keyholder_share: ShareRow;
  keyholder_try: TryRow;
}
