import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const keyholdersTexts = defineTexts('keyholders', {
  en: () => import('./keyholders.en.ts'),
  km: () => import('./keyholders.km.ts'),
});

export const useKeyholdersTexts = () => useTexts(keyholdersTexts);
