import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Proofs run in their short form here, in their long form by vitest.proof.config.ts.
    provide: { form: 'short' },
    globalSetup: './tools/test-postgres.ts',
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'money/**/*.test.ts',
            'contract/**/*.test.ts',
            'simulator/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: { name: 'portal', include: ['portal/**/*.test.ts', 'portal/**/*.test.tsx'] },
      },
      { extends: true, test: { name: 'ledger', include: ['ledger/**/*.test.ts'], testTimeout: 300_000 } },
      { extends: true, test: { name: 'proof', include: ['proof/**/*.test.ts'], testTimeout: 120_000 } },
      { extends: true, test: { name: 'http', include: ['server/**/*.test.ts'] } },
    ],
  },
});
