import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

/** The texts of exports, the download page and statements. */
export const reportsTexts = defineTexts('reports', {
  en: () => import('./reports.en.ts'),
  km: () => import('./reports.km.ts'),
});

export const useReportsTexts = () => useTexts(reportsTexts);
