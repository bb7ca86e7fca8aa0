import { menuOf, type Page, pages, permissionsOf } from './pages.ts';
import type { Authority, Permission } from './permissions.ts';

/** What gives somebody a permission: an authority, or a custom role. */
export type Source = { kind: 'AUTHORITY' | 'ROLE'; name: string };
export type PersonAccess = {
  /** The pages that open, each with all that had a part in it; of several roles, one may give what the other lacks. */
  pages: { page: Page['name']; sources: Source[] }[];
  permissions: { permission: Permission; sources: Source[] }[];
};
type HeldRole = { readonly name: string; readonly permissions: readonly string[] };

/** What somebody with these authorities and roles can do, and through which of them. */
export function accessOf(authorities: readonly Authority[], roles: readonly HeldRole[]): PersonAccess {
  const givers = [
    ...authorities.map((name) => ({
      source: { kind: 'AUTHORITY' as const, name },
      gives: new Set<string>(permissionsOf([name])),
    })),
    ...roles.map((it) => ({
      source: { kind: 'ROLE' as const, name: it.name },
      gives: new Set<string>(permissionsOf([], it.permissions)),
    })),
  ];
  const sourcesOf = (needed: readonly string[]): Source[] =>
    givers.filter(({ gives }) => needed.some((it) => gives.has(it))).map(({ source }) => source);
  const held = permissionsOf(
    authorities,
    roles.flatMap((it) => it.permissions),
  );
  return {
    pages: menuOf(authorities, held).map((it) => ({ page: it.name, sources: sourcesOf(it.permissions) })),
    permissions: held.map((permission) => ({ permission, sources: sourcesOf([permission]) })),
  };
}

/** The pages that a role shows as selected: those all of whose permissions it has (2-console.md section 6). */
export const pagesSelectedBy = (permissions: Iterable<string>): Page[] => {
  const has = new Set(permissions);
  return (pages as readonly Page[]).filter((it) => it.permissions.every((need) => has.has(need)));
};
