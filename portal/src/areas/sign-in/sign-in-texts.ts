import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const signInTexts = defineTexts('sign-in', {
  en: () => import('./sign-in.en.ts'),
  km: () => import('./sign-in.km.ts'),
});

export const useSignInTexts = () => useTexts(signInTexts);
