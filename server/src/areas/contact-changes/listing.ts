import type { ContactChangeStatus } from '@tonle/contract/contact-change-states';
import type { ContactChange, ContactChangeDetail } from '@tonle/contract/contact-changes';
import { type PageOf, searchLengthMin } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import type { Tx } from '../../db/tx.ts';
import { customerOf } from '../customers/customers.public.ts';
import { isOverdue, type ReminderRules } from '../events/events.public.ts';
import {
  type ContactChangeRow,
  type ContactChangesAsked,
  changeById,
  eventsOf,
  listChanges,
} from './contact-changes.store.ts';

export type Asked = Omit<ContactChangesAsked, 'search' | 'status'> & {
  status?: ContactChangeStatus | undefined;
  searchFilter?: string | undefined;
};

/** Somebody's turn: a code is to be entered, or a decision to be made. */
const waits = ({ status }: ContactChangeRow): boolean => status === 'OPEN' || status === 'VERIFIED';

const viewOf = (it: ContactChangeRow, rules: ReminderRules): ContactChange => ({
  id: String(it.id),
  accountId: it.account_id,
  replacementMobilePrimaryContact: it.new_contact,
  creatorLogin: it.creator_login,
  status: it.status,
  rejectReason: it.reason,
  createdTime: it.created.toISOString(),
  updatedTime: it.status_since.toISOString(),
  overdue: waits(it) && isOverdue(it.status_since, rules),
});

export async function listContactChangesFor(
  tx: Tx,
  { searchFilter, status, ...asked }: Asked,
  rules: ReminderRules,
): Promise<PageOf<ContactChange>> {
  const search = searchFilter === undefined ? undefined : searchOf(searchFilter);
  const { rows, ...counts } = await listChanges(tx, { ...asked, status, search });
  return { rows: rows.map((it) => viewOf(it, rules)), ...counts };
}

/** Phones are kept as 855 and digits, and searched for as people write them: 012…, +855 12…. */
function searchOf(text: string): { text: string; phone: string | undefined } {
  if ([...text].length < searchLengthMin) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'searchFilter', key: 'search.too-short' }]);
  }
  const digits = text.replace(/[\s\-().]/g, '').replace(/^\+/, '');
  const phone = /^\d{3,20}$/.test(digits) ? digits.replace(/^0/, '855') : undefined;
  return { text, phone };
}

export async function showContactChange(
  tx: Tx,
  id: bigint,
  rules: ReminderRules,
): Promise<ContactChangeDetail> {
  const row = await changeById(tx, id);
  if (row === undefined) throw new Refusal('NOT_FOUND');
  const customer = await customerOf(tx, row.account_id);
  const events = await eventsOf(tx, id);
  return {
    ...viewOf(row, rules),
    accountType: row.account_type,
    name: customer?.name ?? '',
    oldPrimaryContact: row.old_contact,
    creatorName: row.creator_name,
    events: events.map((it) => ({
      event: it.event,
      time: it.at.toISOString(),
      by: it.by_name,
      byLogin: it.by_login,
      reason: it.reason,
    })),
  };
}
