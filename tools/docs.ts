import { writeReadmeTable } from './readme-table.ts';
import { program, runProgram } from './steps.ts';

/** `npm run docs`: README's configuration table, and the manual's pictures, taken from the portal as it is built now. */
writeReadmeTable();
const { code } = await runProgram(
  program('@playwright/test/cli.js'),
  ['test', 'e2e/shell.pictures.e2e.ts', '--workers=1'],
  { live: true, environment: { TAKE_PICTURES: '1' } },
);
process.exitCode = code;
