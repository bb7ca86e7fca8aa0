import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

/** The texts of the console's people. */
export const consoleUsersTexts = defineTexts('console-users', {
  en: () => import('./console-users.en.ts'),
  km: () => import('./console-users.km.ts'),
});

export const useConsoleUsersTexts = () => useTexts(consoleUsersTexts);
