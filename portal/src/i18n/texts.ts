import { setupI18n } from '@lingui/core';
import type { Language } from './language.ts';
import type { Catalogue, TranslationOf } from './message.ts';

/**
 * One formatter per language; both are kept, so that switching back loads nothing. Khmer has a single plural form,
 * `other`, so English rules do for it: browsers know no `km` locale. The build compiles the texts.
 */
const engines = {
  en: setupI18n({ locale: 'en', messages: { en: {} } }),
  km: setupI18n({ locale: 'en', messages: { en: {} } }),
};

/** A part of the catalogue that loads on its own: one area's texts, or the shell's. */
export type Texts<En extends Catalogue = Catalogue> = {
  readonly name: string;
  /** Loads the language's texts unless they are there; the promise is the same each time. */
  readonly load: (language: Language) => Promise<void>;
  readonly isLoaded: (language: Language) => boolean;
  /** Whether somebody has asked for it, in whatever language. */
  readonly isInUse: () => boolean;
  /** Only for its type. */
  readonly english?: En;
};

const all = new Set<Texts>();

/** Every part that is loaded or loading in some language: what a switch of language has to bring along. */
export const textsInUse = (): Texts[] => [...all].filter((it) => it.isInUse());

type Loader<En extends Catalogue> = {
  en: () => Promise<{ default: En }>;
  km: () => Promise<{ default: TranslationOf<En> }>;
};

/**
 * Declares the texts of an area: `defineTexts('transactions', { en: () => import('./texts.en.ts'), … })`.
 * Only the active language is loaded, together with the page.
 */
export function defineTexts<const En extends Catalogue>(name: string, loader: Loader<En>): Texts<En> {
  const promises: Partial<Record<Language, Promise<void>>> = {};
  const loaded = new Set<Language>();
  const texts: Texts<En> = {
    name,
    isLoaded: (language) => loaded.has(language),
    isInUse: () => Object.keys(promises).length > 0,
    load: (language) => {
      promises[language] ??= known(
        loader[language]()
          .then((module) => {
            engines[language].load('en', prefixed(name, module.default));
            loaded.add(language);
          })
          .catch((error: unknown) => {
            delete promises[language];
            throw error;
          }),
      );
      return promises[language];
    },
  };
  all.add(texts);
  return texts;
}

/** Says on the promise itself that it is kept, which React's `use` reads: texts that are there suspend nobody. */
function known(promise: Promise<void>): Promise<void> {
  const told: Promise<void> & { status?: 'fulfilled'; value?: undefined } = promise;
  promise.then(
    () => {
      told.status = 'fulfilled';
      told.value = undefined;
    },
    () => undefined,
  );
  return promise;
}

const prefixed = (name: string, catalogue: Catalogue) =>
  Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [`${name}:${key}`, text]));

/** The text of a key in a language that is loaded; the key itself where there is none. */
export function format(
  texts: Texts,
  language: Language,
  key: string,
  params?: Record<string, unknown>,
): string {
  const id = `${texts.name}:${key}`;
  const text = engines[language]._(id, params);
  return text === id ? key : text;
}

export const hasText = (texts: Texts, language: Language, key: string): boolean =>
  `${texts.name}:${key}` in engines[language].messages;
