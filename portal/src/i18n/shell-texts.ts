import { defineTexts } from './texts.ts';
import { useTexts } from './use-texts.tsx';

/** Texts of the shell and of the building blocks. They load before the first page. */
export const shellTexts = defineTexts('shell', {
  en: () => import('./shell.en.ts'),
  km: () => import('./shell.km.ts'),
});

export const useShellTexts = () => useTexts(shellTexts);
