import { houseRuleViolations } from './house-rules.ts';
import { program, runProgram, secondsSince, type Tally } from './steps.ts';

interface Check {
  name: string;
  /** Empty when all is well, else what to mend. */
  run: () => Promise<string>;
}

const byProgram =
  (script: string, ...args: string[]) =>
  async () => {
    const { code, output } = await runProgram(program(script), args);
    return code === 0 ? '' : output.trim() || `ended with ${code}`;
  };

const checks: readonly Check[] = [
  { name: 'types of the server and tools', run: byProgram('typescript/bin/tsc', '-p', 'tsconfig.json') },
  { name: 'types of the browser tests', run: byProgram('typescript/bin/tsc', '-p', 'e2e/tsconfig.json') },
  { name: 'types of the portal', run: byProgram('typescript/bin/tsc', '-p', 'portal/tsconfig.json') },
  {
    name: 'lint and format',
    run: byProgram('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=50'),
  },
  {
    name: 'dead code',
    run: byProgram('knip/bin/knip.js', '--no-progress', '--no-config-hints'),
  },
  { name: 'house rules', run: async () => houseRuleViolations().join('\n') },
];

/** Types, lint, format, dead code and house rules; each counts as one. */
export async function runChecks(): Promise<Tally & { failures: string[] }> {
  const failures: string[] = [];
  for (const { name, run } of checks) {
    const begun = performance.now();
    const fault = await run().catch(String);
    console.log(`${fault === '' ? '✓' : '✗'} ${name} (${secondsSince(begun)})`);
    if (fault === '') continue;
    failures.push(`check: ${name}`);
    console.log(fault.replaceAll(/^/gm, '    '));
  }
  return { passed: checks.length - failures.length, failed: failures.length, failures };
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
