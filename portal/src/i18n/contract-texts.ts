import { defineTexts } from './texts.ts';

/** Refusals and field faults by key, as the contract declares them (decisions section 3). Loaded by the first that has one. */
export const contractTexts = defineTexts('contract', {
  en: () => import('./contract.en.ts'),
  km: () => import('./contract.km.ts'),
});
