import { channelAccountTypes } from '@tonle/contract/channel-permissions';
import { searchLengthMin } from '@tonle/contract/page-sizes';
import { codeFilter, defineList, type Filter, textFilter } from '../../table/list-definition.ts';

/** Free text of at least three characters; less searches nothing (decisions section 3). */
const searchText: Filter<string> = {
  ...textFilter(),
  read: (text) => ([...text.trim()].length < searchLengthMin ? undefined : textFilter().read(text)),
};

const groupOf = (name: string, namespace: string) =>
  defineList({
    name,
    namespace,
    sorts: ['accountId', 'name'],
    sort: 'accountId,asc',
    filters: { filter: searchText, type: codeFilter(channelAccountTypes) },
  });

export const directList = groupOf('direct-accounts', 'direct');
export const indirectList = groupOf('indirect-accounts', 'indirect');
