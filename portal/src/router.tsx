import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { pages } from '@tonle/contract/pages';
import type { ComponentType } from 'react';
import { loadPreferences } from './api/kept-preferences.ts';
import { whenForbidden, whenSessionEnds } from './api/session-refused.ts';
import { storedLanguage } from './i18n/language.ts';
import { loadInsideTexts } from './i18n/shell-texts.ts';
import { paths } from './paths.ts';
import { paletteSources, redirects, type Screen, screens } from './routes.tsx';
import { isEnteringHere, isLeavingDeliberately } from './session/leaving.ts';
import {
  landingOf,
  mayOpenDetail,
  mayOpenPage,
  permittedPages,
  provideShown,
  redirectTarget,
} from './session/permitted.ts';
import { rememberReturn } from './session/return-path.ts';
import { clearSession, getSession, onSession, type Session } from './session/session.ts';
import { PageCrash } from './shell/page-crash.tsx';
import { PagePending } from './shell/page-pending.tsx';
import { providePaletteSources } from './shell/palette-source.ts';
import { ShellPending } from './shell/shell-pending.tsx';
import { loadPart } from './ui/load-part.ts';

provideShown({
  pages: new Set(screens.flatMap((it) => (it.page === undefined ? [] : [it.page]))),
  paths: new Set(screens.flatMap((it) => (it.path === undefined ? [] : [it.path]))),
  redirects,
});
providePaletteSources(paletteSources);

const leaveTo = (path: string) => redirect({ to: path, replace: true });

/** Lets nobody past who is not signed in; remembers where they wanted to go. */
function signedIn(href: string): Session {
  const session = getSession();
  if (session) return session;
  if (href !== paths.start && href !== paths.blank) rememberReturn(href, undefined);
  throw leaveTo(paths.login);
}

/** The session that was there when this page was loaded may say what its person could do hours ago. */
let restored = getSession()?.token;
function knowRights({ token }: Session): Promise<void> | undefined {
  if (token !== restored) return undefined;
  restored = undefined;
  return import('./api/rights.ts').then((it) => it.refreshRights());
}

function permitted(screen: Screen, session: Session): boolean {
  if (screen.page !== undefined) return mayOpenPage(session, screen.page);
  if (screen.detail !== undefined) return mayOpenDetail(session, screen.detail);
  return true;
}

const urlOf = new Map<string, string>(pages.map((it) => [it.name, it.url]));
const addressOf = (screen: Screen): string => {
  if (screen.page !== undefined) return urlOf.get(screen.page) ?? '';
  return screen.detail ?? screen.path;
};
const routerPath = (address: string): string => address.replace(/\{(\w+)\}/g, '$$$1');
const isPublic = (screen: Screen): boolean => screen.path !== undefined && screen.public === true;

const root = createRootRoute({
  component: Outlet,
  errorComponent: PageCrash,
  notFoundComponent: lazyRouteComponent(loadPart(() => import('./shell/lost-page.tsx'))),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => knowRights(signedIn(location.href)),
  loader: async () => {
    await Promise.all([loadInsideTexts(storedLanguage()), loadPreferences()]);
  },
  component: lazyRouteComponent(loadPart(() => import('./shell/shell.tsx'))),
  pendingComponent: ShellPending,
});

const routeOf = (screen: Screen, parent: AnyRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: routerPath(addressOf(screen)),
    validateSearch: screen.search,
    beforeLoad: ({ location }) => {
      if (!isPublic(screen) && !permitted(screen, signedIn(location.href))) throw leaveTo(paths.lost);
    },
    loader: loadPart(async () => {
      await Promise.all((screen.texts ?? []).map((it) => it.load(storedLanguage())));
    }),
    component: lazyRouteComponent(loadPart<{ default: ComponentType }>(screen.load)),
    errorComponent: PageCrash,
    pendingComponent: PagePending,
  });

/** At the start a user with permitted pages is asked to choose one, anyone else is logged out (1-portal.md section 2). */
const start = createRoute({
  getParentRoute: () => root,
  path: paths.start,
  beforeLoad: async () => {
    const session = getSession();
    if (session && permittedPages(session).length > 0) throw leaveTo(paths.blank);
    // Loaded here: what calls the server stays out of what the sign-in page loads.
    if (session) await import('./session/log-out.ts').then((it) => it.logOut(), clearSession);
    throw leaveTo(paths.login);
  },
});

const redirectRoutes = Object.keys(redirects).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      throw leaveTo(redirectTarget(signedIn(location.href), path) ?? paths.lost);
    },
  }),
);

const routeTree = root.addChildren([
  start,
  ...redirectRoutes,
  ...screens.filter(isPublic).map((it) => routeOf(it, root)),
  shell.addChildren(screens.filter((it) => !isPublic(it)).map((it) => routeOf(it, shell))),
]);

/** Query values are plain texts in the address: `?status=SUCCESS,FAILED`, never JSON. */
const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));
function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  // A comma and an at sign need no escape in a query, and an address should be readable.
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%40', '@').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

export function createPortalRouter() {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    // What a page's address cannot say is taken off it, so that a shared link holds what is shown.
    search: { strict: true },
    caseSensitive: true,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 300,
    defaultStaleTime: Number.POSITIVE_INFINITY,
    // A page of another thing is another page: no form, dialog or choice of one customer is left open over the next.
    defaultRemountDeps: ({ params }) => params,
    trailingSlash: 'never',
  });
  followSession(router);
  focusHeadings(router);
  return router;
}
export type PortalRouter = ReturnType<typeof createPortalRouter>;

/** Signing out in one tab, or the server ending the session, leads every tab to the sign-in page and back afterwards. */
function followSession(router: PortalRouter): void {
  let last = getSession();
  whenSessionEnds(() => clearSession());
  whenForbidden(() => void import('./api/rights.ts').then((it) => it.refreshRights()));
  onSession(() => {
    const session = getSession();
    const before = last;
    last = session;
    if (session?.token === before?.token) {
      // The same person may do something else now: the page that is open is judged again.
      void router.invalidate();
      return;
    }
    if (session) {
      // Another tab signed in: the sign-in page here is done with.
      if (before === undefined && !isEnteringHere() && router.state.location.pathname === paths.login)
        void router.navigate({ to: landingOf(session), replace: true });
      return;
    }
    if (!isLeavingDeliberately() && before) rememberReturn(router.state.location.href, before.user.login);
    void router.navigate({ to: paths.login, replace: true });
  });
}

/** Moves the focus to the page's heading on navigation, so that a screen reader starts there. */
function focusHeadings(router: PortalRouter): void {
  const later = new MutationObserver(() => {
    if (document.querySelector('main h1')) focusHeading();
  });
  const focusHeading = () => {
    later.disconnect();
    const active = document.activeElement;
    if (active?.closest('dialog') || active?.matches('main :is(input, textarea, select)')) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    (heading ?? document.querySelector('main'))?.focus({ preventScroll: true });
    // A page that is still loading a part of itself has its heading later.
    if (!heading) later.observe(document.body, { childList: true, subtree: true });
  };
  router.subscribe('onResolved', (event) => {
    if (!event.fromLocation || !event.pathChanged) return;
    // A frame later the old page's elements are gone, and a page that wants the focus in a field has taken it.
    requestAnimationFrame(focusHeading);
  });
}
