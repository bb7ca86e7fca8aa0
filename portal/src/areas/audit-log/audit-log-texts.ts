import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const auditLogTexts = defineTexts('audit-log', {
  en: () => import('./audit-log.en.ts'),
  km: () => import('./audit-log.km.ts'),
});

export const useAuditLogTexts = () => useTexts(auditLogTexts);
