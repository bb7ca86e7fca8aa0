import { useRouterState } from '@tanstack/react-router';
import { useLanguage } from '../i18n/use-texts.tsx';
import { paths } from '../paths.ts';

/** The place of the manual that helps with the screen that is open. */
export function useHelp(): string {
  const { language } = useLanguage();
  const route = useRouterState({ select: (it): string => it.matches.at(-1)?.fullPath ?? paths.blank });
  return paths.help(language, route);
}
