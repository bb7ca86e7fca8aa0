import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const mainAccountTexts = defineTexts('main-account', {
  en: () => import('./main-account.en.ts'),
  km: () => import('./main-account.km.ts'),
});

export const useMainAccountTexts = () => useTexts(mainAccountTexts);
