import { isChannelScope } from '@tonle/contract/channel-scopes';
import type { Access, Endpoint } from '@tonle/contract/endpoint';
import { permissions } from '@tonle/contract/permissions';
import type { Route } from './on.ts';

/** The routes and the contract disagree; the server does not start. */
export class RegistrationFault extends Error {
  override name = 'RegistrationFault';
}

const known = new Set<string>(permissions);

/** Every endpoint exactly once, each saying who may call it. */
export function checkRoutes(routes: readonly Route[], endpoints: readonly Endpoint[]): void {
  const declared = new Set(endpoints);
  const seen = new Set<Endpoint>();
  for (const { endpoint } of routes) {
    const name = `${endpoint.name} (${endpoint.method} ${endpoint.path})`;
    if (!declared.has(endpoint)) throw new RegistrationFault(`${name} is not in the contract's list`);
    if (seen.has(endpoint)) throw new RegistrationFault(`${name} is registered twice`);
    if (!saysWho(endpoint.permission)) throw new RegistrationFault(`${name} does not say who may call it`);
    seen.add(endpoint);
  }
  const missing = endpoints.find((it) => !seen.has(it));
  if (missing !== undefined) {
    throw new RegistrationFault(`${missing.name} (${missing.method} ${missing.path}) has no handler`);
  }
  refuseTwins(endpoints);
}

function saysWho(access: Access | undefined): boolean {
  if (access === 'public' || access === 'signed-in' || access === 'network' || isChannelScope(access))
    return true;
  if (access === undefined || access.length === 0) return false;
  return (typeof access === 'string' ? [access] : access).every((it) => known.has(it));
}

function refuseTwins(endpoints: readonly Endpoint[]): void {
  for (const what of ['name', 'call'] as const) {
    const seen = new Set<string>();
    for (const it of endpoints) {
      const key = what === 'name' ? it.name : `${it.method} ${it.path.replaceAll(/\{[^}]+\}/g, '{}')}`;
      if (seen.has(key)) throw new RegistrationFault(`two endpoints are ${key}`);
      seen.add(key);
    }
  }
}

/** /a/{id} as Fastify writes it. */
export const pathPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The endpoints by path, for the methods that a path does not have. */
export function methodsByPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const byPath = new Map<string, Endpoint[]>();
  for (const it of endpoints) byPath.set(it.path, [...(byPath.get(it.path) ?? []), it]);
  return byPath;
}
