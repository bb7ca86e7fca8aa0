import { channelAccountTypes } from '@tonle/contract/channel-permissions';
import { codeFilter, defineList, searchFilter } from '../../table/list-definition.ts';

const groupOf = (name: string, namespace: string) =>
  defineList({
    name,
    namespace,
    sorts: ['accountId', 'name'],
    sort: 'accountId,asc',
    filters: { filter: searchFilter, type: codeFilter(channelAccountTypes) },
  });

export const directList = groupOf('direct-accounts', 'direct');
export const indirectList = groupOf('indirect-accounts', 'indirect');
