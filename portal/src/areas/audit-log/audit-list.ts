import { dayFilter, defineList, type Filter, textFilter } from '../../table/list-definition.ts';

/** Names that the server gives: activities, authorities and roles. What it does not know, it refuses. */
const namesFilter: Filter<readonly string[]> = {
  read: (text) => {
    const names = text.split(',').filter((it) => it !== '' && it.length <= 64);
    return names.length === 0 ? undefined : [...new Set(names)];
  },
  write: (value) => value.join(','),
};

/** What the address of /audit-logs may say; the names are those of the call. */
export const auditList = defineList({
  name: 'audit-logs',
  sorts: ['logDateTime'],
  sort: 'logDateTime,desc',
  filters: {
    q: textFilter(),
    dateFrom: dayFilter(),
    dateTo: dayFilter(),
    roles: namesFilter,
    activities: namesFilter,
  },
});
