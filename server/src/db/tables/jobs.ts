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

export interface JobTables {
  outgoing_message: OutgoingMessageRow;
}
