import { defineConfig } from 'vitest/config';

/** `npm run proof`: every `*.proof.test.ts` in its long form, one after the other, with its figures printed. */
export default defineConfig({
  test: {
    include: ['{contract,ledger,proof,server,simulator}/**/*.proof.test.ts'],
    provide: { form: 'long' },
    globalSetup: './tools/test-postgres.ts',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
  },
});
