import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const verificationTexts = defineTexts('verification', {
  en: () => import('./verification.en.ts'),
  km: () => import('./verification.km.ts'),
});

export const useVerificationTexts = () => useTexts(verificationTexts);
