import type { ContactChangeStatus } from '@tonle/contract/contact-change-states';
import type { ContactChangeEvent } from '@tonle/contract/contact-changes';
import type { Generated, GeneratedAlways } from 'kysely';
import type { CustomerType } from './customers.ts';

interface ContactChangeRow {
  id: GeneratedAlways<bigint>;
  account_id: string;
  account_type: CustomerType;
  old_contact: string;
  new_contact: string;
  status: Generated<ContactChangeStatus>;
  creator_user_id: bigint;
  creator_login: string;
  creator_name: string;
  created: Generated<Date>;
  status_since: Generated<Date>;
  authorized_by: bigint | null;
  reason: string | null;
}

interface ContactChangeEventRow {
  id: GeneratedAlways<bigint>;
  request_id: bigint;
  event: ContactChangeEvent['event'];
  at: Generated<Date>;
  by_name: string;
  by_login: string | null;
  reason: string | null;
}

export interface ContactChangesTables {
  contact_change: ContactChangeRow;
  contact_change_event: ContactChangeEventRow;
}
