import { useEffect, useReducer } from 'react';
import { contractTexts, messageText } from './contract-texts.ts';
import { useLanguage } from './use-texts.tsx';

type Params = Record<string, unknown>;

/**
 * `messageText` in the active language, for forms. The catalogue comes when the first of them stands; a text that is asked
 * for before that is said when it has come.
 */
export function useMessageText(): (key: string, params?: Params) => string {
  const { language } = useLanguage();
  const [, say] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (contractTexts.isLoaded(language)) return undefined;
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
  }, [language]);
  return (key, params) => messageText(key, language, params);
}
