import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

/** The texts of lists, of the customer's page and of what is done there. */
export const customersTexts = defineTexts('customers', {
  en: () => import('./customers.en.ts'),
  km: () => import('./customers.km.ts'),
});

export const useCustomersTexts = () => useTexts(customersTexts);
