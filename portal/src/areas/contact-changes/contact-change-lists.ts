import { contactChangeSorts, contactChangeStatuses } from '@tonle/contract/contact-change-states';
import { searchLengthMin } from '@tonle/contract/page-sizes';
import { codeFilter, defineList, type Filter, textFilter } from '../../table/list-definition.ts';

/** Free text of at least three characters; less searches nothing (decisions section 3). */
const searchText: Filter<string> = {
  ...textFilter(),
  read: (text) => ([...text.trim()].length < searchLengthMin ? undefined : textFilter().read(text)),
};

const sorted = { sorts: contactChangeSorts, sort: 'createdTime,desc' } as const;

/** What waits for the code, at first (2-console.md section 4). */
export const adminContactChangeList = defineList({
  name: 'contact-changes-admin',
  ...sorted,
  filters: { search: searchText, status: codeFilter(contactChangeStatuses, 'OPEN') },
});

/** What waits for a decision, at first. */
export const authorizerContactChangeList = defineList({
  name: 'contact-changes',
  ...sorted,
  filters: { search: searchText, status: codeFilter(contactChangeStatuses, 'VERIFIED') },
});
