import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readmeWithTable } from './readme-table.ts';
import { ROOT } from './steps.ts';

test('README’s configuration table is the schema’s (npm run docs writes it)', () => {
  expect(readmeWithTable()).toBe(readFileSync(join(ROOT, 'README.md'), 'utf8'));
});
