/** The languages of the portal, each named in itself. */
export const languages = ['en', 'km'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'tonle.language';

/** The language the person chose last on this browser. */
export function storedLanguage(): Language {
  return localStorage.getItem(storageKey) === 'km' ? 'km' : 'en';
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}

/** Runs when another tab changed the language. */
export function onLanguageElsewhere(changed: (language: Language) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) changed(storedLanguage());
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
