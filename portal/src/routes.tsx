import type { PageName } from '@tonle/contract/pages';
import type { ComponentType } from 'react';
import { signInTexts } from './areas/sign-in/sign-in-texts.ts';
import type { Texts } from './i18n/texts.ts';
import type { PaletteSource } from './shell/palette-source.ts';
import type { Search } from './table/list-definition.ts';

type Loaded = { default: ComponentType };

/**
 * A screen: an address and the page that is shown there. The page's module has the component as its default
 * export and loads when it is first visited, together with `texts`.
 */
export type Screen = {
  load: () => Promise<Loaded>;
  /** Texts the page needs, loaded beside it. */
  texts?: readonly Texts[];
  /** Reads what the address's query may say; anything else is dropped. Made by `searchOf`. */
  search?: (raw: Record<string, unknown>) => Search;
} & (
  | {
      /** A page of the contract; the address is the page's. Who may open the page may open the screen. */
      page: PageName;
      detail?: undefined;
      path?: undefined;
    }
  | {
      /** A route below pages, as the contract lists it under their `details`. Any of these pages opens it. */
      detail: string;
      page?: undefined;
      path?: undefined;
    }
  | {
      /** An address of its own: for everybody who is signed in, or, with `public`, for everybody. */
      path: string;
      public?: boolean;
      page?: undefined;
      detail?: undefined;
    }
);

/** Every screen there is. A page of the contract that is missing here is in no menu and opens to nobody. */
export const screens: readonly Screen[] = [
  {
    path: '/login',
    public: true,
    texts: [signInTexts],
    load: () => import('./areas/sign-in/login-page.tsx'),
  },
  { path: '/404', public: true, load: () => import('./shell/lost-page.tsx') },
  { path: '/500', public: true, load: () => import('./shell/fault-page.tsx') },
  { path: '/blank-page', load: () => import('./shell/blank-page.tsx') },
];

/** Addresses that lead on: to the first of the pages that the user may open. */
export const redirects: Readonly<Record<string, readonly PageName[]>> = {
  '/waiting_for_approval': [
    'waiting-for-approval-mobile',
    'waiting-for-approval-desktop',
    'waiting-for-approval-web',
  ],
  '/kyc-limit-amount': ['kyc-limits-mobile', 'kyc-limits-desktop', 'kyc-limits-web'],
};

/** What areas add to the ⌘K palette: exports of their `.public.tsx`, loaded with the first search. */
export const paletteSources: readonly (() => Promise<PaletteSource>)[] = [];
