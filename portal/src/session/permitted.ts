import { landingPath, menuOf, type Page, type PageName } from '@tonle/contract/pages';
import { paths } from '../paths.ts';
import type { Session } from './session.ts';

/** What the portal has screens for; the router hands it in from routes.tsx. */
export type Shown = {
  pages: ReadonlySet<string>;
  paths: ReadonlySet<string>;
  /** Addresses that lead on to the first permitted of some pages. */
  redirects: Readonly<Record<string, readonly PageName[]>>;
};

let shown: Shown = { pages: new Set(), paths: new Set(), redirects: {} };

export function provideShown(all: Shown): void {
  shown = all;
}

/** The pages a user may open, in the order of the menu: what the rights give and the portal has a screen for. */
export const permittedPages = (session: Session): Page[] =>
  menuOf(session.authorities, [...session.permissions]).filter((it) => shown.pages.has(it.name));

/** Whether the portal has a screen at a plain path, such as the profile. */
export const hasScreen = (path: string): boolean => shown.paths.has(path);

export const mayOpenPage = (session: Session, name: PageName): boolean =>
  permittedPages(session).some((it) => it.name === name);

/** Whether the user may open a route below pages: one of its pages has to be permitted, with a screen here or without. */
export const mayOpenDetail = (session: Session, detail: string): boolean =>
  menuOf(session.authorities, [...session.permissions]).some((it) => it.details?.includes(detail));

/** Where an address that only leads on leads to; undefined where nothing there is permitted. */
export function redirectTarget(session: Session, path: string): string | undefined {
  const names: readonly string[] = shown.redirects[path] ?? [];
  return permittedPages(session).find((it) => names.includes(it.name))?.url;
}

/** Where a user lands after signing in (1-portal.md section 2). */
export function landingOf(session: Session): string {
  const wanted = landingPath[session.userType];
  const target = shown.redirects[wanted] ? redirectTarget(session, wanted) : wanted;
  const permitted = permittedPages(session).some((it) => it.url === target);
  return target !== undefined && permitted ? target : paths.blank;
}

const patternOf = (detail: string) => new RegExp(`^${detail.replace(/\{\w+\}/g, '[^/]+')}$`);

/** The permitted page that an address belongs to: its own, or the list that a detail stands below; of several the named one. */
export function pageOfPath(session: Session, path: string, listAbove?: string): Page | undefined {
  const permitted = permittedPages(session);
  const own = permitted.find((it) => it.url === path);
  if (own !== undefined) return own;
  const lists = permitted.filter((it) => it.details?.some((detail) => patternOf(detail).test(path)));
  return lists.find((it) => it.url === listAbove) ?? lists[0];
}
