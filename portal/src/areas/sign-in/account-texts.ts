import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

/** Passwords, profile and sessions: apart from the sign-in page's own, which carries as little as it can. */
export const accountTexts = defineTexts('account', {
  en: () => import('./account.en.ts'),
  km: () => import('./account.km.ts'),
});

export const useAccountTexts = () => useTexts(accountTexts);
