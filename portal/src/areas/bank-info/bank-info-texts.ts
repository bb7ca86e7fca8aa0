import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const bankInfoTexts = defineTexts('bank-info', {
  en: () => import('./bank-info.en.ts'),
  km: () => import('./bank-info.km.ts'),
});

export const useBankInfoTexts = () => useTexts(bankInfoTexts);
