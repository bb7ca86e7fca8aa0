import { reportStates } from '@tonle/contract/report-states';
import { codesFilter, dayFilter, defineList, textFilter } from '../../table/list-definition.ts';

/** What the address of /download may say. */
export const downloadList = defineList({
  name: 'downloads',
  sorts: ['createdAt'],
  sort: 'createdAt,desc',
  filters: {
    filter: textFilter(),
    from: dayFilter(),
    to: dayFilter(),
    status: codesFilter(reportStates),
  },
});
