import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    form: 'short' | 'long';
  }
}

/** Whether a `*.proof.test.ts` runs in its long form: `npm run proof`, not `npm test`. */
export const isLong = (): boolean => inject('form') === 'long';
