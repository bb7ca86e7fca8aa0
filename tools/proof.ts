import { program, runProgram } from './steps.ts';

/** `npm run proof [file]`: the long form of the proofs that `npm test` runs in a short one. */
const { code } = await runProgram(
  program('vitest/vitest.mjs'),
  ['run', '--config', 'vitest.proof.config.ts', ...process.argv.slice(2)],
  { live: true },
);
process.exitCode = code;
