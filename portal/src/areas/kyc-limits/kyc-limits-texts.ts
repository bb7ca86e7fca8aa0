import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const kycLimitsTexts = defineTexts('kyc-limits', {
  en: () => import('./kyc-limits.en.ts'),
  km: () => import('./kyc-limits.km.ts'),
});

export const useKycLimitsTexts = () => useTexts(kycLimitsTexts);
