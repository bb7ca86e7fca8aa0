import { isChannelScope } from '@tonle/contract/channel-scopes';
import type { Endpoint } from '@tonle/contract/endpoint';
import { endpoints } from '@tonle/contract/endpoints';
import type { PageOf } from '@tonle/contract/paging';
import type { EndpointPermission } from '@tonle/contract/roles';
import type { Paging } from './roles.store.ts';

/** The part of the server that a call belongs to, by its path: what is about people and rights, and all else. */
const AUTH_PATHS = /^\/(api|authservice|audit-emitter)\//;
export type Tab = 'AUTH' | 'TPS';
const tabOf = (it: Endpoint): Tab => (AUTH_PATHS.test(it.path) ? 'AUTH' : 'TPS');

function rowOf({ method, path, permission, summary }: Endpoint): EndpointPermission {
  const row = { endpoint: `${method} ${path}`, permissions: [], summary };
  if (permission === 'public') return { ...row, access: 'PUBLIC' };
  if (permission === 'signed-in') return { ...row, access: 'SIGNED_IN' };
  if (permission === 'network') return { ...row, access: 'NETWORK' };
  if (isChannelScope(permission)) return { ...row, access: 'APP', permissions: [permission] };
  return {
    ...row,
    access: 'PERMISSION',
    permissions: typeof permission === 'string' ? [permission] : [...permission],
  };
}

const rows: Readonly<Record<Tab, readonly EndpointPermission[]>> = {
  AUTH: endpoints.filter((it) => tabOf(it) === 'AUTH').map(rowOf),
  TPS: endpoints.filter((it) => tabOf(it) === 'TPS').map(rowOf),
};

/** By path first, so that the methods of one stand together. */
const sortKey: Readonly<Record<'endpoint' | 'access', (it: EndpointPermission) => string>> = {
  endpoint: (it) => it.endpoint.split(' ').reverse().join(' '),
  access: (it) => `${it.access} ${it.permissions.join(' ')} ${it.endpoint}`,
};

/** One page of the contract's calls, straight from the contract. */
export function endpointPermissions(
  tab: Tab,
  { page, size, filter = '', sort }: Paging<'endpoint' | 'access'>,
): PageOf<EndpointPermission> {
  const wanted = filter.toLowerCase();
  const found = rows[tab].filter((it) =>
    [it.endpoint, it.summary, ...it.permissions].some((text) => text.toLowerCase().includes(wanted)),
  );
  const key = sortKey[sort.field];
  const way = sort.direction === 'asc' ? 1 : -1;
  const sorted = found.toSorted((a, b) => (key(a) < key(b) ? -way : key(a) > key(b) ? way : 0));
  return { rows: sorted.slice(page * size, (page + 1) * size), total: sorted.length };
}
