import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const keyRecoveryTexts = defineTexts('key-recovery', {
  en: () => import('./key-recovery.en.ts'),
  km: () => import('./key-recovery.km.ts'),
});

export const useKeyRecoveryTexts = () => useTexts(keyRecoveryTexts);
