import { recoveryStatuses } from '@tonle/contract/key-recovery-states';
import { codeFilter, defineList, searchFilter } from '../../table/list-definition.ts';

const sorted = { sorts: ['date', 'updateTime', 'accountId'], sort: 'date,desc' } as const;

/** The administrator's list begins with what waits for an authorizer (2-console.md section 4). */
export const adminRecoveryList = defineList({
  name: 'key-recovery-requests',
  ...sorted,
  filters: { search: searchFilter, status: codeFilter(recoveryStatuses, 'READY') },
});

export const authorizerRecoveryList = defineList({
  name: 'recovery-requests',
  ...sorted,
  filters: { search: searchFilter, status: codeFilter(recoveryStatuses) },
});
