import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const authorizersTexts = defineTexts('authorizers', {
  en: () => import('./authorizers.en.ts'),
  km: () => import('./authorizers.km.ts'),
});

export const useAuthorizersTexts = () => useTexts(authorizersTexts);
