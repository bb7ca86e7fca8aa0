import type { ReactNode } from 'react';
import type { Language } from '../i18n/language.ts';
import type { Session } from '../session/session.ts';

/** One line of the palette. */
export type PaletteItem = {
  /** Stable among the items of its source. */
  id: string;
  icon: ReactNode;
  label: ReactNode;
  /** At the line's end: an amount, a state, "Open account". */
  end?: ReactNode;
  to: string;
  /** Not a page of the portal: it opens in a tab of its own. */
  elsewhere?: boolean;
};

export type PaletteQuery = {
  /** Trimmed, never empty. */
  text: string;
  /** What the text is as a whole, where it is something. */
  kind: 'hash' | 'account-id' | 'phone' | 'text';
  /** A phone normalised (855…), an account id lower-cased; else the text. */
  value: string;
  session: Session;
  language: Language;
  signal: AbortSignal;
};

/**
 * Where an area adds its things to the palette: an export of its `.public.tsx`, listed in `paletteSources` of
 * routes.tsx. It answers nothing for what it does not know, and asks the server only for what the user may see.
 */
export type PaletteSource = {
  name: string;
  /** The heading above its items, in the language. */
  heading: (language: Language) => string;
  /** From how many letters on it is asked; three where it says nothing. */
  lengthMin?: number;
  find: (query: PaletteQuery) => Promise<readonly PaletteItem[]>;
};

export type PaletteSources = readonly (() => Promise<PaletteSource>)[];
let sources: PaletteSources = [];

/** The router hands in what routes.tsx lists. */
export function providePaletteSources(all: PaletteSources): void {
  sources = all;
}

export const getPaletteSources = (): PaletteSources => sources;
