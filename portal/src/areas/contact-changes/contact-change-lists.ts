import { contactChangeSorts, contactChangeStatuses } from '@tonle/contract/contact-change-states';
import { codeFilter, defineList, searchFilter } from '../../table/list-definition.ts';

const sorted = { sorts: contactChangeSorts, sort: 'createdTime,desc' } as const;

/** What waits for the code, at first (2-console.md section 4). */
export const adminContactChangeList = defineList({
  name: 'contact-changes-admin',
  ...sorted,
  filters: { search: searchFilter, status: codeFilter(contactChangeStatuses, 'OPEN') },
});

/** What waits for a decision, at first. */
export const authorizerContactChangeList = defineList({
  name: 'contact-changes',
  ...sorted,
  filters: { search: searchFilter, status: codeFilter(contactChangeStatuses, 'VERIFIED') },
});
