import { type ReactNode, useEffect, useMemo, useState, useTransition } from 'react';
import { type Language, onLanguageElsewhere, storedLanguage, storeLanguage } from './language.ts';
import { textsInUse } from './texts.ts';
import { LanguageContext } from './use-texts.tsx';

/** Holds the language; a switch first loads every part of the catalogue in use, then turns all texts at once. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setActive] = useState<Language>(storedLanguage);
  const [, startTransition] = useTransition();

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const choice = useMemo(() => {
    const activate = (next: Language, loaded = () => {}) =>
      startTransition(async () => {
        try {
          await Promise.all(textsInUse().map((texts) => texts.load(next)));
        } catch {
          // Without a connection everything stays as it is, in the language that is there.
          return;
        }
        loaded();
        startTransition(() => setActive(next));
      });
    return {
      language,
      setLanguage: (next: Language) => activate(next, () => storeLanguage(next)),
      activate,
    };
  }, [language]);

  useEffect(() => {
    // Another tab may have switched before this one listened.
    if (storedLanguage() !== choice.language) choice.activate(storedLanguage());
    return onLanguageElsewhere((next) => choice.activate(next));
  }, [choice]);

  return <LanguageContext value={choice}>{children}</LanguageContext>;
}
