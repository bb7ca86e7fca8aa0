import type inside from './inside.en.ts';
import type { Language } from './language.ts';
import type shell from './shell.en.ts';
import { defineTexts, type Texts } from './texts.ts';
import { useTexts } from './use-texts.tsx';

const name = 'shell';

/** Texts of every page. They load before the first one. */
export const shellTexts = defineTexts(name, {
  en: () => import('./shell.en.ts'),
  km: () => import('./shell.km.ts'),
});

/** The rest of the shell's and the tables' texts, under the same name. They load with the shell. */
const insideTexts = defineTexts(name, {
  en: () => import('./inside.en.ts'),
  km: () => import('./inside.km.ts'),
});
export const loadInsideTexts = (language: Language): Promise<void> => insideTexts.load(language);

type AllTexts = Texts<typeof shell & typeof inside>;

/** The texts of the shell and the building blocks; those of inside.en.ts are there behind the sign-in only. */
export const useShellTexts = () => useTexts(shellTexts as AllTexts);
