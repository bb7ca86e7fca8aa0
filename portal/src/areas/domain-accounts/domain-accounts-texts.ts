import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const domainAccountsTexts = defineTexts('domain-accounts', {
  en: () => import('./domain-accounts.en.ts'),
  km: () => import('./domain-accounts.km.ts'),
});

export const useDomainAccountsTexts = () => useTexts(domainAccountsTexts);
