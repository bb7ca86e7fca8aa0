import { pagesSelectedBy } from '@tonle/contract/access';
import { type Page, pages } from '@tonle/contract/pages';

export const allPages: readonly Page[] = pages;
export type Chosen = ReadonlySet<string>;

/** What a set of permissions comes to: the pages that it opens, and what is left beside them. */
export function chosenOf(permissions: Chosen): { selected: Page[]; beside: string[] } {
  const selected = pagesSelectedBy(permissions);
  const ofPages = new Set<string>(selected.flatMap((it) => it.permissions));
  return { selected, beside: [...permissions].filter((it) => !ofPages.has(it)).sort() };
}

/** Adds pages' permissions, or takes them away as far as no other selected page needs them. */
export function withPages(permissions: Chosen, changed: readonly Page[], on: boolean): Chosen {
  if (on) return new Set([...permissions, ...changed.flatMap((it) => it.permissions)]);
  const kept = pagesSelectedBy(permissions).filter((it) => !changed.includes(it));
  const needed = new Set<string>(kept.flatMap((it) => it.permissions));
  const dropped = new Set<string>(changed.flatMap((it) => it.permissions));
  return new Set([...permissions].filter((it) => !dropped.has(it) || needed.has(it)));
}

export function withPermission(permissions: Chosen, name: string, on: boolean): Chosen {
  const next = new Set(permissions);
  if (on) next.add(name);
  else next.delete(name);
  return next;
}

export const isSame = (one: Chosen, other: Chosen): boolean =>
  one.size === other.size && [...one].every((it) => other.has(it));
