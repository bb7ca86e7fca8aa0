import type { Generated, GeneratedAlways } from 'kysely';

interface OutgoingMessageRow {
  id: GeneratedAlways<bigint>;
  channel: 'MAIL' | 'SMS';
  purpose: string;
  subject_id: string | null;
  recipient: string;
  sealed: Buffer | null;
  created: Generated<Date>;
  expires: Date;
  state: Generated<'WAITING' | 'SENT' | 'FAILED'>;
  attempts: Generated<number>;
  next_attempt: Generated<Date>;
  leased_until: Date | null;
  settled_at: Date | null;
  reason: string | null;
}

interface OneTimeCodeRow {
  kind: string;
  subject_id: string;
  code_hmac: Buffer;
  issued: Generated<Date>;
  expires: Date;
  tries: Generated<number>;
  used: Date | null;
}

export interface JobTables {
  one_time_code: OneTimeCodeRow;
  outgoing_message: OutgoingMessageRow;
}
