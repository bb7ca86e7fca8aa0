import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { formatSizes, measurePages, overBudget } from '../portal/tools/bundle-sizes.ts';
import { runChecks } from './check.ts';
import { program, ROOT, runProgram, secondsSince, type Tally } from './steps.ts';

/** `npm test`: the checks, then every test from unit to browser; the last line is the sum of them all. */

const REPORTS = join(ROOT, '.cache', 'test-reports');

type Outcome = Tally & { failures: string[] };

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

async function runVitest(): Promise<Outcome> {
  const report = join(REPORTS, 'vitest.json');
  const { code } = await runProgram(
    program('vitest/vitest.mjs'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { live: true },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, failures: ['vitest: no report was written'] };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  const failures: string[] = [];
  let passed = 0;
  for (const file of testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    passed += file.assertionResults.filter(({ status }) => status === 'passed').length;
    const where = relative(ROOT, file.name);
    failures.push(...failed.map(({ fullName }) => `${where}: ${fullName}`));
    if (file.status === 'failed' && failed.length === 0) failures.push(`${where}: ${file.message}`);
  }
  if (code !== 0 && failures.length === 0) failures.push('vitest: an error outside any test, see above');
  return { passed, failed: failures.length, failures };
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

async function runPlaywright(): Promise<Outcome> {
  const report = join(REPORTS, 'playwright.json');
  const { code } = await runProgram(program('@playwright/test/cli.js'), ['test', '--pass-with-no-tests'], {
    live: true,
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  if (!existsSync(report)) {
    return code === 0
      ? { passed: 0, failed: 0, failures: [] }
      : { passed: 0, failed: 1, failures: ['playwright: no report was written'] };
  }
  const { suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport;
  const failures = errors.map(({ message }) => `playwright: ${message?.split('\n')[0] ?? 'error'}`);
  let passed = 0;
  for (const spec of suites.flatMap(specsOf)) {
    for (const { status } of spec.tests) {
      if (status === 'expected') passed += 1;
      else if (status !== 'skipped') failures.push(`e2e/${spec.file}:${spec.line}: ${spec.title}`);
    }
  }
  if (code !== 0 && failures.length === 0) failures.push('playwright: an error outside any test, see above');
  return { passed, failed: failures.length, failures };
}

const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** What each page of the built portal loads, held against its budget. */
async function runBudgets(): Promise<Outcome> {
  const pages = await measurePages(join(ROOT, 'portal/dist'));
  const failures = overBudget(pages).map((line) => `over budget: ${line}`);
  if (pages.length === 0) failures.push('budgets: the portal has no pages');
  console.log(`${formatSizes(pages)}\n${failures.length === 0 ? '✓' : '✗'} sizes of the portal's pages`);
  return { passed: failures.length === 0 ? 1 : 0, failed: failures.length, failures };
}

const begun = performance.now();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const outcomes: Outcome[] = [];
for (const part of [runChecks, runBudgets, runVitest, runPlaywright]) {
  // Whatever goes wrong here counts as one failure, so that the last line is always the last line.
  outcomes.push(
    await part().catch((error: unknown) => ({ passed: 0, failed: 1, failures: [String(error)] })),
  );
}
const failures = outcomes.flatMap((outcome) => outcome.failures);
const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0);

console.log(`\nAll of it took ${secondsSince(begun)}.`);
if (failures.length > 0) console.log(`Failed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
