import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const dashboardTexts = defineTexts('dashboard', {
  en: () => import('./dashboard.en.ts'),
  km: () => import('./dashboard.km.ts'),
});

export const useDashboardTexts = () => useTexts(dashboardTexts);
