import { inWords } from '@tonle/contract/refusal-amounts';
import type { Language } from './language.ts';
import { defineTexts, format, hasText } from './texts.ts';

/** Refusals and field faults by key, as the contract declares them (decisions section 3). Loaded by the first that has one. */
export const contractTexts = defineTexts('contract', {
  en: () => import('./contract.en.ts'),
  km: () => import('./contract.km.ts'),
});

/** The text of a message key of the contract; what is no key stays as it is, as another server's own sentence. */
export function messageText(key: string, language: Language, params?: Record<string, unknown>): string {
  return hasText(contractTexts, language, key)
    ? format(contractTexts, language, key, params && inWords(params))
    : key;
}
