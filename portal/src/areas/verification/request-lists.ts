import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { codeFilter, defineList, textFilter } from '../../table/list-definition.ts';

const listOf = (name: string) =>
  defineList({
    name,
    sorts: ['requestedDate'],
    sort: 'requestedDate,asc',
    // Without it: those that wait.
    filters: { filter: textFilter(), kyc: codeFilter(['REJECTED']) },
  });

export const requestLists = {
  MOBILE: listOf('waiting-for-approval-mobile'),
  DESKTOP: listOf('waiting-for-approval-desktop'),
  WEB: listOf('waiting-for-approval-web'),
} as const satisfies Record<ChannelAccountType, unknown>;
