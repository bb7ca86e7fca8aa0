import { useEffect, useReducer, useRef } from 'react';
import { contractTexts } from './contract-texts.ts';
import type { Language } from './language.ts';
import { format, hasText } from './texts.ts';
import { useLanguage } from './use-texts.tsx';

type Params = Record<string, unknown>;

/** The text of a message key of the contract; what is no key stays as it is, as another server's own sentence. */
export function messageText(key: string, language: Language, params?: Params): string {
  return hasText(contractTexts, language, key) ? format(contractTexts, language, key, params) : key;
}

/**
 * `messageText` in the active language. A text that is asked for before the catalogue has come is said when it comes: the
 * sign-in page does without the catalogue, and somebody may be faster than its loading.
 */
export function useMessageText(): (key: string, params?: Params) => string {
  const { language } = useLanguage();
  const [, say] = useReducer((times: number) => times + 1, 0);
  const isMissed = useRef(false);
  useEffect(() => {
    if (!isMissed.current || contractTexts.isLoaded(language)) return undefined;
    let isHere = true;
    contractTexts.load(language).then(
      () => {
        if (isHere) say();
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  });
  return (key, params) => {
    if (!hasText(contractTexts, language, key)) isMissed.current = true;
    return messageText(key, language, params);
  };
}
