import { kycStatuses } from '@tonle/contract/kyc-status';
import { pageSizeDefault } from '@tonle/contract/page-sizes';
import { codeFilter, defineList, searchFilter, textFilter } from '../../table/list-definition.ts';

const listOf = (name: string, by: 'fullName' | 'organizationName') =>
  defineList({
    name,
    sorts: [by, 'accountId', 'primaryContact', 'createdTime'],
    sort: 'createdTime,desc',
    size: pageSizeDefault,
    filters: { search: searchFilter, kyc: codeFilter(kycStatuses) },
  });

export const mobileList = listOf('mobile-users', 'fullName');
export const auditorList = listOf('auditor-users', 'fullName');
export const desktopList = listOf('desktop-users', 'organizationName');
export const webList = listOf('web-users', 'organizationName');

const historyOf = (namespace: string) =>
  defineList({
    name: `customer-${namespace}`,
    namespace,
    sorts: ['dateTime'],
    sort: 'dateTime,desc',
    size: pageSizeDefault,
    filters: {},
  });

/** The two histories of a customer stand on one page: theirs, and the review's. */
export const profileHistoryList = historyOf('profile');
export const identityHistoryList = historyOf('identity');

export const userSearchList = defineList({
  name: 'mobile-user-search',
  filters: { contact: textFilter(254) },
});
