import { createContext, Fragment, type ReactNode, use, useMemo } from 'react';
import type { Language } from './language.ts';
import type { Catalogue, Params, RichParams, Value } from './message.ts';
import { format, type Texts } from './texts.ts';

type LanguageChoice = { language: Language; setLanguage: (language: Language) => void };

export const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

/** The active language and the way to change it. */
export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error('useLanguage outside of LanguageProvider');
  return choice;
}

/** Translates keys of one part of the catalogue; `rich` takes elements for placeholders. */
export type Translate<En extends Catalogue> = {
  <Key extends keyof En & string>(key: Key, ...params: Params<En[Key]>): string;
  rich: <Key extends keyof En & string>(key: Key, params: RichParams<En[Key]>) => ReactNode;
};

/** The texts of an area in the active language. Suspends while they load. */
export function useTexts<En extends Catalogue>(texts: Texts<En>): Translate<En> {
  const { language } = useLanguage();
  use(texts.load(language));
  return useMemo(() => translator(texts, language), [texts, language]);
}

function translator<En extends Catalogue>(texts: Texts<En>, language: Language): Translate<En> {
  const translate = (key: string, params?: Record<string, Value>) => format(texts, language, key, params);
  const rich = (key: string, params: Record<string, ReactNode>) => withElements(texts, language, key, params);
  return Object.assign(translate, { rich }) as Translate<En>;
}

const mark = '\u0001';

/** Puts a marker in each placeholder's place, then the element in the marker's. */
function withElements(
  texts: Texts,
  language: Language,
  key: string,
  params: Record<string, ReactNode>,
): ReactNode {
  const plain = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' || typeof value === 'number' ? value : `${mark}${name}${mark}`,
  ]);
  const parts = format(texts, language, key, Object.fromEntries(plain)).split(mark);
  return parts.map((part, index) => {
    const content = index % 2 === 0 ? part : params[part];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order.
    return <Fragment key={index}>{content}</Fragment>;
  });
}
