import { defineList, textFilter } from '../../table/list-definition.ts';

export const usersList = defineList({
  name: 'console-users',
  sorts: ['login', 'fullName', 'email', 'changed'],
  sort: 'login,asc',
  filters: { search: textFilter() },
});
