import { recoveryStatuses } from '@tonle/contract/key-recovery-states';
import { searchLengthMin } from '@tonle/contract/page-sizes';
import { codeFilter, defineList, type Filter, textFilter } from '../../table/list-definition.ts';

/** Free text of at least three characters; less searches nothing (decisions section 3). */
const searchText: Filter<string> = {
  ...textFilter(),
  read: (text) => ([...text.trim()].length < searchLengthMin ? undefined : textFilter().read(text)),
};

const sorted = { sorts: ['date', 'updateTime', 'accountId'], sort: 'date,desc' } as const;

/** The administrator's list begins with what waits for an authorizer (2-console.md section 4). */
export const adminRecoveryList = defineList({
  name: 'key-recovery-requests',
  ...sorted,
  filters: { search: searchText, status: codeFilter(recoveryStatuses, 'READY') },
});

export const authorizerRecoveryList = defineList({
  name: 'recovery-requests',
  ...sorted,
  filters: { search: searchText, status: codeFilter(recoveryStatuses) },
});
