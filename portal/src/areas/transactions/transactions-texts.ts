import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

/** The texts of lists and details. */
export const transactionsTexts = defineTexts('transactions', {
  en: () => import('./transactions.en.ts'),
  km: () => import('./transactions.km.ts'),
});

export const useTransactionsTexts = () => useTexts(transactionsTexts);
