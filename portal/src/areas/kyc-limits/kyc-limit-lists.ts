import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { defineList, textFilter } from '../../table/list-definition.ts';

const listOf = (name: string) =>
  defineList({
    name,
    sorts: ['limitName', 'khrLimit', 'usdLimit', 'kycStatus', 'createdTime'],
    sort: 'createdTime,asc',
    filters: { filter: textFilter() },
  });

export const kycLimitLists = {
  MOBILE: listOf('kyc-limits-mobile'),
  DESKTOP: listOf('kyc-limits-desktop'),
  WEB: listOf('kyc-limits-web'),
} as const satisfies Record<ChannelAccountType, unknown>;
