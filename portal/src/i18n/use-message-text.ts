import { contractTexts } from './contract-texts.ts';
import type { Language } from './language.ts';
import { format, hasText } from './texts.ts';
import { useLanguage } from './use-texts.tsx';

type Params = Record<string, unknown>;

/** The text of a message key of the contract; what is no key stays as it is, as another server's own sentence. */
export function messageText(key: string, language: Language, params?: Params): string {
  return hasText(contractTexts, language, key) ? format(contractTexts, language, key, params) : key;
}

/** `messageText` in the active language. */
export function useMessageText(): (key: string, params?: Params) => string {
  const { language } = useLanguage();
  return (key, params) => messageText(key, language, params);
}
