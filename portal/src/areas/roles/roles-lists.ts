import { defineList, textFilter } from '../../table/list-definition.ts';

const search = { search: textFilter() };

export const rolesList = defineList({
  name: 'roles',
  sorts: ['name', 'userCount', 'changed'],
  sort: 'name,asc',
  filters: search,
});
export const permissionsList = defineList({
  name: 'permissions',
  namespace: 'permissions',
  sorts: ['name'],
  sort: 'name,asc',
  filters: search,
});
export const pagesList = defineList({ name: 'pages', size: 50, filters: search });

const endpointList = (name: string) =>
  defineList({
    name: `${name}-endpoints`,
    namespace: name,
    sorts: ['endpoint', 'access'],
    sort: 'endpoint,asc',
    size: 25,
    filters: search,
  });
export const authEndpointList = endpointList('auth');
export const tpsEndpointList = endpointList('tps');
