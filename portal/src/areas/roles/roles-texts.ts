import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

/** The texts of roles, permissions, pages and endpoints. */
export const rolesTexts = defineTexts('roles', {
  en: () => import('./roles.en.ts'),
  km: () => import('./roles.km.ts'),
});

export const useRolesTexts = () => useTexts(rolesTexts);
