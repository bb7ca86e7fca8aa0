import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const termsTexts = defineTexts('terms', {
  en: () => import('./terms.en.ts'),
  km: () => import('./terms.km.ts'),
});

export const useTermsTexts = () => useTexts(termsTexts);
