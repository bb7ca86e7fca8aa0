import { expect, test } from 'vitest';
import { accessOf, pagesSelectedBy } from './access.ts';
import { pages } from './pages.ts';

test('a role shows a page as selected only if it has all its permissions (2-console.md section 6)', () => {
  for (const page of pages) {
    const names = (permissions: readonly string[]) => pagesSelectedBy(permissions).map((it) => it.name);
    expect(names(page.permissions)).toEqual([page.name]);
    expect(names(page.permissions.slice(1))).toEqual([]);
  }
});

test('what somebody can do names each of its sources, and no more than they give', () => {
  const access = accessOf(
    ['ROLE_AUDITOR', 'ROLE_SENDER'],
    [
      { name: 'Log', permissions: ['audit-log.list', 'made.up'] },
      { name: 'Search', permissions: ['customers.search.mobile'] },
    ],
  );
  const sources = (page: string) => access.pages.find((it) => it.page === page)?.sources.map((it) => it.name);
  expect(sources('audit-logs')).toEqual(['Log']);
  expect(sources('mobile-user-search')).toEqual(['ROLE_AUDITOR', 'Search']);
  expect(access.permissions.map((it) => it.permission)).not.toContain('made.up');
  expect(accessOf([], [])).toEqual({ pages: [], permissions: [] });
});
