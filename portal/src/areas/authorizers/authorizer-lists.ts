import { defineList, textFilter } from '../../table/list-definition.ts';

const accountsOf = (name: string, namespace: string) =>
  defineList({
    name,
    namespace,
    sorts: ['accountId', 'organizationName'],
    sort: 'accountId,asc',
    filters: { filter: textFilter() },
  });

export const authorizerList = accountsOf('authorizers', 'authorizers');
export const otherList = accountsOf('not-authorizers', 'users');
export const changeList = defineList({
  name: 'authorizer-changes',
  namespace: 'history',
  sorts: ['createDate'],
  sort: 'createDate,desc',
  filters: {},
});
