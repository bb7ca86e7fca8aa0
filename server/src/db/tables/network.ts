import type { StatusEffect } from '@tonle/contract/network-states';
import type { Generated, GeneratedAlways } from 'kysely';

interface OutboxRow {
  id: GeneratedAlways<bigint>;
  message_id: string;
  type: 'TRANSFER' | 'DECISION' | 'KEY_CHANGE' | 'KEY_CHANGE_REVOKED';
  transaction_hash: string;
  body: string;
  created: Generated<Date>;
  state: Generated<'WAITING' | 'DELIVERED' | 'REJECTED'>;
  attempts: Generated<number>;
  next_attempt: Generated<Date>;
  leased_until: Date | null;
  settled_at: Date | null;
  reason: string | null;
}

interface MessageRow {
  message_id: string;
  type: 'DEPOSIT' | 'STATUS' | 'KEY_CHANGE_STATUS';
  subject: string;
  body_hash: string;
  received: Generated<Date>;
  outcome: 'ACCEPTED' | 'REFUSED';
  effect: StatusEffect | null;
  answer: string;
}

interface TransferRow {
  transfer_id: string;
  transaction_hash: string;
  settled: Generated<boolean>;
  last_heard: Generated<Date>;
  next_inquiry: Date;
  inquiries: Generated<number>;
}

export interface NetworkTables {
  network_outbox: OutboxRow;
  network_message: MessageRow;
  network_transfer: TransferRow;
}
