import { readFileSync } from 'node:fs';
import { pages } from '@tonle/contract/pages';
import type { Chapter } from './manual-chapters.ts';
import { type ManualRole, pagesAt, rolesWith } from './manual-roles.ts';

/** Screens without the shell's help link. */
const WITHOUT_HELP = new Set(['/404', '/500', '/gallery']);

/** The address of each screen of routes.tsx, as the contract writes them: `/users/{id}`. */
export function addressesIn(routes: string): string[] {
  const addresses = [...routes.matchAll(/\b(page|detail|path): '([^']+)'/g)].map(([, kind, value = '']) =>
    kind === 'page' ? pages.find(({ name }) => name === value)?.url : value,
  );
  return [...new Set(addresses)].filter((it): it is string => it !== undefined && !WITHOUT_HELP.has(it));
}

export const screenAddresses = (): string[] =>
  addressesIn(readFileSync(new URL('../src/routes.tsx', import.meta.url), 'utf8'));

/** Whether a place that says `help: users` helps with an address: it is `/users`, or stands below it. */
export const helpsWith = (claim: string, address: string): boolean => `${address}/`.startsWith(`/${claim}/`);

/** The place that helps with a screen: of those that name its address or a beginning of it, the one that names most. */
export function helpFor(chapters: readonly Chapter[], address: string) {
  const places = chapters.flatMap((chapter) =>
    [...chapter.help].map(([claim, id]) => ({ chapter, claim, id })),
  );
  return places
    .filter(({ claim }) => helpsWith(claim, address))
    .sort((a, b) => b.claim.length - a.claim.length)[0];
}

/** Who may open a screen, and is helped there by a place that is for others. */
export function rolesWithoutHelp(chapters: readonly Chapter[], address: string): ManualRole[] {
  const place = helpFor(chapters, address);
  const opening = pagesAt(address);
  if (place === undefined || opening.length === 0) return [];
  const { roles } = place.chapter.sections.find(({ id }) => id === place.id) ?? place.chapter;
  return rolesWith(opening).filter((it) => !roles.includes(it) && !roles.includes('everybody'));
}
