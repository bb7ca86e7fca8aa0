import { expect, test } from 'vitest';
import { parseSource, readSources } from './house-sources.ts';
import { manualViolations, screensIn } from './manual-rules.ts';

test('a screen is known by the first part of its address', () => {
  const routes =
    "[{ page: 'users' }, { detail: '/users/{id}' }, { path: '/settings/profile' }, { path: '/404' }]";
  expect(screensIn(routes)).toEqual(['users', 'settings']);
});

test('a screen without help is found, and help for a screen that is gone', () => {
  const routes = readSources().find(({ path }) => path === 'portal/src/routes.tsx')?.text ?? '';
  const judge = (text: string) => manualViolations([parseSource('portal/src/routes.tsx', text)]);
  expect(judge(routes)).toEqual([]);
  expect(judge(`${routes}\nconst more = [{ path: '/new-screen' }];`)).toEqual([
    'docs/manual/en: no chapter or heading says <!-- help: new-screen -->',
    'docs/manual/km: no chapter or heading says <!-- help: new-screen -->',
  ]);
  expect(judge(routes.replace("page: 'audit-logs'", "page: 'users'"))).toEqual([
    'docs/manual/en/9-audit-log.md: helps with audit-logs, which is no screen',
    'docs/manual/km/9-audit-log.md: helps with audit-logs, which is no screen',
  ]);
});
