import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

/** The texts of changes of the primary contact. */
export const contactChangesTexts = defineTexts('contact-changes', {
  en: () => import('./contact-changes.en.ts'),
  km: () => import('./contact-changes.km.ts'),
});

export const useContactChangesTexts = () => useTexts(contactChangesTexts);
